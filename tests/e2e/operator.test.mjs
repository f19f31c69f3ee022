// What an operator does with a running server: `tefuda-server admin`, and the socket behind it.
// TEFUDA_OPERATOR_DATABASE: the URL of an empty PostgreSQL database that is used instead of a folder.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { chmodSync, existsSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Operator, run } from './support/admin.mjs';
import { binary, Server } from './support/server.mjs';
import { World } from './support/world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tefuda-operator-'));
const socket = join(folder, 'admin.sock');
const database = process.env.TEFUDA_OPERATOR_DATABASE;
const flags = [...(database ? ['--database', database, '--node', 'operated', '--admin-socket', socket] : ['--data', folder]), '--guess-rate', '100'];
const operator = new Operator(socket);
/** What must not be among what is printed. */
const secrets = new Set();
let world;
before(async () => (world = await World.start(...flags)));
after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true });
});

/** A fortyone match of two people who are connected. */
async function playing(options = {}) {
    const [host, guest] = await world.several(2);
    const { room } = await host.create('fortyone', options);
    const tokens = [(await host.join(room, 'Aki')).joined.token, (await guest.join(room, 'Ben')).joined.token];
    for (const token of tokens) secrets.add(token);
    await host.take('room');
    const updates = [await host.take('update'), await guest.take('update')];
    for (const { view } of updates) secrets.add(JSON.stringify(view.hands[view.seat]));
    return { room, host, guest, tokens, updates };
}

/** Both leave, so bots play the match to its end. */
async function finished({ room, host, guest }) {
    const watcher = await world.client();
    await watcher.join(room, 'Watcher', { role: 'spectator' });
    for (const one of [host, guest]) one.send({ type: 'leave', room });
    for (;;) {
        const message = await watcher.next('the end of a match');
        if (message.type === 'update' && message.over) break;
    }
    return watcher;
}

test('the socket is the server user\'s alone', () => {
    const { mode } = lstatSync(socket);
    assert.equal(mode & 0o777, 0o600);
    assert.equal(mode & 0o170000, 0o140000);
});

test('wrong usage and a missing server are exit code 2, a refusal is 1, each with a sentence', async () => {
    for (const words of [[], ['nonsense'], ['close'], ['kick', 'ABC'], ['rooms', '--nonsense'], ['room', 'A', 'B']]) {
        const { code, errors } = await operator.admin(...words);
        assert.equal(code, 2, words.join(' '));
        assert.match(errors, /^tefuda-server: \S.*\n$/);
    }
    const { code, errors } = await run(binary, ['admin', 'rooms', '--admin-socket', join(folder, 'nowhere.sock')]);
    assert.equal(code, 2);
    assert.match(errors, /No server listens/);
    assert.equal((await run(binary, ['admin', 'rooms'])).code, 2);
    assert.match(await operator.refused('room', 'ABCDEFGHJK'), /There is no room ABCDEFGHJK/);
    assert.match(await operator.refused('rooms', '--game', 'nogame'), /There is no game nogame/);
    await operator.refused('close', 'ABCDEFGHJK');
    await operator.refused('kick', 'ABCDEFGHJK', '0');
    await operator.refused('drain', '--for', 'soon');
    await operator.refused('drain', '--undo');
});

test('flags stand anywhere, and a configuration file names the socket', async () => {
    const config = join(folder, 'tefuda.conf');
    writeFileSync(config, `admin-socket = ${socket}\n`);
    for (const words of [['admin', 'rooms', '--json', '--config', config], ['--config', config, 'admin', '--json', 'rooms'], ['admin', '--config', config, 'rooms', '--json']]) {
        assert.equal(JSON.parse((await run(binary, words)).out).ok, true);
    }
});

