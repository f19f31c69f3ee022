// The worked examples of "Checking a deal" (PROTOCOL.md), in real matches: the server must deal what follows from the server
// seed and the seats' entropies.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { canonical, finalSeedOf, fresh, Stream } from './support/chance.mjs';
import { Match } from './support/match.mjs';
import { Random } from './support/random.mjs';
import { World } from './support/world.mjs';

const vectors = JSON.parse(readFileSync(new URL('../bots/chance-vectors.json', import.meta.url)));
const [silent, three] = vectors;

let world;
before(async () => (world = await World.start('--allow-fixed')));
after(() => world.stop());

const streamOf = (vector) => new Stream(finalSeedOf(vector.server_seed, vector.entropy));
const fixed = (vector) => ({ server_seed: vector.server_seed, shuffles: [] });

test('the tests\' own implementation of the stream reproduces the examples', () => {
    for (const vector of vectors) {
        assert.equal(finalSeedOf(vector.server_seed, vector.entropy).toString('hex'), vector.final_seed);
        const stream = streamOf(vector);
        const draws = {
            'pick(2)': () => stream.pick(2),
            'shuffle(52 cards)': () => stream.shuffle(fresh()),
            'order(6)': () => stream.order(6),
            'pick(1)': () => 0, // uses no words of the stream
            'pick(13)': () => stream.pick(13),
            'shuffle(108 cards, 4 jokers last)': () => stream.shuffle(fresh(2, 4)),
        };
        for (const { draw, outcome } of vector.draws) assert.deepEqual(draws[draw](), outcome, `${vector.name}: ${draw}`);
    }
});

test('fortyone: the first example is its deal', async () => {
    const match = await Match.open(world, { game: 'fortyone', seats: 2, fixed: fixed(silent) });
    assert.equal(match.commitment, silent.commitment);
    const [{ outcome: dealer }, { outcome: pack }] = silent.draws;
    const { table } = match.view;
    assert.deepEqual([table.dealer, table.starter], [dealer, pack[12]]);
    for (const player of match.players) {
        const place = player.seat === dealer ? 1 : 0; // the dealer gets the second card
        const dealt = pack.slice(0, 12).filter((_, i) => i % 2 === place);
        assert.deepEqual(player.last.view.hands[player.seat], canonical(dealt));
    }
    await match.play(new Random(1));
    assert.deepEqual(match.replay.entropy, ['', '']);
    assert.deepEqual(match.replay.chance, [{ pick: dealer, of: 2 }, { shuffle: pack }]);
    assert.equal('fixed' in match.replay, false, 'no shuffle was replaced');
});

test('the second example: three seats, one in Japanese, one silent', async () => {
    // The seats of the example, in a game whose draws are shuffle(52), pick(3).
    const match = await Match.open(world, { game: 'selfish', seats: 3, fixed: fixed(three), entropies: ['aki', '手札'] });
    assert.equal(match.commitment, three.commitment);
    const stream = streamOf(three);
    const pack = stream.shuffle(fresh());
    const first = stream.pick(3);
    assert.equal(match.view.table.first, first);
    await match.play(new Random(2));
    assert.deepEqual(match.replay.entropy, ['aki', '手札', '']);
    assert.equal(match.replay.server_seed, three.server_seed);
    assert.deepEqual(match.replay.chance.slice(0, 2), [{ shuffle: pack }, { pick: first, of: 3 }]);
});

test('each game makes its draws in the order that its rules describe', async () => {
    const openings = {
        fortyone: (s, n, pack) => [{ pick: s.pick(2), of: 2 }, { shuffle: s.shuffle(pack) }],
        selfish: (s, n, pack) => [{ shuffle: s.shuffle(pack) }, { pick: s.pick(n), of: n }],
        sugekari21: (s, n, pack) => [{ pick: s.pick(n), of: n }, { shuffle: s.shuffle(pack) }],
        ttpageone: (s, n, pack) => [
            { shuffle: s.shuffle(pack) },
            { order: s.order(n) },
            ...(n === 3 ? [{ pick: s.pick(3), of: 3 }] : []),
        ],
        twentytwo: (s, n, pack) => [{ shuffle: s.shuffle(pack) }],
    };
    const cases = [
        ['fortyone', 2, {}],
        ['selfish', 4, { jokers: 2 }],
        ['sugekari21', 2, {}],
        ['sugekari21', 4, { games: 3, jokers: true }],
        ['ttpageone', 3, {}],
        ['ttpageone', 4, {}],
        ['twentytwo', 3, {}],
        ['twentytwo', 7, {}],
        ['twentytwo', 3, { variant: '26' }],
    ];
    for (const [game, seats, options] of cases) {
        const entropies = Array.from({ length: seats }, (_, seat) => ['aki', '手札', ''][seat % 3]);
        const match = await Match.open(world, { game, seats, options, fixed: fixed(three), entropies });
        await match.play(new Random(3));
        const [pack] = match.replay.packs;
        const stream = new Stream(finalSeedOf(three.server_seed, entropies));
        const opening = openings[game](stream, seats, pack);
        assert.deepEqual(match.replay.chance.slice(0, opening.length), opening, game);
        match.close();
    }
});

test('a replaced shuffle uses its words of the stream, too', async () => {
    const pack = fresh().reverse();
    const match = await Match.open(world, {
        game: 'selfish',
        seats: 3,
        fixed: { server_seed: three.server_seed, shuffles: [pack] },
        entropies: ['aki', '手札', ''],
    });
    const stream = streamOf(three);
    stream.shuffle(fresh());
    assert.equal(match.view.table.first, stream.pick(3));
    await match.play(new Random(4));
    assert.equal(match.replay.fixed, 1);
    assert.deepEqual(match.replay.chance[0], { shuffle: pack });
});

test('from the first later shuffle that does not match the cards on, the stream decides', async () => {
    const first = fresh();
    const right = fresh().slice(26).reverse(); // the stock of two seats
    for (const [second, replaced] of [[right, 2], [right.slice(1), 1], [[...right.slice(1), 'XX'], 1]]) {
        const match = await Match.open(world, {
            game: 'sugekari21',
            seats: 2,
            fixed: { server_seed: silent.server_seed, shuffles: [first, second, right] },
        });
        await match.play(new Random(5));
        assert.equal(match.replay.fixed, replaced);
        assert.deepEqual(match.replay.chance[1], { shuffle: first });
        if (replaced === 2) assert.deepEqual(match.replay.chance[2], { shuffle: right });
        match.close();
    }
});

test('the whole pack is gathered and shuffled again if a sudden death runs out of cards', async () => {
    // Each of the thirteen seats gets all four cards of one rank, so that everybody has a Selfish.
    const pack = [...'A23456789TJQK'].flatMap((rank) => [rank]);
    const rounds = ['S', 'H', 'D', 'C'].flatMap((suit) => pack.map((rank) => rank + suit));
    const match = await Match.open(world, {
        game: 'selfish',
        seats: 13,
        options: { turns: 'forced' },
        fixed: { server_seed: silent.server_seed, shuffles: [rounds] },
    });
    await match.play(new Random(6));
    const shuffles = match.replay.chance.filter((draw) => draw.shuffle);
    assert.ok(shuffles.length > 1);
    assert.equal(match.view.result.reason, 'sudden_death');
    assert.ok(match.view.hands.every((hand) => hand.length === 0), 'hands are gathered');
    assert.ok(match.view.table.opened.every(({ hand }) => hand === 'selfish'), 'the record of them stays');
});
