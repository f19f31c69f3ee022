// Secrecy at the socket. For every observer a match is played twice; the second time, cards that the observer can't see are
// exchanged, as the game's engine exchanges them. The observer must receive exactly the same bytes.
// TEFUDA_E2E_ROUNDS=N: N matches of each game, with three other deals for each observer; else one of one game.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Match } from "./support/match.mjs";
import { Random } from "./support/random.mjs";
import { difference, neutral, pairOf, playWorld } from "./support/two_worlds.mjs";
import { World } from "./support/world.mjs";

const rounds = Number(process.env.TEFUDA_E2E_ROUNDS ?? 0);
/** The number of other deals to look for, for each observer. */
const tries = 6;
/** The number of successful comparisons that is enough. */
const enough = rounds ? 3 : 1;

// Advice of 40 iterations: enough for a tree of two levels.
const world = await World.start("--allow-fixed", "--bot-think", "4");
// One game of several: tests/sim/secrecy_test.cpp has all that hide something in another way.
const games =
    rounds || world.catalogue.length === 1 ? world.catalogue : world.catalogue.filter(({ id }) => id === "sugekari21");
const cases = games.map(({ id, seats }) => [id, seats.default, {}]);
after(() => world.stop());

const compared = [];

async function playOne(name, game, seats, options) {
    const seed = createHash("sha256").update(name).digest();
    const random = new Random(seed.readUInt32BE());
    const match = await Match.open(world, {
        game,
        seats,
        options,
        fixed: { server_seed: seed.toString("hex"), shuffles: [] },
    });
    await match.play(random);
    match.close();
    return { match, seed };
}

/** What an observer has received, without who the players are. */
const nameless = (texts) =>
    texts.map((text) =>
        text
            .replace(/,"player":\{"id":"\w+","kind":"\w+"\}/g, "")
            .replace(/,"player":"\w+"/g, "")
            .replace(/"you":\{[^}]*\}/, '"you":null'),
    );

/** Plays the match again with and without players. \returns the number of messages */
async function compareWithNobody({ match }, observer) {
    const { replay } = match;
    const who = observer.seat ?? undefined;
    const shuffles = replay.chance.filter((draw) => draw.shuffle).map((draw) => draw.shuffle);
    const same = { entropies: replay.entropy, shuffles, actions: replay.actions };
    const { secrets } = world;
    const known = await playWorld(world, match, who, same, [], 1);
    world.secrets = [];
    const unknown = await playWorld(world, match, who, same, [], 1);
    world.secrets = secrets;
    assert.ok(
        known.some((text) => text.includes('"player":')),
        "seats name their players",
    );
    const found = difference(nameless(known), unknown);
    if (found) throw new Error(`seat ${observer.seat ?? "of a spectator"} can tell who the others are: ${found}`);
    return known.length;
}

/** Compares the match with some other deals. Returns the number of comparisons. */
async function compare({ match, seed: base }, observer, line, tap) {
    const who = observer.seat ?? undefined;
    const random = new Random(base.readUInt32BE(4) + (who ?? match.players.length));
    let count = 0;
    for (let attempt = 0; attempt < tries && count < enough; attempt++) {
        const pair = await pairOf(match, who, random.below(1e9));
        if (!pair) continue;
        const here = await playWorld(world, match, who, pair.here, pair.refused, attempt, tap);
        const there = await playWorld(world, match, who, pair.there, pair.refused, attempt, tap);
        const found = difference(here, there);
        if (found) throw new Error(`seat ${who ?? "of a spectator"} can tell what is hidden: ${found}`);
        count++;
        line.messages += here.length;
    }
    line.pairs += count;
    return count;
}

