// The page must not contain anything that its observer may not know. A match with fixed deals is played twice; the second
// time, cards that this observer can't see are exchanged. After every action the contents of both pages must be the same, and
// neither may contain the name of a hidden card.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { createHash } from "node:crypto";
import { fresh } from "../e2e/support/chance.mjs";
import { Match } from "../e2e/support/match.mjs";
import { Random } from "../e2e/support/random.mjs";
import { pairOf } from "../e2e/support/two_worlds.mjs";
import { World } from "../e2e/support/world.mjs";
import { faultless } from "./checks.mjs";
import { enact } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { web } from "./support.mjs";
import { shows } from "./ways.mjs";

const CASES = [
  ["fortyone", 2, {}],
  ["sugekari21", 4, { exchange: "partner" }],
  ["twentytwo", 3, {}],
  ["ttpageone", 3, {}],
  ["selfish", 3, {}],
];
/** A separate server for these tests, because their clients check every message. */
let started;
const world = () => (started ??= World.start("--allow-fixed", "--no-limits", "--web", web));
test.afterAll(async () => (await started)?.stop());

/** The minimum and maximum number of updates of a match to compare. */
const SHORTEST = 6;
const LONGEST = 30;
/** The longest time in which two pages become the same, on a slow machine. */
const SETTLED_MS = 60_000;

/** Everything in the page that it could show or send: HTML, form fields, global variables, storage, URL, loaded resources. */
const contents = (page, room, token) =>
  page.evaluate(
    ([code, secret]) => {
      const seen = new WeakSet();
      const plain = (key, value) => {
        if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value;
        if (seen.has(value) || value instanceof Node || value === window) return undefined;
        seen.add(value);
        return value;
      };
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const native = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      frame.remove();
      const globals = Object.getOwnPropertyNames(window).filter((name) => !native.has(name) && !/^\d+$/.test(name));
      const parts = [
        document.documentElement.outerHTML,
        ...[...document.querySelectorAll("input, textarea, select")].map((field) => field.value),
        ...globals.map((name) => `${name}: ${JSON.stringify(window[name], plain)}`),
        ...[localStorage, sessionStorage].map((storage) =>
          JSON.stringify(Object.entries(storage).sort()).replace(/\\"at\\":\d+/g, ""),
        ),
        JSON.stringify(history.state),
        document.title,
        document.cookie,
        location.href.replace(location.host, ""),
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name.replace(location.host, ""))
          .sort()
          .join("\n"),
      ];
      return parts.map((part) => part.replaceAll(code, "ROOM").replaceAll(secret ?? "\u0000", "TOKEN"));
    },
    [room, token],
  );

const WORDS = { A: "([Aa]ce|A)", T: "10", J: "([Jj]ack|J)", Q: "([Qq]ueen|Q)", K: "([Kk]ing|K)" };
const SIGNS = {
  S: ["♠", "spades", "スペード"],
  H: ["♥", "hearts", "ハート"],
  D: ["♦", "diamonds", "ダイヤ"],
  C: ["♣", "clubs", "クラブ"],
};

/** A pattern that matches any name of a card: its code, its symbol, its English and Japanese names. */
function named(card) {
  const [rank, suit] = card;
  const word = WORDS[rank] ?? rank;
  const [sign, english, japanese] = SIGNS[suit];
  return new RegExp(`\\b${card}\\b|\\b${word}\\s?${sign}|\\b${word} of ${english}|${japanese}の${word}(?!\\d)`);
}