test('rooms, one room and people are listed, with addresses and chat, for a program and for people', async () => {
    const { room, host, guest } = await playing({ public: true });
    await host.ask({ type: 'chat', room, text: 'hello\u202e there' });
    await host.take('chat');
    await guest.take('chat');
    const listed = (await operator.rows('rooms')).find((one) => one.room === room);
    const seat = (number, name) => ({ seat: number, name, kind: 'human', player: null, connected: true });
    const { age_s: age, silent_s: silent, node, ...rest } = listed;
    assert.deepEqual(rest, { room, game: 'fortyone', status: 'playing', seats: [seat(0, 'Aki'), seat(1, 'Ben')], spectators: 0, public: true });
    assert.ok(age >= 0 && age < 60 && silent >= 0 && silent <= age && typeof node === 'string');
    assert.deepEqual((await operator.rows('rooms', '--game', 'selfish')).filter((one) => one.game !== 'selfish'), []);
    assert.ok((await operator.rows('rooms', '--all')).some((one) => one.room === room));

    const one = await operator.row('room', room);
    assert.deepEqual(one.seats.map(({ address }) => address), ['127.0.0.1', '127.0.0.1']);
    assert.ok(one.seats.every(({ connected_s: since }) => since >= 0 && since < 60));
    assert.deepEqual(one.chat.map(({ age_s: _, ...line }) => line), [{ from: 0, name: 'Aki', player: null, text: 'hello\u202e there' }]);

    const people = (await operator.rows('people')).filter(({ rooms }) => rooms.includes(room));
    assert.deepEqual(people.map(({ names }) => names).sort(), [['Aki'], ['Ben']]);
    assert.ok(people.every(({ player, address, connected_s: since }) => player === null && address === '127.0.0.1' && since >= 0));

    const table = await operator.admin('room', room);
    assert.match(table.out, /Aki/);
    assert.match(table.out, /hello\? there/, 'nothing turns the terminal\'s text round');
    const json = await operator.admin('room', room, '--json');
    assert.match(json.out, /hello\\u202e there/);
    assert.match((await operator.admin('rooms')).out, new RegExp(`^room +game .*\\n(.*\\n)*${room} +fortyone +playing`));
});

test('a room that sleeps is shown', { skip: !!database }, async () => {
    const { room, tokens } = await playing();
    await world.stop();
    world = await World.start(...flags);
    assert.deepEqual((await operator.row('room', room)).seats.map(({ name, connected }) => [name, connected]), [['Aki', false], ['Ben', false]]);
    const client = await world.client();
    await client.resume(room, tokens[0]);
});

test('close tells everybody and ends the room; what had ended before stays, also after a restart', async () => {
    const first = await playing({ public: true });
    const watcher = await finished(first);
    const { room } = first;
    const path = `/api/rooms/${room}/matches/1`;
    assert.equal((await world.server.get(path)).status, 200);
    const again = await world.client();
    await again.resume(room, first.tokens[0]);
    await operator.answer('close', room, '--because', 'It is late.');
    for (const one of [watcher, again])
        for (;;) {
            const message = await one.next('closed');
            if (message.type !== 'closed') continue;
            assert.deepEqual(message, { type: 'closed', room, message: 'It is late.' });
            break;
        }
    const gone = async () => {
        const client = await world.client();
        await client.refused('no_such_room', { type: 'join', room, name: 'Eri' });
        await client.refused('no_such_room', { type: 'resume', room, token: first.tokens[0] });
        assert.equal((await world.server.get(`/api/rooms/${room}`)).status, 404);
        assert.equal((await world.server.get(path)).status, 200);
        assert.match(await operator.refused('room', room), /There is no room/);
        await operator.refused('close', room);
        assert.ok(!(await operator.rows('rooms', '--all')).some((one) => one.room === room));
    };
    await again.refused('no_such_room', { type: 'chat', room, text: 'still here?' });
    await gone();
    await world.stop();
    world = await World.start(...flags);
    await gone();
});

test('closing a room ends its match without a result', async () => {
    const { room, host, guest } = await playing({ public: true });
    assert.equal((await operator.answer('close', room)).ok, true);
    for (const one of [host, guest]) assert.equal((await one.take('closed')).room, room);
    assert.equal((await world.server.get(`/api/rooms/${room}/matches/1`)).status, 404);
    assert.equal((await world.server.get(`/api/rooms/${room}`)).status, 404);
    assert.ok(!(await world.server.get('/api/rooms')).json.some((one) => one.room === room));
    await host.refused('no_such_room', { type: 'act', room, decision: 1, action: {} });
});

test('kick empties a seat as its host would', async () => {
    const { room, host, guest } = await world.waiting();
    await operator.answer('kick', room, '0');
    assert.deepEqual(await host.take('replaced'), { type: 'replaced', room });
    await host.refused('blocked', { type: 'join', room, name: 'Aki' });
    const { seats } = await guest.take('room');
    assert.deepEqual(seats.map(({ kind, host: isHost }) => [kind, isHost]), [['empty', false], ['human', true], ['empty', false]]);
    assert.match(await operator.refused('kick', room, '0'), /nobody sits there/);
    assert.match(await operator.refused('kick', room, '7'), /nobody sits there/);
    await operator.refused('kick', room, 'first');
    await operator.refused('kick', room, '1.5');
});

test('stats count what was played by day and game', async () => {
    const before = (await operator.rows('stats')).find(({ game }) => game === 'fortyone') ?? { matches: 0, rooms: 0 };
    await finished(await playing());
    const now = (await operator.rows('stats')).find(({ game }) => game === 'fortyone');
    assert.equal(now.day, new Date().toISOString().slice(0, 10));
    assert.deepEqual([now.matches - before.matches, now.rooms - before.rooms], [1, 1]);
});

