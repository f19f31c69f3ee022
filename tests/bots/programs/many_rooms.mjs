// Plays in so many rooms on one connection, all at once; prints the seconds that it took.
import assert from "node:assert/strict";
import { Client, randomAction } from "tefuda-bot";

const client = await Client.connect(process.argv[2]);
const start = performance.now();
const playOne = async () => {
  const room = await client.create("selfish", { seats: 2, bots: ["easy", null] });
  const seat = await client.join(room, { choose: (update) => randomAction(update.legal) });
  return seat.done;
};
const results = await Promise.all(Array.from({ length: Number(process.argv[3]) }, playOne));
assert.ok(results.every((result) => result.length === 1));
console.log((performance.now() - start) / 1000);
client.close();
