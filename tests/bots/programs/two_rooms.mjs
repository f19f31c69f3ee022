// Is refused in a room that is not there, then plays two matches in each of two rooms on one connection; prints one line with
// the results for each room.
import assert from "node:assert/strict";
import { Client, randomAction } from "tefuda-bot";

const client = await Client.connect(process.argv[2]);
await assert.rejects(client.join("NOROOM", { choose: () => null }), { code: "no_such_room" });
const seats = [];
for (const game of ["fortyone", "sugekari21"]) {
  const room = await client.create(game, { seats: 2, bots: ["easy", null] });
  seats.push(await client.join(room, { choose: (update) => randomAction(update.legal) }, { matches: 2 }));
}
for (const seat of seats) console.log(JSON.stringify(await seat.done));
client.close();
