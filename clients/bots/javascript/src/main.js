// Runs a bot as a command-line program; for Node.
import { parseArgs } from "node:util";
import { Client } from "./client.js";

const USAGE = `Usage: URL ROOM (an existing room), or URL --game GAME (creates one)
Player: --name NAME --seat N --matches N --entropy TEXT --updates full|events
Created room: --seats N --options JSON --fill LEVEL (built-in bots on the empty seats: easy, normal, hard)`;

export async function main(bot) {
  try {
    for (const result of await play(bot, parse())) console.log(JSON.stringify(result));
    process.exit(0);
  } catch (problem) {
    console.error(problem.message);
    process.exit(1);
  }
}

function parse() {
  const text = { type: "string" };
  const options = Object.fromEntries(
    ["name", "seat", "entropy", "updates", "matches", "game", "seats", "options", "fill"].map((name) => [name, text]),
  );
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [url, room] = positionals;
  if (!url || Boolean(room) === Boolean(values.game)) throw new Error(USAGE);
  return { url, room, ...values };
}

async function play(bot, asked) {
  const room = asked.room ?? (await create(asked));
  const client = await Client.connect(asked.url, { room });
  const seat = await client.join(room, bot, {
    name: asked.name ?? "bot",
    matches: Number(asked.matches ?? 1),
    ...(asked.seat && { seat: Number(asked.seat) }),
    ...(asked.entropy && { entropy: asked.entropy }),
    ...(asked.updates && { updates: asked.updates }),
  });
  if (asked.fill) await client.fill(room, asked.fill);
  return seat.done;
}

async function create(asked) {
  const client = await Client.connect(asked.url);
  const seats = asked.seats && { seats: Number(asked.seats) };
  const room = await client.create(asked.game, { ...seats, ...(asked.options && { options: JSON.parse(asked.options) }) });
  client.close();
  console.error(`room ${room}`);
  return room;
}
