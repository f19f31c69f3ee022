// Another game at the same table, as it goes over the wire, and through a kill of the server.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pick } from './support/picker.mjs';
import { Random } from './support/random.mjs';
import { World } from './support/world.mjs';

/** Plays the match that is on to its end; everybody has their newest update in `last`. */
async function play(room, clients, last, random) {
    while (!last[0].view.result) {
        const actor = last.findIndex(({ legal }) => legal);
        const { decision, legal } = last[actor];
        await clients[actor].ask({ type: 'act', room, decision, action: pick(legal, random) });
        last = await Promise.all(clients.map((client) => client.take('update')));
    }
    await Promise.all(clients.map((client) => client.take('room')));
    return last;
}

test('a table plays one game, moves, changes to another for more, and nothing of it is lost by a kill', async (t) => {
    const data = mkdtempSync(join(tmpdir(), 'tefuda-change-'));
    const world = await World.start('--data', data);
    t.after(async () => {
        await world.stop();
        rmSync(data, { recursive: true });
    });
    const random = new Random(7);
    const [a, b] = await world.several(2);
    const { room } = await a.create('fortyone', { public: true });
    await a.join(room, 'a');
    await b.join(room, 'b');
    await a.take('room');
    const over = await play(room, [a, b], [await a.take('update'), await b.take('update')], random);

    await b.refused('not_host', { type: 'change', room, game: 'selfish' });
    const change = { type: 'change', room, game: 'selfish', seats: 4, options: { jokers: 2 }, clock: { decision: 60, bank: 0 } };
    const refused = await a.refused('bad_options', { ...change, seats: 99 });
    assert.ok(refused.details.seats.includes(4));
    await a.ask(change);
    for (const client of [a, b]) {
        const { game, options, seats, clock, match, status } = await client.take('room');
        assert.deepEqual([game, options.jokers, seats.length, clock.decision, match, status], ['selfish', 2, 4, 60, 2, 'finished']);
    }
    await b.ask({ type: 'move', room, seat: 3 });
    assert.deepEqual(await b.take('joined'), { type: 'joined', room, seat: 3, token: b.token });
    for (const client of [a, b]) assert.equal((await client.take('room')).seats[3].name, 'b');

    await world.kill('--data', data);
    const [again, other, third] = await world.several(3);
    const mine = await again.resume(room, a.token);
    assert.deepEqual([mine.info.game, mine.info.seats.length], ['selfish', 4]);
    assert.deepEqual((await again.take('update')).view, over[0].view);
    const theirs = await other.resume(room, b.token);
    assert.equal(theirs.joined.seat, 3);
    assert.deepEqual((await other.take('update')).view, over[1].view);
    await again.take('room');
    const { json: summary } = await world.server.get(`/api/rooms/${room}`);
    assert.deepEqual([summary.game, summary.clock], ['selfish', change.clock]);
    assert.equal((await world.replay(room)).game, 'fortyone');

    await third.join(room, 'c');
    assert.equal((await third.take('update')).view.seat, null);
    for (const client of [again, other]) await client.take('room');
    await third.refused('bad_options', { type: 'rematch', room, game: 'fortyone' });
    await again.ask({ type: 'change', room, seats: 3 });
    // Seat 2, which is empty, is closed.
    assert.equal((await other.take('joined')).seat, 2);
    for (const client of [again, other, third]) await client.take('room');
    for (const client of [again, other, third]) await client.ask({ type: 'rematch', room, game: 'selfish' });
    const clients = [again, third, other];
    for (const client of clients) assert.equal((await client.take('room')).status, 'playing');
    const { json: listed } = await world.server.get('/api/rooms');
    assert.deepEqual(listed.map(({ game }) => game), ['selfish']);
    for (const [seat, client] of clients.entries()) {
        const { view } = await client.take('update');
        assert.deepEqual([view.game, view.seat, view.hands.length], ['selfish', seat, 3]);
    }
});
