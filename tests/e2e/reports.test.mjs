// What players can do about others: report them to the operator, block them; and rooms without chat or spectators.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator } from './support/admin.mjs';
import { fetch } from './support/fetch.mjs';
import { comeTo, makePlayer } from './support/guest.mjs';
import { until } from './support/until.mjs';
import { Server } from './support/server.mjs';
import { World } from './support/world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tefuda-reports-'));
const database = process.env.TEFUDA_OPERATOR_DATABASE;
const flags = [...(database ? ['--database', database, '--node', 'reports'] : ['--data', folder]), '--admin-socket', join(folder, 's'), '--trust-forwarded'];
const operator = new Operator(join(folder, 's'));
let world;
before(async () => (world = await World.start(...flags)));
after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true });
});

const player = (name) => makePlayer(world.server, name);
const open = ({ server = world.server, ...who } = {}) => comeTo(server, who);

test('a report is stored with the chat, and the operator reads it', async () => {
    const aki = await player('Aki');
    const [host, guest] = [await open({ secret: aki.secret }), await open()];
    const { room } = await host.ask({ type: 'create', game: 'selfish', seats: 3 }, 'created');
    await host.ask({ type: 'join', room, name: 'Aki' }, 'joined');
    await guest.ask({ type: 'join', room, name: 'Ben' }, 'joined');
    await host.ask({ type: 'chat', room, text: 'You are bad.' });
    const link = 'https://talk.example/room';
    await host.ask({ type: 'call', room, link });
    assert.equal((await guest.take('room')).call ?? (await guest.take('room')).call, link);
    assert.doesNotMatch(await (await fetch(`${world.server.url}/api/rooms/${room}`)).text(), /talk\.example/);
    await guest.ask({ type: 'report', room, seat: 0, text: 'Insults.' });
    const { number, at, ...rest } = (await operator.rows('reports'))[0];
    assert.deepEqual(rest, {
        room,
        game: 'selfish',
        match: 1,
        by: { seat: 1, name: 'Ben', player: null, address: '127.0.0.1' },
        of: { seat: 0, name: 'Aki', player: aki.id, address: '127.0.0.1' },
        text: 'Insults.',
        call: link,
    });
    assert.match(at, /Z$/);
    const row = await operator.row('report', String(number));
    assert.deepEqual([row.chat, row.call], [[{ from: 0, name: 'Aki', text: 'You are bad.', player: aki.id }], link]);
    assert.equal((await operator.row('room', room)).call, link);
    for (const wrong of ['0', '999', '-1', 'x', '9'.repeat(20)]) assert.equal((await operator.admin('report', wrong)).code, 1);

    const stranger = await open();
    assert.equal((await stranger.ask({ type: 'report', room }, 'error')).code, 'not_seated');
    assert.equal((await guest.ask({ type: 'report', room, seat: 2 }, 'error')).code, 'bad_message');
    assert.equal((await guest.ask({ type: 'report', room, seat: 9 }, 'error')).code, 'bad_message');
    assert.equal((await guest.ask({ type: 'report', room, text: 'x'.repeat(501) }, 'error')).code, 'bad_message');
    await stranger.ask({ type: 'join', room, name: 'Watcher', role: 'spectator' }, 'joined');
    await stranger.ask({ type: 'report', room });
    const [newest] = await operator.rows('reports');
    assert.deepEqual([newest.of, newest.by.seat], [null, null]);
});

test('an address can make ten reports a day', async () => {
    const troll = await open({ address: '192.0.2.9' });
    const { room } = await troll.ask({ type: 'create', game: 'selfish', seats: 3 }, 'created');
    await troll.ask({ type: 'join', room, name: 'Troll' }, 'joined');
    for (let i = 0; i < 10; i += 1) await troll.ask({ type: 'report', room });
    const refused = await troll.ask({ type: 'report', room }, 'error');
    assert.equal(refused.code, 'rate_limited');
    assert.ok(refused.details.retry_after_ms > 60_000);
});