test('the socket answers line by line, and refuses what is no command', async () => {
    const line = connect(socket);
    line.on('error', () => {});
    await once(line, 'connect');
    const ask = async (text) => {
        line.write(`${text}\n`);
        let got = '';
        while (!got.endsWith('\n')) got += (await once(line, 'data'))[0];
        return JSON.parse(got);
    };
    assert.equal((await ask('{"command":"people"}')).ok, true);
    for (const wrong of ['', 'x', '[]', '{}', '{"command":"nonsense"}', '{"command":"rooms","arguments":{"games":1}}', '{"command":"rooms","x":1}', '{"command":"close","arguments":{"code":7}}']) {
        const { ok, message } = await ask(wrong);
        assert.equal(ok, false, wrong);
        assert.match(message, /^\S.*\.$/);
    }
    assert.equal((await ask('{"command":"rooms","arguments":{}}')).ok, true);
    line.write('x'.repeat(100_000));
    await new Promise((resolve) => line.on('close', resolve));
    assert.equal((await operator.answer('rooms')).ok, true, 'others are served');
});

test('drain takes nothing new until it is undone', async () => {
    const { room, host } = await playing();
    const waiting = await world.client();
    const { room: waits } = await waiting.create('selfish', { seats: 3 });
    await waiting.join(waits, 'Eri');
    await operator.answer('drain', '--for', '1h');
    assert.equal((await world.server.get('/readyz')).status, 503);
    assert.equal((await world.server.get('/healthz')).status, 200);
    const client = await world.client();
    await client.refused('shutting_down', { type: 'create', game: 'fortyone' });
    await client.refused('shutting_down', { type: 'join', room: waits, name: 'Fumi' });
    await waiting.ask({ type: 'fill', room: waits });
    await waiting.take('room');
    await waiting.refused('shutting_down', { type: 'start', room: waits });
    await host.refused('already_playing', { type: 'start', room });
    await host.ask({ type: 'chat', room, text: 'still here' });
    await operator.answer('drain', '--undo');
    assert.equal((await world.server.get('/readyz')).status, 200);
    await client.create('fortyone');
    await waiting.ask({ type: 'start', room: waits });
    await operator.answer('close', room);
    await operator.answer('close', waits);
});

test('a server that drains stops when its last match is over, or when its time is', async () => {
    const other = mkdtempSync(join(tmpdir(), 'tefuda-drain-'));
    const start = () => World.start(...(database ? ['--admin-socket', join(other, 'admin.sock')] : ['--data', other]));
    const theirs = new Operator(join(other, 'admin.sock'));
    assert.equal((await theirs.admin('rooms')).code, 2);
    const main = world;
    try {
        world = await start();
        const ended = once(world.server.child, 'exit');
        const match = await playing();
        const watcher = await world.client();
        await watcher.join(match.room, 'Watcher', { role: 'spectator' });
        await watcher.take('update');
        await theirs.answer('drain');
        await watcher.ask({ type: 'ping' }, 'pong');
        for (const one of [match.host, match.guest]) one.send({ type: 'leave', room: match.room });
        assert.deepEqual(await ended, [0, null]);
        assert.ok(watcher.inbox.some((message) => message.type === 'update' && message.over), 'the match went on to its end');
        assert.ok(!existsSync(join(other, 'admin.sock')), 'the socket is gone');

        world = await start();
        const late = once(world.server.child, 'exit');
        await playing();
        await theirs.answer('drain', '--for', '1s');
        assert.deepEqual(await late, [0, null]);
    } finally {
        world = main;
        rmSync(other, { recursive: true });
    }
});

test('a killed server leaves a socket that the next one replaces; two servers do not share one', async () => {
    const other = mkdtempSync(join(tmpdir(), 'tefuda-socket-'));
    const path = join(other, 's');
    const first = await Server.start('--admin-socket', path);
    const second = await run(binary, ['--port', '0', '--admin-socket', path, '--log-level', 'off']);
    assert.equal(second.code, 1);
    assert.match(second.errors, /another server listens/);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    assert.ok(existsSync(path));
    const third = await Server.start('--admin-socket', path);
    assert.equal(await third.stop(), 0);
    writeFileSync(path, 'no socket');
    chmodSync(path, 0o600);
    const fourth = await run(binary, ['--port', '0', '--admin-socket', path, '--log-level', 'off']);
    assert.equal(fourth.code, 1);
    assert.match(fourth.errors, /no socket/);
    rmSync(other, { recursive: true });
});

test('nothing that was printed has a hand or a token', () => {
    const { printed } = operator;
    assert.ok(secrets.size > 5 && printed.length > 1000);
    for (const secret of secrets) assert.ok(!printed.includes(secret), secret);
    for (const word of ['seed', 'token', 'entropy', 'secret']) assert.ok(!printed.includes(word), word);
});