for (const [game, seats, options] of cases)
    test(`${game}, ${seats} seats, ${JSON.stringify(options)}`, async () => {
        const line = { game, seats, options: JSON.stringify(options), pairs: 0, messages: 0 };
        compared.push(line);
        for (let round = 0; round < Math.max(rounds, 1); round++) {
            const lacking = new Set([...Array(seats).keys(), null]);
            // If no other deal was found for some observer, try another match.
            for (let more = 0; lacking.size && more < 6; more++) {
                const base = await playOne(`two worlds ${round} ${more}`, game, seats, options);
                const observers = base.match.observers.filter(({ seat }) => lacking.has(seat));
                await Promise.all(
                    observers.map(async (observer) => {
                        if (await compare(base, observer, line)) lacking.delete(observer.seat);
                    }),
                );
            }
            assert.equal(lacking.size, 0, `no other deal for ${JSON.stringify([...lacking])}`);
        }
    });

for (const [game, seats, options] of cases)
    test(`${game}, ${seats} seats, whose players are somebody`, async () => {
        await world.makePlayers(seats + 1 - world.secrets.length);
        const line = { game, seats, options: "with players", pairs: 0, messages: 0 };
        compared.push(line);
        const lacking = new Set([...Array(seats).keys(), null]);
        for (let more = 0; lacking.size && more < 6; more++) {
            const base = await playOne(`players ${more}`, game, seats, options);
            for (const observer of base.match.observers) {
                if (more === 0) line.messages += await compareWithNobody(base, observer);
                if (lacking.has(observer.seat) && (await compare(base, observer, line))) lacking.delete(observer.seat);
            }
        }
        world.secrets = [];
        assert.equal(lacking.size, 0, `no other deal for ${JSON.stringify([...lacking])}`);
    });

test("the comparison finds a leak of cards in another hand", async () => {
    const leaks = [
        // Leaks a card, the order of cards, and a number of cards as the message's length.
        (text, last) => `${text} ${last[0].view.hands[0][0]}`,
        (text, last) => `${text} ${last[0].view.hands[0].map((card) => "SHDC".indexOf(card[1])).join()}`,
        (text, last) => text + ".".repeat(last[0].view.hands[0].filter((card) => "JQK".includes(card[0])).length),
    ];
    for (const [kind, leak] of leaks.entries()) {
        let found;
        for (let attempt = 0; attempt < 20 && !found; attempt++) {
            const base = await playOne(`leak ${kind} ${attempt}`, "sugekari21", 4, {});
            await compare(base, base.match.players[1], { pairs: 0, messages: 0 }, leak).catch(
                (error) => (found = error),
            );
        }
        assert.match(String(found), /can tell/);
    }
});

test("the comparison ignores only the room code, the token and the next commitment", () => {
    const token = "ab".repeat(16);
    const joined = (room, secret) => `{"type":"joined","room":"${room}","seat":0,"token":"${secret}"}`;
    const info = (status, digit) =>
        `{"type":"room","room":"R1","status":"${status}","commitment":"${digit.repeat(64)}"}`;
    assert.equal(
        difference(neutral([joined("R1", token)], "R1", token), neutral([joined("R2", "cd")], "R2", "cd")),
        undefined,
    );
    assert.equal(difference(neutral([info("finished", "1")], "R1"), neutral([info("finished", "2")], "R1")), undefined);
    assert.match(
        difference(neutral([info("playing", "1")], "R1"), neutral([info("playing", "2")], "R1")),
        /message 0 differs/,
    );
    assert.match(difference(["a", '{"stock":4}'], ["a", '{"stock":5}']), /message 1 differs at 9/);
    assert.match(difference(['["7H","8H"]'], ['["8H","7H"]']), /message 0 differs/);
    assert.match(difference(["[null]"], ["[null,null]"]), /message 0 differs/);
    assert.match(difference(["a"], ["a", "b"]), /message 1 is there only once/);
    assert.match(difference(["a", "b"], ["a"]), /message 1 is there only once/);
});

test("report of the comparisons made", (t) => {
    t.diagnostic("| game | seats | options | pairs of worlds | messages compared |");
    t.diagnostic("| --- | --- | --- | --- | --- |");
    for (const line of compared) t.diagnostic(`| ${Object.values(line).join(" | ")} |`);
    assert.ok(compared.every(({ pairs }) => pairs > 0));
});
