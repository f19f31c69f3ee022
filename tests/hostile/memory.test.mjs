// What waits to be sent to clients that don't read is bounded for each address and in all.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pause, Player, report, Siege } from './siege.mjs';

/** Memory in MiB that the server may have used after any attack: of its 1,024 a quarter may wait to be sent. */
const bound = 600;

const addresses = (from, count) => Array.from({ length: count }, (_, i) => `127.0.1.${from + i}`);

test('whoever does not read the lists of rooms gets no more of them', async (context) => {
    const siege = await Siege.lay(context);
    await siege.attack('rooms', { addresses: addresses(1, 10), rooms: 1000, each: 100 });
    const p99 = await siege.pings(() => siege.attack('unreadLists', { address: '127.0.1.20', connections: 400, lists: 100 }));
    const took = await siege.timeToPlay();
    report('unread lists', { MiB: siege.memory(), 'p99 ms': p99, 'play ms': took });
    assert.ok(siege.memory() < 250, `${siege.memory()} MiB`);
});

test('lists that nobody reads at several addresses stay in the budget of all', async (context) => {
    const siege = await Siege.lay(context);
    await siege.attack('rooms', { addresses: addresses(1, 10), rooms: 1000, each: 100 });
    const attacks = addresses(20, 23).map((address) => siege.attack('unreadLists', { address, connections: 400, lists: 100 }));
    const p99 = await siege.pings(() => Promise.all(attacks));
    const took = await siege.timeToPlay();
    report('unread lists at four addresses', { MiB: siege.memory(), 'p99 ms': p99, 'play ms': took });
    assert.ok(siege.memory() < bound, `${siege.memory()} MiB`);
    assert.doesNotMatch(siege.server.log, /bad_alloc/);
});

test('updates that many ask for again at once are written no faster than they are taken', async (context) => {
    const siege = await Siege.lay(context);
    const seats = await Promise.all(Array.from({ length: 12 }, async () => {
        const player = await Player.connect(siege.port, '127.0.1.1');
        const { room } = await player.ask({ type: 'create', game: 'ttpageone', seats: 6, options: { games: 9 } }, 'created');
        const { token } = await player.ask({ type: 'join', room, name: 'n', updates: 'events' }, 'joined');
        for (let i = 1; i < 6; i++) player.send({ type: 'fill', room, level: 'easy' });
        await player.next(({ type, seq }) => type === 'update' && seq === 1);
        await player.ask({ type: 'leave', room });
        await player.ask({ type: 'join', room, name: 'n', role: 'spectator', updates: 'events' }, 'joined');
        const { seq } = await player.next(({ type, over }) => type === 'update' && over);
        player.close();
        return { room, token, seq };
    }));
    const p99 = await siege.pings(() => siege.attack('resumes', { address: '127.0.1.1', seats, times: 299 }));
    const took = await siege.timeToPlay();
    report(`${seats.length * 299} resumes at once`, { MiB: siege.memory(), 'p99 ms': p99, 'play ms': took });
    assert.ok(siege.memory() < 120, `${siege.memory()} MiB`);
});

test('a room in which hundreds of spectators talk writes no faster than they are sent it', async (context) => {
    const siege = await Siege.lay(context);
    const host = await Player.connect(siege.port);
    const { room } = await host.ask({ type: 'create', game: 'fortyone' }, 'created');
    const attacks = addresses(1, 4).map((address) => siege.attack('chatter', { address, room, connections: 400, seconds: 5 }));
    const p99 = await siege.pings(() => Promise.all(attacks));
    const took = await siege.timeToPlay();
    report('1,600 spectators who talk', { MiB: siege.memory(), 'p99 ms': p99, 'play ms': took });
    assert.ok(siege.memory() < 250, `${siege.memory()} MiB`);
    host.close();
});

test('GETs of a long match that nobody reads are bounded', async (context) => {
    // All that waits is some 30 MB: each GET holds the match's actions, and a piece of its updates.
    const siege = await Siege.lay(context, '--max-unsent-bytes-per-address', `${8 * 2 ** 20}`);
    const maker = await Player.connect(siege.port);
    const { room } = await maker.ask({ type: 'create', game: 'ttpageone', seats: 6, options: { games: 9 }, bots: Array(6).fill('easy') }, 'created');
    maker.send({ type: 'join', room, name: 'n', role: 'spectator', updates: 'events' });
    await maker.next(({ status }) => status === 'finished');
    maker.close();
    const path = `/api/rooms/${room}/matches/1/updates`;
    const { length } = (await siege.server.get(path)).text;
    const p99 = await siege.pings(() => siege.attack('unreadGets', { address: '127.0.1.1', connections: 480, requests: 4, path }));
    const took = await siege.timeToPlay();
    report(`480 unread GETs of ${Math.round(length / 1e5) / 10} MB`, { MiB: siege.memory(), 'p99 ms': p99, 'play ms': took });
    assert.ok(siege.memory() < bound, `${siege.memory()} MiB`);
    assert.ok((await siege.figure('tefuda_limits_hit_total{limit="unsent_bytes"}')) > 0, 'some were closed');
    assert.match(siege.server.log, /address=127\.0\.1\.1\b/);
    assert.equal((await siege.server.get(path)).text.length, length, 'whoever reads gets all of it');
});

test('a flood of GETs is slowed down for its address, not for the others', async (context) => {
    const siege = await Siege.lay(context, '--http-rate', '20');
    const maker = await Player.connect(siege.port);
    const { room } = await maker.ask({ type: 'create', game: 'selfish', seats: 8, bots: Array(8).fill('easy') }, 'created');
    maker.send({ type: 'join', room, name: 'n', role: 'spectator', updates: 'events' });
    await maker.next(({ status }) => status === 'finished');
    maker.close();
    const path = `/api/rooms/${room}/matches/1`;
    const p99 = await siege.pings(async () => {
        const flood = siege.attack('gets', { address: '127.0.1.1', connections: 50, path, seconds: 6 });
        await pause(4000);
        for (let i = 0; i < 5; i++) assert.equal((await siege.server.get(path)).status, 200, 'another address is not told so');
        await flood;
    });
    report('a flood of GETs', { MiB: siege.memory(), 'p99 ms': p99 });
    assert.ok((await siege.figure('tefuda_limits_hit_total{limit="requests"}')) > 0, 'it was told to wait');
});
