// Bans, mutes, names, the notice and the log: what the operator decides is stored, and holds on all servers of a database.
// TEFUDA_OPERATOR_DATABASE: the URL of an empty PostgreSQL database that is used instead of a folder.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { Operator } from './support/admin.mjs';
import { fetch } from './support/fetch.mjs';
import { comeTo, makePlayer } from './support/guest.mjs';
import { recipe } from './support/recipe.mjs';
import { binary, Server } from './support/server.mjs';
import { until } from './support/until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tefuda-sanctions-'));
const database = process.env.TEFUDA_OPERATOR_DATABASE;
const store = (name) => (database ? ['--database', database, '--node', name] : ['--data', folder]);
const start = (name) => Server.start(...store(name), '--admin-socket', join(folder, name), '--trust-forwarded', '--guess-rate', '100');
const operator = new Operator(join(folder, 'one'));
let server;
before(async () => (server = await start('one')));
after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
});

const player = (name) => makePlayer(server, name);
const open = ({ to = server, ...who } = {}) => comeTo(to, who);
const me = async (method, { secret, address, body, path = '/api/me' } = {}) => {
    const headers = { ...(secret && { authorization: `Bearer ${secret}` }), ...(address && { 'x-forwarded-for': address }), ...(body && { 'content-type': 'application/json' }) };
    const got = await fetch(server.url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await got.text();
    return { status: got.status, json: text ? JSON.parse(text) : undefined };
};

test('who is banned is closed, may not come back, and reads why and until when', async () => {
    const aki = await player('Aki');
    const here = await open({ secret: aki.secret });
    const ben = await open();
    const { room } = await here.ask({ type: 'create', game: 'selfish', seats: 3 }, 'created');
    const { token } = await here.ask({ type: 'join', room, name: 'Aki' }, 'joined');
    await ben.ask({ type: 'join', room, name: 'Ben' }, 'joined');
    const { row } = await operator.answer('ban', '--player', aki.id, '--for', '7d', '--because', 'You insulted others.');
    assert.deepEqual({ ...row, number: 0, until: '', since: '' }, { number: 0, kind: 'ban', player: aki.id, address: null, until: '', because: 'You insulted others.', since: '', closed: 1 });
    assert.equal(Date.parse(row.until) - Date.parse(row.since), 7 * 86_400_000);
    assert.deepEqual(await here.closed, { code: 1008, reason: 'You insulted others.' });
    const why = { code: 'banned', message: 'You insulted others.', details: { until: row.until } };
    const again = await open({ secret: aki.secret });
    assert.deepEqual([again.status, again.json], [403, why]);
    for (const [method, body] of [['PATCH', { name: 'Iki' }], ['POST', {}]]) assert.deepEqual(await me(method, { secret: aki.secret, body }), { status: 403, json: why });
    assert.equal((await me('POST', { secret: aki.secret, path: '/api/me/code', body: { for: 'link' } })).status, 403);
    assert.equal((await me('GET', { secret: aki.secret })).json.name, 'Aki');
    assert.equal((await me('GET', { secret: aki.secret, path: '/api/me/export' })).status, 200);
    assert.equal((await server.get('/api/rooms')).status, 200);
    assert.equal((await open()).status, 101, 'others may');
    // The seat stays as after a lost connection.
    const { seats } = (await server.get(`/api/rooms/${room}`)).json;
    assert.deepEqual(seats[0], { seat: 0, name: 'Aki', kind: 'human', connected: false, player: { id: aki.id, kind: 'human' } });

    assert.deepEqual((await operator.answer('sanctions')).rows.map(({ number }) => number), [row.number]);
    assert.deepEqual(await operator.answer('lift', String(row.number)), { ok: true });
    await operator.refused('lift', String(row.number));
    const back = await open({ secret: aki.secret });
    assert.equal((await back.ask({ type: 'resume', room, token }, 'joined')).seat, 0);
    const next = (await operator.answer('ban', '--player', aki.id)).row;
    assert.ok(next.number > row.number, 'no number is used again');
    assert.equal(next.until, null);
    assert.equal((await open({ secret: aki.secret })).json.details.until, null);
    assert.equal((await me('DELETE', { secret: aki.secret, body: {} })).status, 204);
});

test('a network is banned, with all that come from it, and so is an IPv6 network', async () => {
    const inside = await open({ address: '192.0.2.77' });
    const outside = await open({ address: '198.51.100.7' });
    const six = await open({ address: '2001:db8:1:2:3:4:5:6' });
    const { row } = await operator.answer('ban', '--address', '192.0.2.0/24', '--because', 'Enough.');
    assert.equal((await inside.closed).code, 1008);
    assert.deepEqual((await open({ address: '192.0.2.1' })).json, { code: 'banned', message: 'Enough.', details: { until: null } });
    assert.equal((await me('POST', { address: '192.0.2.1', body: {} })).status, 403);
    assert.equal((await open({ address: '192.0.3.1' })).status, 101);
    await operator.answer('ban', '--address', '2001:db8:1:2::9');
    assert.equal((await six.closed).code, 1008);
    assert.equal((await open({ address: '2001:db8:1:2::1' })).status, 403, 'a single IPv6 address stands for its /64');
    assert.equal((await open({ address: '2001:db8:1:3::1' })).status, 101);
    assert.equal(outside.socket.readyState, WebSocket.OPEN);
    const long = (await operator.answer('ban', '--address', '127.0.0.1', '--yes', '--for', '1h')).row;
    assert.equal((await open()).status, 403);
    await operator.answer('lift', String(long.number));
    await operator.answer('ban', '--address', '127.0.0.1', '--yes', '--for', '1s');
    await until(async () => (await open()).status === 101, 'the end of the ban');
    assert.ok((await operator.answer('sanctions')).rows.every(({ address }) => address !== '127.0.0.1'));
    assert.deepEqual(await operator.answer('lift', String(row.number)), { ok: true });
});

test('who is muted gets the operator\'s sentence for an answer, and plays on', async () => {
    const aki = await player('Aki');
    const here = await open({ secret: aki.secret });
    const { room } = await here.ask({ type: 'create', game: 'fortyone' }, 'created');
    assert.equal((await here.ask({ type: 'chat', room, text: 'x' }, 'error')).code, 'not_seated');
    await here.ask({ type: 'join', room, name: 'Aki' }, 'joined');
    const { row } = await operator.answer('mute', '--player', aki.id, '--for', '30m', '--because', 'Please be kind.');
    assert.deepEqual(await here.ask({ type: 'chat', room, text: 'hello', id: 1 }, 'error'), { type: 'error', re: 1, code: 'muted', message: 'Please be kind.', details: { until: row.until } });
    const watcher = await open({ secret: aki.secret });
    await watcher.ask({ type: 'join', room, name: 'Too', role: 'spectator' }, 'joined');
    assert.equal((await watcher.ask({ type: 'chat', room, text: 'hello' }, 'error')).code, 'muted');
    await here.ask({ type: 'fill', room, id: 2 }, 'ok');
    await operator.answer('lift', String(row.number));
    assert.equal((await here.ask({ type: 'chat', room, text: 'sorry', id: 3 }, 'ok')).re, 3);
});

test('a player gets another name', async () => {
    const rude = await player('Rude');
    assert.equal((await operator.answer('rename', rude.id, 'Kind')).row.because, 'Kind');
    assert.equal((await me('GET', { secret: rude.secret })).json.name, 'Kind');
    await operator.refused('rename', rude.id, ' ');
    await operator.refused('rename', rude.id, 'x'.repeat(25));
    await operator.refused('rename', 'nobody', 'Kind');
    // The name is in the log as long as there is the player.
    const named = async () => (await operator.answer('log')).rows.filter(({ command, arguments: { id } }) => command === 'rename' && id === rude.id);
    assert.deepEqual((await named()).map((act) => act.arguments), [{ id: rude.id, name: 'Kind' }]);
    assert.equal((await me('DELETE', { secret: rude.secret, body: {} })).status, 204);
    assert.deepEqual((await named()).map((act) => act.arguments), [{ id: rude.id }]);
});

test('a notice reaches whoever is here and whoever comes, until it is cleared or its time is over', async () => {
    const here = await open();
    await operator.answer('notice', 'The server restarts at noon.', '--for', '1h');
    const notice = await here.take('notice');
    assert.equal(notice.text, 'The server restarts at noon.');
    const hour = Date.parse(notice.until) - Date.now();
    assert.ok(hour > 3_500_000 && hour <= 3_600_000);
    const later = await open();
    assert.deepEqual(await later.take('notice'), notice);
    await operator.answer('notice', '--clear');
    assert.deepEqual(await here.take('notice'), { type: 'notice', text: '' });
    const last = await open();
    await last.ask({ type: 'ping' }, 'pong');
    assert.deepEqual(last.messages, []);
    await operator.answer('notice', 'Hello.', '--for', '1s');
    assert.equal((await here.take('notice')).text, 'Hello.');
    await until(async () => {
        const one = await open();
        await one.ask({ type: 'ping' }, 'pong');
        return one.messages.length === 0;
    }, 'the end of the notice');
    await operator.answer('notice', 'For ever.');
    assert.deepEqual(await here.take('notice'), { type: 'notice', text: 'For ever.' });
});

test('a ban says how many connections it has closed, and of an address with many is refused without --yes', async () => {
    const players = await Promise.all(['Aki', 'Ben', 'Cho', 'Dan'].map((name) => player(name)));
    const [aki, ben, cho, dan] = players;
    const there = [];
    for (const { secret } of [aki, ben, cho, cho]) there.push(await open({ secret, address: '203.0.115.7' }));
    for (let i = 0; i < 3; i++) there.push(await open({ address: '203.0.115.8' }));
    const few = (await operator.answer('mute', '--address', '203.0.115.0/24')).row;
    assert.equal(few.closed, undefined);
    await operator.answer('lift', String(few.number));
    const refusal = async (...words) => {
        const { code, out } = await operator.admin('--json', ...words);
        assert.equal(code, 1);
        return JSON.parse(out).message;
    };
    there.push(await open({ secret: dan.secret, address: '203.0.115.7' }));
    for (const kind of ['ban', 'mute']) assert.match(await refusal(kind, '--address', '203.0.115.0/24'), /^203\.0\.115\.0\/24 has 4 players and 3 connections .*--yes\.$/);
    there.push(await open({ address: '203.0.115.8' }));
    assert.match(await refusal('ban', '--address', '203.0.115.8'), /has 0 players and 4 connections /);
    assert.ok(there.every(({ socket }) => socket.readyState === WebSocket.OPEN));
    assert.equal((await operator.answer('sanctions')).rows.filter(({ address }) => address?.startsWith('203.0.115.')).length, 0);
    assert.equal((await operator.answer('ban', '--address', '203.0.115.0/24', '--yes')).row.closed, there.length);
    for (const { closed } of there) assert.equal((await closed).code, 1008);
});

test('what is wrong is refused with a sentence', async () => {
    for (const words of [
        ['ban'],
        ['ban', '--player', 'a', '--address', '192.0.2.1'],
        ['ban', '--player', 'nobody'],
        ['ban', '--address', 'somewhere'],
        ['ban', '--address', '192.0.2.0/33'],
        ['ban', '--address', '192.0.2.1', '--for', '1 week'],
        ['mute', '--address', '192.0.2.1', '--because', 'x'.repeat(501)],
        ['lift', 'one'],
        ['lift', '999999'],
        ['notice'],
        ['notice', 'x', '--clear'],
        ['notice', ' '],
        ['log', '--since', 'yesterday'],
    ])
        await operator.refused(...words);
});

test('the log has every command that changed something, oldest first, since when one asks', async () => {
    const { rows } = await operator.answer('log');
    assert.deepEqual([...new Set(rows.map(({ command }) => command))].sort(), ['ban', 'lift', 'mute', 'notice', 'rename']);
    assert.ok(rows.every(({ at }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(at)));
    assert.deepEqual(rows, rows.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)));
    assert.deepEqual(rows.find(({ command }) => command === 'mute').arguments.because, 'Please be kind.');
    assert.equal((await operator.answer('log', '--since', '1h')).rows.length, rows.length);
    assert.equal((await operator.answer('log', '--since', rows[0].at)).rows.length, rows.length);
    assert.equal((await operator.answer('log', '--since', '2999-01-01')).rows.length, 0);
});

