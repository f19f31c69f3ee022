// Clients that do not know the rules play complete matches of every game, with every number of seats and every option. Every
// message is validated with the schemas, and every replay is verified.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Match } from './support/match.mjs';
import { Random } from './support/random.mjs';
import { World } from './support/world.mjs';

const rounds = Number(process.env.TEFUDA_E2E_ROUNDS ?? 1);
const atOnce = 3;

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** All combinations of the values of some options. */
const product = (options) =>
    Object.entries(options).reduce(
        (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
        [{}],
    );

const table = {
    fortyone: [{ seats: 2, options: {}, times: 4 }],
    selfish: [
        ...range(2, 13).map((seats) => ({ seats, options: {} })),
        ...product({
            turns: ['stop', 'forced'],
            coming_out: [false, true],
            scoring: ['full', 'simple'],
            selfish_tie: ['sudden_death', 'higher'],
            jokers: [0, 1, 2],
        }).map((options, i) => ({ seats: 2 + (i % 12), options })),
    ],
    sugekari21: [
        ...product({ two_player: ['redeal', 'refill'] }).map((options) => ({ seats: 2, options, times: 2 })),
        ...product({ exchange: ['none', 'hearts', 'partner'], games: [1, 3] }).map((options) => ({ seats: 4, options })),
        ...product({ exchange: ['none', 'hearts', 'partner'] }).map((options) => ({
            seats: 4,
            options: { ...options, games: 3, jokers: true },
        })),
    ],
    ttpageone: [
        ...range(3, 6).map((seats) => ({ seats, options: {}, times: 2 })),
        { seats: 4, options: { teams: 2 } },
        { seats: 6, options: { teams: 2 } },
        { seats: 6, options: { teams: 3, games: 2 } },
        ...range(2, 9).map((games) => ({ seats: 3 + (games % 4), options: { games } })),
    ],
    twentytwo: [
        ...product({ decks: [1], follow: ['free', 'must'], losing_cards: ['stay', 'return'] }).map((options) => ({ seats: 4, options })),
        ...range(2, 12).map((seats) => ({ seats, options: seats % 2 ? {} : { follow: 'must' } })),
        ...range(2, 6).map((seats) => ({ seats, options: { decks: 2, losing_cards: seats % 2 ? 'stay' : 'return' } })),
        ...product({ max_lead: [0, 2, 3, 4], follow: ['free', 'must'], losing_cards: ['stay', 'return'] }).map((options, i) => ({
            seats: 2 + (i % 11),
            options: { variant: '26', ...options },
        })),
    ],
};

let world;
before(async () => (world = await World.start('--allow-fixed')));
after(() => world.stop());

const played = [];

async function play(game, { seats, options, times = 1 }) {
    const line = { game, seats, options: JSON.stringify(options), matches: 0, actions: 0 };
    played.push(line);
    for (let round = 0; round < times * rounds; round++) {
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

for (const game of Object.keys(table))
    test(`${game}: every number of seats and every option`, async () => {
        const queue = [...table[game]];
        const worker = async () => {
            while (queue.length) await play(game, queue.shift());
        };
        await Promise.all(range(1, atOnce).map(worker));
    });

test('the table covers every game, every number of seats and every value of every option', () => {
    for (const { id, seats, options } of world.catalogue) {
        const lines = table[id] ?? [];
        for (const count of seats.values) assert.ok(lines.some((line) => line.seats === count), `${id} with ${count}`);
        for (const [name, schema] of Object.entries(options.properties ?? {}))
            for (const value of schema.enum ?? [false, true])
                assert.ok(lines.some((line) => (line.options[name] ?? schema.default) === value), `${id}: ${name} ${value}`);
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