test('what a player says who is blocked does not reach one, nor can it join one\'s rooms', async () => {
    const [aki, ben] = [await player('Aki'), await player('Ben')];
    const [host, other, guest] = [await open({ secret: aki.secret }), await open({ secret: aki.secret }), await open({ secret: ben.secret })];
    const nobody = await open();
    assert.equal((await nobody.ask({ type: 'block', player: ben.id }, 'error')).code, 'no_identity');
    assert.equal((await host.ask({ type: 'block', player: aki.id }, 'error')).code, 'bad_message');
    assert.equal((await host.ask({ type: 'block', player: 'nobody' }, 'error')).code, 'bad_message');
    const { room } = await host.ask({ type: 'create', game: 'selfish', seats: 4 }, 'created');
    await host.ask({ type: 'join', room, name: 'Aki' }, 'joined');
    await guest.ask({ type: 'join', room, name: 'Ben' }, 'joined');
    await nobody.ask({ type: 'join', room, name: 'Eri' }, 'joined');
    await host.ask({ type: 'block', player: ben.id });
    await guest.ask({ type: 'chat', room, text: 'Hello?' });
    assert.equal((await guest.take('chat')).text, 'Hello?');
    assert.equal((await nobody.take('chat')).text, 'Hello?');
    await host.ask({ type: 'ping' }, 'pong');
    assert.equal(host.messages.find(({ type }) => type === 'chat'), undefined);
    // Who is inside stays; who comes later is not let in.
    await guest.ask({ type: 'leave', room });
    assert.equal((await guest.ask({ type: 'join', room, name: 'Ben' }, 'error')).code, 'blocked');
    assert.equal((await guest.ask({ type: 'join', room, name: 'Ben', role: 'spectator' }, 'error')).code, 'blocked');
    // For all connections, and what was said before, too; and after a restart.
    await other.ask({ type: 'join', room, name: 'Aki 2', extras: true }, 'joined');
    await other.ask({ type: 'ping' }, 'pong');
    assert.equal(other.messages.find(({ type }) => type === 'chat_log'), undefined);
    await world.stop();
    world = await World.start(...flags);
    const [back, again] = [await open({ secret: aki.secret }), await open({ secret: ben.secret })];
    const { room: next } = await back.ask({ type: 'create', game: 'selfish', seats: 4 }, 'created');
    await back.ask({ type: 'join', room: next, name: 'Aki' }, 'joined');
    assert.equal((await again.ask({ type: 'join', room: next, name: 'Ben' }, 'error')).code, 'blocked');
    await back.ask({ type: 'unblock', player: ben.id });
    await again.ask({ type: 'join', room: next, name: 'Ben' }, 'joined');
});

test('what one does at another server counts at once for who comes in, and soon for what one hears', { skip: !database }, async () => {
    const [aki, ben] = [await player('Aki'), await player('Ben')];
    const [host, watcher] = [await open({ secret: aki.secret }), await open({ secret: aki.secret })];
    const { room } = await host.ask({ type: 'create', game: 'selfish', seats: 4 }, 'created');
    await host.ask({ type: 'join', room, name: 'Aki' }, 'joined');
    const guest = await open({ secret: ben.secret, room });
    await guest.ask({ type: 'join', room, name: 'Ben' }, 'joined');
    await guest.ask({ type: 'chat', room, text: 'Hello?' }, 'ok');
    const hears = async () => {
        watcher.messages.length = 0;
        await watcher.ask({ type: 'join', room, name: 'Aki', role: 'spectator', extras: true }, 'joined');
        await watcher.ask({ type: 'leave', room }, 'ok');
        return watcher.messages.some(({ type }) => type === 'chat_log');
    };
    assert.equal(await hears(), true);
    const second = await Server.start('--database', database, '--node', 'reports-2');
    try {
        const away = await open({ secret: aki.secret, server: second });
        const late = await open({ secret: ben.secret, room });
        const join = { type: 'join', room, name: 'Ben', role: 'spectator' };
        await away.ask({ type: 'block', player: ben.id });
        assert.equal((await late.ask(join, 'error')).code, 'blocked');
        await until(async () => !await hears(), 'what Ben says is still heard');
        await away.ask({ type: 'unblock', player: ben.id });
        await late.ask(join, 'joined');
        await until(hears, 'what Ben says is not heard');
    } finally {
        await second.stop();
    }
});

test('a room may have no chat and no spectators, also after a restart', async () => {
    const host = await world.client();
    const { room } = await host.create('selfish', { seats: 3, chat: false, spectators: false });
    const { info, joined } = await host.join(room, 'Aki');
    assert.deepEqual([info.chat, info.watching], [false, false]);
    const check = async (one) => {
        assert.deepEqual((await one.refused('muted', { type: 'chat', room, text: 'x' })).details, { until: null });
        const watcher = await world.client();
        await watcher.refused('blocked', { type: 'join', room, name: 'Eri', role: 'spectator' });
    };
    await check(host);
    await world.stop();
    world = await World.start(...flags);
    const back = await world.client();
    await back.resume(room, joined.token);
    await check(back);
    const { room: usual } = await back.create('selfish', { seats: 3, chat: true, spectators: true });
    const open = await back.join(usual, 'Aki');
    assert.deepEqual([open.info.chat, open.info.watching], [undefined, undefined]);
});

test('an address has five public rooms, or none where the server has none', async () => {
    const client = await open({ address: '192.0.2.10' });
    const create = { type: 'create', game: 'selfish', seats: 3, public: true };
    for (let i = 0; i < 5; i += 1) await client.ask(create, 'created');
    assert.equal((await client.ask(create, 'error')).code, 'too_many_rooms');
    await client.ask({ ...create, public: false }, 'created');
    const neighbour = await open({ address: '192.0.2.11' });
    await neighbour.ask(create, 'created');
    const main = world;
    const closed = await Server.start('--no-public-rooms');
    try {
        world = { server: closed };
        const one = await open();
        assert.equal((await one.ask(create, 'error')).code, 'bad_options');
        await one.ask({ ...create, public: false }, 'created');
    } finally {
        world = main;
        await closed.stop();
    }
});