test('the log says who gave a command by sudo', async () => {
    const mute = ['mute', '--address', '192.0.2.77'];
    for (const env of [{ SUDO_USER: 'aki' }, {}]) assert.equal((await operator.adminWith(env, ...mute)).code, 0);
    assert.equal((await operator.adminWith({ SUDO_USER: 'a\x1b' }, ...mute)).code, 1);
    assert.equal((await operator.adminWith({ SUDO_USER: 'aki' }, 'sanctions')).code, 0);
    const rows = (await operator.answer('log')).rows.filter(({ arguments: { address } }) => address === '192.0.2.77');
    assert.deepEqual(rows.map(({ arguments: of }) => of), [{ address: '192.0.2.77', by: 'aki' }, { address: '192.0.2.77' }]);
});

test('without chat nobody can write, from whatever address, until that is lifted', async () => {
    const chat = recipe('no chat', [['tefuda-server admin', `"${binary}" admin --json --admin-socket "${join(folder, 'one')}"`]]);
    const made = execFileSync('sh', ['-e', '-c', chat], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line).row.number);
    const speak = async (address, expected) => {
        const guest = await open({ address });
        const { room } = await guest.ask({ type: 'create', game: 'fortyone' }, 'created');
        await guest.ask({ type: 'join', room, name: 'Aki' }, 'joined');
        const { message } = await guest.ask({ type: 'chat', id: 1, room, text: 'hello' }, expected);
        guest.socket.close();
        return message;
    };
    for (const address of ['198.51.100.7', '2001:db8::7']) assert.equal(await speak(address, 'error'), 'There is no chat on this server.');
    for (const number of made) await operator.answer('lift', String(number));
    for (const address of ['198.51.100.7', '2001:db8::7']) await speak(address, 'ok');
});

