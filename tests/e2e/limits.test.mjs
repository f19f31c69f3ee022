// The limits for clients, and that a client within the limits is never refused.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import WebSocket from 'ws';
import { readMetrics } from './support/metrics.mjs';
import { until } from './support/until.mjs';
import { World } from './support/world.mjs';

let world;
before(async () => (world = await World.start('--max-rooms', '60', '--max-rooms-per-connection', '3', '--max-seats-per-connection', '2',
    '--max-connections-per-address', '20', '--message-rate', '50', '--guess-rate', '0.5', '--allowed-origins', 'https://cards.example')));
after(() => world.stop());

/** Sends a message `count` times without waiting. Returns the replies, grouped by type or error code. */
function burst(client, count, message) {
    return new Promise((resolve) => {
        const answers = new Map();
        let left = count;
        client.socket.on('message', (data) => {
            const answer = JSON.parse(data);
            const kind = answer.code ?? answer.type;
            answers.set(kind, [...(answers.get(kind) ?? []), answer]);
            if (--left === 0) resolve(answers);
        });
        for (let i = 0; i < count; i++) client.socket.send(JSON.stringify({ ...message, id: i }));
    });
}

/** A plain connection that does not check any message. */
async function plain(headers = {}, where = world) {
    const socket = new WebSocket(where.server.socketUrl, { headers, perMessageDeflate: false });
    const status = await new Promise((resolve) => {
        socket.once('message', () => resolve(101));
        socket.once('unexpected-response', (_, response) => resolve(response.statusCode));
        socket.once('error', () => resolve(0));
    });
    return { socket, status, close: () => new Promise((resolve) => socket.once('close', resolve).close()) };
}

/** How often a limit was exceeded, according to the metrics. */
async function hits({ server }, limit) {
    const { text } = await server.get('/metrics');
    return readMetrics(text).values.get(`tefuda_limits_hit_total{limit="${limit}"}`);
}

test('welcome says the limits, and null where there are none', async () => {
    const { welcome } = await world.client();
    assert.deepEqual(welcome, {
        type: 'welcome',
        protocol: 1,
        server: { name: welcome.server.name, version: world.server.version },
        games: world.catalogue.map(({ id }) => id),
        limits: { messages_per_second: 50, burst: 150, rooms: 3, seats: 2, message_bytes: 16384 },
        you: null,
    });
    const others = await World.start('--no-limits', '--max-message-bytes', '2000', '--max-rooms', '1', '--max-rooms-per-connection', '1');
    const free = await others.client();
    assert.deepEqual(free.welcome.limits, { messages_per_second: null, burst: null, rooms: null, seats: null, message_bytes: 2000 });
    for (let i = 0; i < 3; i++) await free.create('fortyone');
    assert.deepEqual([...(await burst(free, 2000, { type: 'ping' })).keys()], ['pong']);
    await others.stop();
});

test('who sends too many messages, lines of chat or wrong codes is told when to try again', async () => {
    const flood = async (message, first) => {
        const { socket, close } = await plain();
        if (first) await burst({ socket }, 1, first);
        const answers = await burst({ socket }, 300, message);
        assert.equal(socket.readyState, WebSocket.OPEN, 'an error closes nothing');
        await close();
        for (const { details } of answers.get('rate_limited')) assert.ok(details.retry_after_ms >= 1);
        return answers;
    };
    assert.ok((await flood({ type: 'ping' })).get('pong').length >= 150);
    const client = await world.client();
    const { room } = await client.create('fortyone');
    assert.ok((await flood({ type: 'chat', room, text: 'x' }, { type: 'join', room, name: 'p', role: 'spectator' })).get('ok').length >= 10);
    assert.ok((await flood({ type: 'join', room: 'AAAAAAAA', name: 'p' })).get('no_such_room').length >= 6);
    // Over HTTP, too, where what comes back meanwhile has been used up. Right codes look alike, but for those that the connection has made.
    for (const code of ['AAAAAAAA', room]) {
        const answer = await until(async () => {
            await world.server.get('/api/rooms/AAAAAAAA');
            const got = await world.server.get(`/api/rooms/${code}`);
            return got.status === 429 && got;
        }, '429');
        assert.match(answer.headers.get('retry-after'), /^[1-9][0-9]*$/);
    }
    await client.join(room, 'p');
    await client.drop();
    assert.equal((await world.server.get('/api/rooms')).status, 200, 'other requests from this address still work');
});

