// Clients that do not know the rules play complete matches of every game, with every number of seats and every option. Every
// message is validated with the schemas, and every replay is verified. TEFUDA_E2E_ROUNDS=N: also with every two values of options
// together, N times; else with each value.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Match } from './support/match.mjs';
import { Random } from './support/random.mjs';
import { World } from './support/world.mjs';

const rounds = Number(process.env.TEFUDA_E2E_ROUNDS ?? 0);
const atOnce = 3;

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let world;
before(async () => (world = await World.start('--allow-fixed')));
after(() => world.stop());

const played = [];

async function play(game, { seats, options }) {
    const line = { game, seats, options: JSON.stringify(options), matches: 0, actions: 0 };
    played.push(line);
    for (let round = 0; round < Math.max(rounds, 1); round++) {
        const name = `${game} ${seats} ${line.options} ${round}`;
        const seed = createHash('sha256').update(name).digest();
        const random = new Random(seed.readUInt32BE());
        const match = await Match.open(world, {
            game,
            seats,
            options,
            fixed: { server_seed: seed.toString('hex'), shuffles: [] },
            entropies: range(0, seats - 1).map((seat) => (seat % 3 === 0 ? undefined : `${name} 手札 ${seat}`)),
            updates: range(0, seats - 1).map(() => random.of(['full', 'full', 'events'])),
        });
        try {
            await match.play(random);
        } catch (error) {
            error.message = `${name}, update ${match.seq}: ${error.message}`;
            throw error;
        }
        line.matches++;
        line.actions += match.seq - 1;
        match.close();
    }
}

/** For each option: absent, or one of its values. */
const valuesOf = (schema) => [undefined, ...(schema.enum ?? [false, true])];

/** All options that the game's schema allows, in random order. */
function optionsOf({ id, options: schema }) {
    const all = Object.entries(schema.properties ?? {}).reduce(
        (some, [name, values]) => some.flatMap((one) => valuesOf(values).map((value) => (value === undefined ? one : { ...one, [name]: value }))),
        [{}],
    );
    const random = new Random(createHash('sha256').update(id).digest().readUInt32BE());
    return random.shuffled(all.filter((options) => world.schemas.validates(schema, options)));
}

/** Whether the server lets so many play with these options. */
async function isAllowed(client, game, seats, options) {
    for (;;) {
        client.sendAnything({ type: 'create', game, seats, options });
        const reply = await client.next();
        if (reply.type === 'created') return true;
        if (reply.code === 'bad_options') return false;
        assert.equal(reply.code, 'rate_limited');
        await setTimeout(reply.details.retry_after_ms);
    }
}

/**
 * The matches to play of a game: the default options, then combinations of options, until every value, or every two that can
 * meet, have met; with every number of seats.
 */
async function linesOf(game) {
    const { id, seats } = game;
    const lines = (rounds ? seats.values : [seats.default]).map((count) => ({ seats: count, options: {} }));
    const client = await world.client();
    const met = new Set();
    const pairsOf = (options) => {
        const values = Object.entries(options).map((entry) => JSON.stringify(entry));
        return rounds ? values.flatMap((one, i) => values.slice(i).map((other) => `${one} ${other}`)) : values;
    };
    for (const options of optionsOf(game)) {
        const pairs = pairsOf(options).filter((pair) => !met.has(pair));
        if (!pairs.length) continue;
        for (const [i] of seats.values.entries()) {
            const count = seats.values[(i + lines.length) % seats.values.length];
            if (!(await isAllowed(client, id, count, options))) continue;
            lines.push({ seats: count, options });
            for (const pair of pairs) met.add(pair);
            break;
        }
    }
    client.socket.terminate();
    world.clients.delete(client);
    const lacking = seats.values.filter((count) => !lines.some((line) => line.seats === count));
    return [...lines, ...lacking.map((count) => ({ seats: count, options: {} }))];
}

test('every game, with every number of seats and every value of every option', async () => {
    for (const game of world.catalogue) {
        const lines = await linesOf(game);
        for (const count of game.seats.values) assert.ok(lines.some((line) => line.seats === count), `${game.id} with ${count}`);
        for (const [name, schema] of Object.entries(game.options.properties ?? {}))
            for (const value of schema.enum ?? [false, true])
                assert.ok(lines.some(({ options }) => options[name] === value), `${game.id}: ${name} ${value}`);
        const worker = async () => {
            while (lines.length) await play(game.id, lines.shift());
        };
        await Promise.all(range(1, atOnce).map(worker));
    }
});

test('report of the matches played', (t) => {
    t.diagnostic('| game | seats | options | matches | actions |');
    t.diagnostic('| --- | --- | --- | --- | --- |');
    for (const line of played) t.diagnostic(`| ${Object.values(line).join(' | ')} |`);
    const total = (field) => played.reduce((sum, line) => sum + line[field], 0);
    t.diagnostic(`| all | | | ${total('matches')} | ${total('actions')} |`);
    assert.ok(played.every((line) => line.matches > 0));
});