test('what was answered is stored: a killed server knows it again', async () => {
    const { row } = await operator.answer('ban', '--address', '203.0.113.0/24', '--because', 'Kept.');
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    server = await start('one');
    assert.deepEqual((await open({ address: '203.0.113.9' })).json, { code: 'banned', message: 'Kept.', details: { until: null } });
    assert.ok((await operator.answer('sanctions')).rows.some(({ number }) => number === row.number));
    assert.equal((await (await open()).take('notice')).text, 'For ever.');
});

test('commands at two servers at the same moment are all carried out, each with its number', { skip: !database }, async (t) => {
    const other = await start('two');
    t.after(() => other.stop());
    const two = new Operator(join(folder, 'two'));
    const asked = Array.from({ length: 40 }, (_, i) => (i % 2 ? operator : two).row('ban', '--address', `198.51.100.${i}`, '--for', '1m'));
    assert.equal(new Set((await Promise.all(asked)).map(({ number }) => number)).size, 40);
});

test('a server without a socket knows it soon', { skip: !database }, async (t) => {
    const deaf = await Server.start(...store('three'), '--trust-forwarded', '--guess-rate', '100');
    t.after(() => deaf.stop());
    const here = await open({ address: '203.0.114.1', to: deaf });
    await here.take('notice');
    const { row } = await operator.answer('ban', '--address', '203.0.114.0/24', '--because', 'Everywhere.');
    assert.deepEqual(await here.closed, { code: 1008, reason: 'Everywhere.' });
    assert.equal((await open({ address: '203.0.114.2', to: deaf })).status, 403);
    const reader = await open({ to: deaf });
    await reader.take('notice');
    await operator.answer('lift', String(row.number));
    await operator.answer('notice', 'To all.');
    assert.equal((await reader.take('notice')).text, 'To all.');
    assert.equal((await open({ address: '203.0.114.2', to: deaf })).status, 101);
});

test('all servers of a database know it soon', { skip: !database }, async () => {
    const other = await start('two');
    const here = await open({ address: '198.18.0.1' });
    await here.take('notice');
    const two = new Operator(join(folder, 'two'));
    await two.answer('ban', '--address', '198.18.0.0/15');
    await until(async () => (await open({ address: '198.18.0.2' })).status === 403, 'the ban at the other server');
    assert.equal((await here.closed).code, 1008);
    const reader = await open();
    await reader.take('notice');
    await two.answer('notice', 'From two.');
    assert.equal((await reader.take('notice')).text, 'From two.');
    assert.equal((await open({ address: '198.18.0.2', to: other })).status, 403);
    await other.stop();
});