test('the rooms that a connection creates and its seats are limited', async () => {
    const [client, guest] = await world.several(2);
    const rooms = [];
    for (let i = 0; i < 3; i++) rooms.push((await client.create('fortyone')).room);
    await client.refused('too_many_rooms', { type: 'create', game: 'fortyone' });
    for (const room of rooms.slice(0, 2)) await guest.join(room, 'p', { role: 'spectator' });
    await guest.refused('too_many_rooms', { type: 'join', room: rooms[2], name: 'p' });
    await guest.ask({ type: 'leave', room: rooms[0] });
    await guest.join(rooms[2], 'p');
    for (const one of [client, guest]) await one.drop();
});

test('connections from one address are limited', async () => {
    const open = [];
    while (open.length < 40) {
        const client = await plain();
        if (client.status !== 101) break;
        open.push(client);
    }
    assert.ok(open.length >= 10 && open.length <= 20, `${open.length} connected`);
    await open.pop().close();
    // After one is closed another is accepted, once the server has noticed that.
    let again;
    do again = await plain();
    while (again.status !== 101);
    for (const client of [...open, again]) await client.close();
});

test('the total number of connections is limited', async () => {
    const others = await World.start('--max-connections', '8');
    const open = [];
    for (let i = 0; i < 9; i++) open.push(await plain({}, others));
    // The requests of World.start may still hold some connections.
    const connected = open.filter(({ status }) => status === 101);
    assert.ok(connected.length >= 4 && connected.length <= 8, `${connected.length} connected`);
    for (const client of connected) await client.close();
    // The server refuses the metrics request, too, until it has noticed that a connection was closed.
    let counted;
    while (counted === undefined) counted = await hits(others, 'connections').catch(() => undefined);
    assert.ok(counted >= 1);
    await others.stop();
});

test('a message that is too long closes the connection', async () => {
    const others = await World.start('--max-message-bytes', '1024');
    const client = await plain({}, others);
    const answered = new Promise((resolve) => client.socket.once('message', resolve));
    client.socket.send('{"type":"ping"}'.padEnd(1024));
    await answered;
    client.socket.send('{"type":"ping"}'.padEnd(1025));
    assert.equal(await new Promise((resolve) => client.socket.once('close', resolve)), 1009);
    assert.equal(await hits(others, 'message_bytes'), 1);
    await others.stop();
});

test('pages of other origins may not connect', async () => {
    const own = new URL(world.server.url).host;
    for (const [origin, status] of [[`http://${own}`, 101], ['https://cards.example', 101], ['https://evil.example', 403], ['null', 403], [`http://${own}.evil.example`, 403]]) {
        const client = await plain({ origin });
        assert.equal(client.status, status, origin);
        if (status === 101) await client.close();
    }
    // Without --trust-forwarded a proxy's headers are ignored.
    const client = await plain({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' });
    assert.equal(client.status, 403);
});

test('the total number of rooms is limited', async () => {
    const others = await World.start('--max-rooms', '2');
    const client = await others.client();
    for (let i = 0; i < 2; i++) {
        const { room } = await client.create('fortyone');
        await client.join(room, 'n');
    }
    await client.refused('server_full', { type: 'create', game: 'fortyone' });
    await others.stop();
});

test('with --trust-forwarded the proxy\'s headers are used', async () => {
    const others = await World.start('--trust-forwarded', '--max-connections-per-address', '2');
    const connect = (headers) => plain(headers, others);
    assert.equal((await connect({ origin: 'https://cards.example', 'x-forwarded-host': 'cards.example' })).status, 101);
    assert.equal((await connect({ origin: 'https://evil.example', 'x-forwarded-host': 'cards.example' })).status, 403);
    const secure = { 'x-forwarded-host': 'cards.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.9' };
    assert.equal((await connect({ origin: 'https://cards.example', ...secure })).status, 101);
    assert.equal((await connect({ origin: 'http://cards.example', ...secure })).status, 403, 'a page that came over HTTP may have been tampered with');
    // The proxy itself adds the last address; the ones before it come from the client and are not trusted.
    const from = (address) => connect({ 'x-forwarded-for': `198.51.100.7, ${address}` });
    assert.deepEqual([(await from('192.0.2.1')).status, (await from('192.0.2.1')).status, (await from('192.0.2.1')).status], [101, 101, 503]);
    assert.equal((await from('192.0.2.2')).status, 101);
    assert.deepEqual([(await from('2001:db8::1')).status, (await from('2001:db8::2')).status, (await from('2001:db8::3')).status], [101, 101, 503]);
    await others.stop();
});

test('the metrics count every limit that these tests exceeded, and no others', async () => {
    for (const limit of ['messages', 'chat', 'guesses', 'connections_an_address', 'rooms_a_connection', 'seats_a_connection'])
        assert.ok((await hits(world, limit)) > 0, limit);
    for (const limit of ['outbox', 'mailbox', 'rooms', 'connections', 'message_bytes']) assert.equal(await hits(world, limit), 0, limit);
});