/** A room with these shuffles. All seats join with plain sockets; then a page takes the observer's place. */
class Table {
  static async open(run, world, match, who, shuffles) {
    const table = new Table();
    const { seats, server_seed } = match.replay;
    table.who = who;
    table.clients = await world.several(seats);
    const maker = await world.client();
    const fixed = { server_seed, shuffles };
    table.room = (await maker.create(match.game, { seats, options: match.options, fixed })).room;
    table.last = [];
    for (let seat = 0; seat < seats; seat++) {
      const client = table.clients[seat];
      client.token = (await client.ask({ type: "join", room: table.room, name: `p${seat}`, seat }, "joined")).token;
    }
    for (const [seat, client] of table.clients.entries())
      await table.#until(client, seat, ({ type }) => type === "update");
    table.token = who === undefined ? undefined : table.clients[who].token;
    const seat = table.token && { [`tefuda.seat.${table.room}`]: JSON.stringify({ token: table.token, at: 0 }) };
    const before = {
      script: (items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)),
      value: seat ?? {},
    };
    const url = `${world.server.url}/#/room/${table.room}${seat ? "" : "?watch"}`;
    table.page = await run.open({ url, before, language: who === 1 ? "ja-JP" : "en-US" });
    await shows(table.page, 1);
    return table;
  }

  async #until(client, seat, fits) {
    for (;;) {
      const message = await client.next();
      if (message.type === "error") throw new Error(JSON.stringify(message));
      if (message.type === "update") this.last[seat] = message;
      if (fits(message)) return;
    }
  }

  /** Performs a seat's action, in the page or on its socket; then waits until everybody has update `seq`. */
  async act(seat, action, seq) {
    if (seat === this.who) await enact(this.page, action);
    else {
      const { decision } = this.last[seat];
      this.clients[seat].sendAnything({ type: "act", room: this.room, decision, action, id: "a" });
    }
    for (const [other, client] of this.clients.entries())
      if (other !== this.who)
        await this.#until(client, other, (message) => message.type === "update" && message.seq === seq);
    await shows(this.page, seq);
    // The pointer must be at the same place in both pages, because of hover effects.
    await this.page.mouse.move(0, 0);
  }

  contents() {
    return contents(this.page, this.room, this.token);
  }
}

async function playedOnce(world, game, seats, options, name) {
  const seed = createHash("sha256").update(name).digest();
  const match = await Match.open(world, {
    game,
    seats,
    options,
    fixed: { server_seed: seed.toString("hex"), shuffles: [] },
  });
  await match.play(new Random(seed.readUInt32BE()));
  match.close();
  return match;
}

/** A match, and another one with other hidden cards that this observer can't distinguish from it. */
async function twoDeals(world, game, seats, options, who) {
  for (let n = 0; n < 10; n++) {
    const match = await playedOnce(world, game, seats, options, `pages ${game} ${who} ${n}`);
    const observer = match.observers.find(({ seat }) => seat === (who ?? null));
    for (let attempt = 0; attempt < 12; attempt++) {
      const pair = await pairOf(match, who, attempt);
      const upTo = pair ? Math.min(pair.here.actions.length + 1, LONGEST) : 0;
      if (upTo >= SHORTEST && isDeepStrictEqual(pair.there.entropies, pair.here.entropies))
        return { match, observer, worlds: [pair.here, pair.there], upTo };
    }
  }
  throw new Error("no other deal was found");
}

for (const [game, seats, options] of CASES)
  for (const who of [1, undefined]) {
    test(`the page of ${game} reveals nothing hidden to ${who === undefined ? "a spectator" : `seat ${who}`}`, async ({
      run,
    }) => {
      const socket = await world();
      const { match, observer, worlds, upTo } = await twoDeals(socket, game, seats, options, who);
      const [dealt, other] = worlds.map(({ shuffles }) => shuffles.flat());
      const exchanged = dealt.filter((card, place) => card !== other[place]);
      const known = JSON.stringify(observer.history.filter(({ seq }) => seq <= upTo));
      const hidden = fresh().filter((card) => !known.includes(`"${card}"`));
      assert.ok(hidden.length >= 2 && exchanged.some((card) => hidden.includes(card)));
      const tables = await Promise.all(worlds.map(({ shuffles }) => Table.open(run, socket, match, who, shuffles)));
      for (let seq = 1; ; seq++) {
        let [here, there] = await Promise.all(tables.map((table) => table.contents()));
        // One page may be a moment behind the other; a difference between the deals would stay.
        for (const end = Date.now() + SETTLED_MS; Date.now() < end && !isDeepStrictEqual(here, there);)
          [here, there] = await Promise.all(tables.map((table) => table.contents()));
        for (const card of hidden)
          for (const part of here) {
            const at = part.search(named(card));
            assert.equal(
              at,
              -1,
              `${card} is in the page after update ${seq}: ${part.slice(Math.max(0, at - 80), at + 40)}`,
            );
          }
        assert.deepEqual(there, here, `after update ${seq} the pages differ`);
        if (seq >= upTo) break;
        await Promise.all(
          tables.map((table, n) => {
            const { seat, action } = worlds[n].actions[seq - 1];
            return table.act(seat, action, seq + 1);
          }),
        );
      }
      for (const { page } of tables) faultless(page);
    });
  }
