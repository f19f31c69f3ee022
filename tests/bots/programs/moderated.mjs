// Takes a seat in a room, moves, allows hints, blocks, unblocks and blocks a player, shows where the room talks, reports the room,
// and prints why it loses the seat. Arguments: the address, its secret, the room, the player's id.
import { Client, randomAction } from "tefuda-bot";

const [url, secret, room, player] = process.argv.slice(2);
const client = await Client.connect(url, { secret });
const seat = await client.join(room, { choose: (update) => randomAction(update.legal) });
await client.move(room, 1);
await client.change(room, { hints: true });
await client.block(player);
await client.unblock(player);
await client.block(player);
await client.call(room, "https://talk.example/bots");
await client.report(room, { text: "Insults." });
console.log("reported");
await seat.done.catch((problem) => console.log(problem.code));
client.close();
