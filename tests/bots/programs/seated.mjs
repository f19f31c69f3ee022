// One bot plays in two rooms, and leaves a third one. Prints for each room what the bot knew of its seat at its first update, and
// whether each call came with the seat that it was for.
import { Client, randomAction } from "tefuda-bot";

const known = {};
const note = ({ seat, info, room }, update) => {
    const { game, options, seats } = info;
    known[room] ??= { game, options, seat, name: seats[seat].name, right: true };
    known[room].right &&= update.view.game === game;
};
const bot = {
    saw(update) {
        note(this.seat, update);
    },
    choose(update) {
        note(this.seat, update);
        return randomAction(update.legal);
    },
};

const client = await Client.connect(process.argv[2]);
const waiting = await client.create("fortyone");
await client.join(waiting, bot);
await client.leave(waiting);
const rooms = [
    await client.create("fortyone", { bots: ["easy", null] }),
    await client.create("twentytwo", { seats: 3, options: { variant: "26" } }),
];
const seats = [];
for (const room of rooms) seats.push(await client.join(room, bot, { name: "Knows" }));
await client.fill(rooms[1]);
for (const seat of seats) await seat.done;
console.log(JSON.stringify(rooms.map((room) => known[room])));
client.close();
