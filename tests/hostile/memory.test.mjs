// What waits to be sent to clients that don't read is bounded for each address and in all.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pause, Player, report, Siege } from './siege.mjs';

/** Memory in MiB that the server may have used after any attack: of its 1,024 a quarter may wait to be sent. */
const bound = 600;

const addresses = (from, count) => Array.from({ length: count }, (_, i) => `127.0.1.${from + i}`);

test('whoever does not read the lists of rooms gets no more of them', async (context) => {
    const siege = await Siege.lay(context);
    await siege.attack('rooms', { addresses: addresses(1, 10), rooms: 1000, each: 100, sits: true });
    const p99 = await siege.pings(() => siege.attack('unreadLists', { address: '127.0.1.20', connections: 400, lists: 100 }));
    const took = await siege.timeToPlay();
    report('unread lists', { MiB: siege.memory(), 'p99 ms': p99, 'play ms': took });
    assert.ok(siege.memory() < 250, `${siege.memory()} MiB`);
});

test('lists that nobody reads at several addresses stay in the budget of all', async (context) => {
    const siege = await Siege.lay(context);
    await siege.attack('rooms', { addresses: addresses(1, 10), rooms: 1000, each: 100, sits: true });
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
    const siege = await Siege.lay(context, '--max-unsent-bytes-per-address', `${8 * 2 ** 20}`, '--http-rate', '10000');
    const maker = await Player.connect(siege.port);
    const { room } = await maker.ask({ type: 'create', game: 'ttpageone', seats: 6, options: { games: 9 }, bots: Array(6).fill('easy') }, 'created');
    maker.send({ type: 'join', room, name: 'n', role: 'spectator', updates: 'events' });
    await maker.next(({ status }) => status === 'finished');
    maker.close();
    const path = `/api/rooms/${room}/matches/1/updates`;
    const { length } = (await siege.server.get(path)).text;
    // More than the kernel takes for a connection, however long the match was.
    const requests = Math.ceil(8e6 / length);
    const p99 = await siege.pings(() => siege.attack('unreadGets', { address: '127.0.1.1', connections: 480, requests, path }));
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

test('the text of a client\'s numbers is kept nowhere', async (context) => {
    const siege = await Siege.lay(context);
    const before = siege.memory();
    const written = siege.written();
    const attack = (zeros, seconds) => siege.attack('padded', { address: '127.0.1.1', connections: 20, rooms: 3, zeros, seconds });
    const [long, short] = [await attack(16_000, 5), await attack(1700, 8)];
    assert.equal(long.accepted, 0, 'an act has 2 KiB');
    assert.ok(long.refused > 5 && short.accepted > 100, `${long.refused} ${short.accepted}`);
    const grown = siege.memory() - before;
    const stored = siege.written() - written;
    const took = await siege.timeToPlay();
    report(`${short.accepted} actions, ${Math.round(short.bytes / 1e6)} MB, with numbers of 1,700 zeros`, { 'MiB more': grown, 'MiB written': stored, 'play ms': took });
    assert.ok(grown < 80, `${grown} MiB`);
    // What is stored is what would be without the zeros.
    await siege.withdraw();
    assert.equal(await siege.server.stop(), 0);
    const { size } = statSync(join(siege.folder, 'rooms.sqlite'));
    assert.ok(size < short.bytes / 2, `${size} of ${short.bytes} bytes`);
    await siege.start();
    assert.ok(siege.memory() < before + 60, `${siege.memory()} MiB after a restart`);
});

test('a connection remembers no rooms in which it takes no part', async (context) => {
    const siege = await Siege.lay(context);
    const rooms = [];
    const maker = await Player.connect(siege.port);
    for (let i = 0; i < 600; i++) {
        rooms.push((await maker.ask({ type: 'create', game: 'fortyone' }, 'created')).room);
        if (i % 5 === 0) await pause(40);
    }
    // As long as the connections themselves.
    await siege.attack('named', { addresses: addresses(1, 2), connections: 150, rooms: rooms.slice(0, 20) });
    const before = siege.memory();
    const { answers } = await siege.attack('named', { addresses: addresses(3, 2), connections: 150, rooms });
    const grown = siege.memory() - before;
    const took = await siege.timeToPlay();
    report(`300 connections name 600 rooms`, { answers, 'MiB more': grown, 'play ms': took });
    assert.equal(answers, 300 * 600);
    // The connections have some 4 MiB; 173 bytes for each name would be 30.
    assert.ok(grown < 14, `${grown} MiB`);
});

test('the actions of all matches in memory have a bound, also at the start', async (context) => {
    const siege = await Siege.lay(context, '--max-match-bytes', `${2 ** 18}`);
    const player = await Player.connect(siege.port);
    const rooms = [];
    let refused;
    for (let i = 0; i < 100 && !refused; i++) {
        const id = `c${i}`;
        player.send({ type: 'create', id, game: 'ttpageone', seats: 6, options: { games: 9 }, bots: Array(6).fill('easy') });
        const reply = await player.next(({ re }) => re === id);
        if (reply.type === 'error') {
            refused = reply.code;
            break;
        }
        rooms.push(reply.room);
        player.send({ type: 'join', room: reply.room, name: 'n', role: 'spectator', updates: 'events' });
        await player.next(({ room, status }) => room === reply.room && status === 'finished');
    }
    assert.equal(refused, 'server_full');
    await siege.server.stop();
    await siege.start();
    report(`${rooms.length} long matches, 256 KiB of them in memory`, { MiB: siege.memory() });
    assert.equal((await siege.server.get(`/api/rooms/${rooms[0]}/matches/1`)).status, 200);
});
