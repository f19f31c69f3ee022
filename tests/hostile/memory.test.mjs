// What waits to be sent to clients that don't read is bounded for each address and in all.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pause, until } from '../e2e/support/until.mjs';
import { is_long, Player, report, Siege } from './siege.mjs';

/** The long form is so many times as large, at the default limits of a server that may use 1 GiB; the short one has a quarter of them. */
const scale = is_long ? 4 : 1;
const limits = is_long ? [] : ['--max-unsent-bytes', `${64 * 2 ** 20}`];

const addresses = (from, count) => Array.from({ length: count }, (_, i) => `127.0.1.${from + i}`);
const mib = (bytes) => bytes / 2 ** 20;

/**
 * The server's memory grows by a small part of all that an attack would have it say.
 * \param before the memory before the attack, in MiB
 * \param asked in bytes
 * \param part of it that it may grow by; without a bound it would be nearly all
 */
function isBounded(siege, what, { before, asked, part = 1 / 4, ...more }) {
    const grown = siege.memory() - before;
    report(what, { 'MiB more': grown, 'MiB asked for': mib(asked), ...more });
    assert.ok(grown < mib(asked) * part, `${grown} MiB more for ${mib(asked)} MiB that were asked for`);
}

test('whoever does not read the lists of rooms gets no more of them, at one address and at four', async (context) => {
    const siege = await Siege.lay(context, ...limits);
    await siege.attack('rooms', { addresses: addresses(1, 2), rooms: 100, each: 50 });
    const player = await Player.connect(siege.port);
    const list = JSON.stringify(await player.ask({ type: 'list' }, 'rooms')).length;
    player.close();
    const connections = 100 * scale, lists = 40;
    const unread = (at) => at.map((address) => siege.attack('unreadLists', { address, connections, lists }));
    for (const [what, at] of [['unread lists', addresses(20, 1)], ['unread lists at four addresses', addresses(21, 4)]]) {
        const before = siege.memory();
        const pings = await siege.pings(() => Promise.all(unread(at)));
        let handled;
        await until(async () => {
            const same = handled === (handled = await siege.figure('tefuda_messages_received_total'));
            await pause(300);
            return same;
        }, 'the last list that the server makes');
        await siege.play();
        isBounded(siege, what, { before, asked: at.length * connections * lists * list, 'p99 ms': pings.p99 });
    }
    assert.doesNotMatch(siege.server.log, /bad_alloc/);
});

/** A seat in a match of some hundred actions that is over: \returns its room, token and last `seq`. */
async function longMatch(siege) {
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
}

test('updates that many ask for again are written no faster than they are taken, and keep nobody waiting', async (context) => {
    const siege = await Siege.lay(context);
    const seats = await Promise.all(Array.from({ length: 12 }, () => longMatch(siege)));
    assert.ok(Math.min(...seats.map(({ seq }) => seq)) > 200);
    const sent = () => siege.figure('tefuda_sent_bytes_total');
    const received = () => siege.figure('tefuda_messages_received_total');
    const [memory, bytes] = [siege.memory(), await sent()];
    const count = 299;
    // Whoever takes too little while others wait is closed: on a busy machine these may be some of the attackers themselves.
    const { p99 } = await siege.pings(async () =>
        assert.ok((await siege.attack('resumes', { address: '127.0.1.1', seats, times: count })).answered > 0));
    await siege.play();
    // Twelve connections may have a fifth of it waiting in their queues, a quarter where the machine is busy.
    isBounded(siege, `${seats.length * count} resumes at once`, { before: memory, asked: await sent() - bytes, part: 1 / 2, 'p99 ms': p99 });
    await siege.withdraw();
    const [connections, rate] = [60, 90];
    const before = await received();
    const pings = await siege.pings(() => siege.attack('resumeRate', { address: '127.0.1.1', seats, connections, rate, seconds: 3 }));
    const each = (await received() - before) / pings.count;
    report(`${connections} connections resume ${rate} times a second`, { 'messages between two pings': each, 'p99 ms': pings.p99 });
    // Whoever waited for all that the others ask for in a second would see one ping to 5,400 messages.
    assert.ok(each < connections * rate / 4, `${each} messages between two pings`);
});

test('a room in which hundreds of spectators talk writes no faster than they are sent it', async (context) => {
    const siege = await Siege.lay(context);
    const host = await Player.connect(siege.port);
    const { room } = await host.ask({ type: 'create', game: 'fortyone' }, 'created');
    const connections = 100 * scale, lines = 5, length = 250;
    const talk = (seconds) => Promise.all(addresses(1, 4).map((address) => siege.attack('chatter', { address, room, connections, seconds })));
    // What so many connections need without a word of chat.
    await talk(0);
    await siege.withdraw();
    const before = siege.memory();
    const { p99 } = await siege.pings(() => talk(3));
    await siege.play();
    // The rate of chat allows each of them five lines at once.
    isBounded(siege, `${4 * connections} spectators who talk`, { before, asked: (4 * connections) ** 2 * lines * length, 'p99 ms': p99 });
    host.close();
});

test('GETs of a long match that nobody reads are bounded', async (context) => {
    // What waits is less than the connections could take: each GET holds the match's actions, and a piece of its updates.
    const siege = await Siege.lay(context, '--max-unsent-bytes-per-address', `${2 * scale * 2 ** 20}`, '--http-rate', '10000');
    const maker = await Player.connect(siege.port);
    const { room } = await maker.ask({ type: 'create', game: 'ttpageone', seats: 6, options: { games: 9 }, bots: Array(6).fill('easy') }, 'created');
    maker.send({ type: 'join', room, name: 'n', role: 'spectator', updates: 'events' });
    await maker.next(({ status }) => status === 'finished');
    maker.close();
    const path = `/api/rooms/${room}/matches/1/updates`;
    const { length } = (await siege.server.get(path)).text;
    // More than the kernel takes for a connection, however long the match was.
    const requests = Math.ceil(8e6 / length), connections = 120 * scale;
    const before = siege.memory();
    const { p99 } = await siege.pings(() => siege.attack('unreadGets', { address: '127.0.1.1', connections, requests, path }));
    await until(() => siege.figure('tefuda_limits_hit_total{limit="unsent_bytes"}'), 'the limit of unsent bytes');
    await siege.play();
    isBounded(siege, `${connections} unread GETs of ${Math.round(length / 1e5) / 10} MB`, { before, asked: connections * requests * length, 'p99 ms': p99 });
    assert.match(siege.server.log, /address=127\.0\.1\.1\b/);
    assert.equal((await siege.server.get(path)).text.length, length, 'whoever reads gets all of it');
});
