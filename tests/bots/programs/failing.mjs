// Plays in two rooms: one bot fails at this function, the other one plays on. Prints the result of the other one.
import { Client, randomAction } from "tefuda-bot";

const [, , url, where] = process.argv;
const chance = { choose: (update) => randomAction(update.legal) };
const fail = () => {
  throw new Error("a fault of the bot");
};

const client = await Client.connect(url);
const seats = [];
for (const bot of [{ ...chance, [where]: fail }, chance]) {
  const room = await client.create("sugekari21", { seats: 2, bots: ["easy", null] });
  seats.push(await client.join(room, bot));
}
const [failing, other] = seats;
console.log(JSON.stringify(await other.done));
await failing.done;
