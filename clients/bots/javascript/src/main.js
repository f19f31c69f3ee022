// Runs a bot as a command-line program; for Node.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client, NoMatch } from "./client.js";
import { field, messageFrom } from "./fields.js";
import { plain } from "./plain.js";

/** For so many ms a server may leave a request without an answer. */
const SILENCE = 10_000;

const USAGE = `Usage: URL ROOM (an existing room), or URL --game GAME (creates one)
URL: ws://HOST:PORT/ws, or http://HOST:PORT as in a browser
Player: --name NAME --seat N --matches N --entropy TEXT --updates full|events
--wait N: end if no match begins for so many seconds, the first one or a rematch (default: wait for ever)
--patience N: for so many seconds try to connect, also after a lost connection (default 300)
Created room: --seats N --options JSON --public --clock N[+BANK] --hints --fill LEVEL (built-in bots on the empty seats: easy,
normal, hard)
Who it is: --secret-file FILE, else TEFUDA_SECRET, else nobody; URL --register NAME makes a player of kind bot and prints its secret`;

/**
 * Prints each match's result as a line of JSON when it is over. A line has `room`, `match` and `seat`, too; `illegal` if so many of the
 * bot's actions were illegal, and random ones played instead; `late` if a built-in bot made so many in its place, because its time
 * was over.
 */
export async function main(bot) {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    console.log(USAGE);
    process.exit(0);
  }
  const asked = parse();
  try {
    await play(bot, asked);
    process.exit(0);
  } catch (problem) {
    if (!problem.isLogged) console.error(plain(problem.message));
    process.exit(1);
  }
}

function parse() {
  const text = { type: "string" };
  const flag = { type: "boolean" };
  const options = Object.fromEntries(
    [
      "name",
      "seat",
      "entropy",
      "updates",
      "matches",
      "game",
      "seats",
      "options",
      "fill",
      "secret-file",
      "register",
      "wait",
      "patience",
      "clock",
    ].map((name) => [name, text]),
  );
  Object.assign(options, { public: flag, hints: flag });
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [url, room] = positionals;
    if (!url || (!values.register && Boolean(room) === Boolean(values.game))) throw new Error(USAGE);
    return { url, room, ...values };
  } catch (problem) {
    console.error(problem.message);
    process.exit(1);
  }
}

function numberOf(asked, name) {
  if (!/^-?\d+$/.test(asked[name])) throw new Error(`--${name} takes a number, not ${asked[name]}`);
  return Number(asked[name]);
}

function secondsOf(asked, name, text = asked[name]) {
  if (!/^(\d+(\.\d+)?|\.\d+)$/.test(text)) throw new Error(`--${name} takes a number of seconds, not ${asked[name]}`);
  return Number(text);
}

function clockOf(asked) {
  const [decision, bank = "0"] = asked.clock.split("+");
  return { decision: secondsOf(asked, "clock", decision), bank: secondsOf(asked, "clock", bank) };
}

function optionsOf(asked) {
  try {
    return JSON.parse(asked.options);
  } catch {
    throw new Error(`--options takes JSON, not ${asked.options}`);
  }
}

function secretOf(asked) {
  const file = asked["secret-file"];
  return (file ? readFileSync(file, "utf8").split("\n")[0].trim() : process.env.TEFUDA_SECRET) || null;
}

async function register({ url, register: name }) {
  const address = new URL("/api/me", url.replace(/^ws/, "http"));
  const body = JSON.stringify({ name, kind: "bot" });
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(SILENCE),
  });
  const player = messageFrom(await answer.text());
  if (!answer.ok) throw new Error(field(player, "message"));
  if (!player.secret) throw new Error("the server's answer has no secret");
  console.log(plain(player.secret));
}

async function play(bot, asked) {
  if (asked.register) return await register(asked);
  // All numbers are read before a room is made, which nobody would play in.
  const made = roomOf(asked);
  const fields = {
    name: asked.name ?? "bot",
    matches: asked.matches ? numberOf(asked, "matches") : 1,
    ...(asked.wait && { wait: secondsOf(asked, "wait") }),
    ...(asked.seat && { seat: numberOf(asked, "seat") }),
    ...(asked.entropy && { entropy: asked.entropy }),
    ...(asked.updates && { updates: asked.updates }),
  };
  const settings = { secret: secretOf(asked), ...(asked.patience && { patience: secondsOf(asked, "patience") }) };
  const room = asked.room ?? (await create(asked, made, settings));
  const client = await Client.connect(asked.url, { ...settings, room });
  const seat = await client.join(room, bot, fields);
  seat.onResult = (match, result) => console.log(plain(JSON.stringify(lineOf(seat, match, result))));
  if (asked.fill) await client.fill(room, asked.fill);
  try {
    await seat.done;
  } catch (problem) {
    if (problem instanceof NoMatch) await client.leave(room); // so that somebody else can sit there
    throw problem === seat.botProblem ? { isLogged: true } : problem;
  }
}

function lineOf(seat, match, result) {
  const illegal = seat.illegal.get(match);
  const late = seat.late.get(match);
  return { room: seat.room, match, seat: seat.seat, ...result, ...(illegal && { illegal }), ...(late && { late }) };
}

function roomOf(asked) {
  return {
    ...(asked.public && { public: true }),
    ...(asked.hints && { hints: true }),
    ...(asked.clock && { clock: clockOf(asked) }),
    ...(asked.seats && { seats: numberOf(asked, "seats") }),
    ...(asked.options && { options: optionsOf(asked) }),
  };
}

async function create(asked, fields, settings) {
  const client = await Client.connect(asked.url, settings);
  const room = await client.create(asked.game, fields);
  client.close();
  console.error(plain(`room ${room}`));
  return room;
}
