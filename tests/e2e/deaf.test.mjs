// A client that never reads from its socket must not disturb a match.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Match } from './support/match.mjs';
import { readMetrics } from './support/metrics.mjs';
import { Random } from './support/random.mjs';
import { World } from './support/world.mjs';

let world;
before(async () => (world = await World.start('--no-limits')));
after(() => world.stop());

test('a client that reads nothing is disconnected when its outbox is full, and the others are not affected', async () => {
    const match = await Match.open(world, { game: 'ttpageone', seats: 3 });
    const clients = match.observers.map(({ client }) => client);
    const deaf = await world.client();
    await deaf.join(match.room, 'deaf', { role: 'spectator' });
    for (const client of clients) assert.equal((await client.take('room')).spectators, 2);
    deaf.socket.pause();
    const text = '札'.repeat(500);
    /** Receives a hundred chat messages. Returns whether the spectator was reported as gone meanwhile. */
    const listen = async (client) => {
        let gone = false;
        for (let lines = 0; lines < 100; ) {
            const message = await client.next('a line of chat');
            if (message.type === 'chat') lines++;
            else {
                assert.deepEqual([message.type, message.spectators], ['room', 1]);
                gone = true;
            }
        }
        return gone;
    };
    let gone = false;
    for (let batch = 0; batch < 200 && !gone; batch++) {
        for (let i = 0; i < 100; i++) clients[0].send({ type: 'chat', room: match.room, text });
        const seen = await Promise.all(clients.map(listen));
        gone = seen[0];
        assert.ok(seen.every((one) => one === gone), 'all are told in the same order');
    }
    assert.ok(gone, 'it was closed');
    const { text: metrics } = await world.server.get('/metrics');
    assert.equal(readMetrics(metrics).values.get('tefuda_limits_hit_total{limit="outbox"}'), 1);
    await match.play(new Random(3));
    match.close();
    deaf.socket.resume();
    await deaf.drop();
});
