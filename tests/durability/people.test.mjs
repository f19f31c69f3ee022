// Players in backups, in older folders, and in files that are damaged.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { Operator } from '../e2e/support/admin.mjs';
import { BoardSite, Clock, dateOf } from '../e2e/support/boards.mjs';
import { fetch } from '../e2e/support/fetch.mjs';
import { Site } from '../e2e/support/people.mjs';
import { binary, Server } from '../e2e/support/server.mjs';
import { temporary } from './tables.mjs';

const run = (...flags) => spawnSync(binary, flags, { encoding: 'utf8', timeout: 60_000 });

/** A server with players of whom two have played and have begun another match. */
async function siteWithPlayers(context) {
    const site = await Site.start('backup');
    context.after(() => site.stop());
    const [one, other] = [await site.make({ name: 'One' }), await site.make({ kind: 'bot' })];
    const { room, seats } = await site.match(one, other);
    for (const seat of seats) seat.send({ type: 'rematch', room });
    await seats[0].take('update');
    return { site, one, other, room, recovery: await site.code('recovery', one.secret) };
}

const id = '00000000000000aa';
const puzzle = [
    id, 'twentytwo', 1, '{}', 2, 1, '{"game":"twentytwo","seat":1}', '[{"type":"pass"}]',
    '[{"action":{"type":"pass"},"value":0.9},{"action":{"type":"none"},"value":0.5}]', 'ROOM', 1, 7,
];

test('a backup of a server that runs has its players, what they have played, its boards, puzzles and sanctions', async (context) => {
    const clock = new Clock();
    const site = await BoardSite.start('backup', clock);
    const to = join(temporary(), 'backup');
    let copy;
    context.after(async () => {
        copy?.child.kill('SIGKILL');
        await site.stop();
        clock.remove();
        rmSync(join(to, '..'), { recursive: true });
    });
    const [one, other] = [await site.make({ name: 'One' }), await site.make({ kind: 'bot' })];
    for (const seat of (await site.match(one, other)).seats) seat.close();
    const recovery = await site.code('recovery', one.secret);
    (await site.finish(one)).close();
    clock.opened(0);
    (await site.begin(one)).close();
    const operator = new Operator(join(site.data, 'admin.sock'));
    await operator.answer('mute', '--address', '203.0.113.0/24');
    const insert = 'import json, sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as db: db.execute("INSERT INTO puzzle VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", json.loads(sys.argv[2]))';
    spawnSync('python3', ['-c', insert, join(site.data, 'people.sqlite'), JSON.stringify(puzzle)]);

    const look = async (url, socket) => {
        const get = async (path, secret) => await (await fetch(url + path, { headers: secret ? { authorization: `Bearer ${secret}` } : {} })).json();
        const { par: _, ...board } = await get(`/api/daily/${dateOf(clock.begin)}/fortyone`);
        const today = (await get('/api/daily', one.secret)).boards.map(({ game, commitment, mine }) => [game, commitment, mine]);
        const [profile, results, games] = [await get(`/api/players/${one.id}`), await get(`/api/players/${other.id}/results`), await get('/api/me/games', one.secret)];
        const puzzles = [await get('/api/puzzles?game=twentytwo'), await get(`/api/puzzles/${id}`)];
        return { board, today, profile, results, games, puzzles, sanctions: await new Operator(socket).rows('sanctions') };
    };
    const before = await look(site.server.url, operator.socket);
    assert.deepEqual([before.board.results.length, before.results.results.length, before.puzzles[0].puzzles[0], before.sanctions.length], [1, 1, id, 1]);
    const { status, stdout, stderr } = run('backup', to, '--data', site.data);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^The journal with its \d rooms was copied to \S+\.\nIts players were copied too: 2\.\n$/);
    assert.equal(statSync(join(to, 'people.sqlite')).mode & 0o077, 0, 'nobody else may read it');
    const later = await site.make();
    await site.ask('POST', '/api/me/revoke', { secret: one.secret });
    assert.match(run('verify', '--data', to).stdout, /read: all are good\.\n/);
    copy = await Server.startBy(clock.command(), '--data', to);
    assert.deepEqual(await look(copy.url, join(to, 'admin.sock')), before);
    const there = async (method, path, options) => await site.ask(method, path, { ...options, url: copy.url });
    assert.equal((await there('GET', '/api/me', { secret: later.secret })).status, 401, 'it was made since');
    assert.equal((await there('POST', '/api/me/recover', { body: { code: recovery, secret: true } })).json.id, one.id);
    await copy.stop();
});

test('no backup has a secret that opens anything', async (context) => {
    const { site } = await siteWithPlayers(context);
    const to = join(temporary(), 'backup');
    assert.equal(run('backup', to, '--data', site.data).status, 0);
    for (const name of ['people.sqlite', 'rooms.sqlite', 'pending.sqlite'].filter((name) => existsSync(join(to, name)))) {
        const bytes = readFileSync(join(to, name), 'latin1');
        for (const secret of site.secrets) assert.ok(!bytes.includes(secret) && !bytes.includes(secret.replaceAll('-', '')), name);
        if (name !== 'people.sqlite') continue;
        // What a thief finds instead opens nothing.
        const hashes = new Set(bytes.match(/[0-9a-f]{64}/g));
        assert.ok(hashes.size >= site.secrets.size, `${hashes.size} hashes`);
        for (const hash of hashes) {
            assert.equal((await site.ask('GET', '/api/me', { secret: hash })).status, 401);
            assert.equal((await site.ask('GET', '/api/me', { cookie: hash })).json, null);
            assert.equal((await site.ask('POST', '/api/me/recover', { body: { code: hash } })).status, 403);
        }
    }
    rmSync(join(to, '..'), { recursive: true });
});

test('players whose file is damaged are found by verify, and a server does not start with them', async (context) => {
    const { site } = await siteWithPlayers(context);
    await site.end();
    const folder = temporary();
    context.after(() => rmSync(folder, { recursive: true }));
    cpSync(site.data, folder, { recursive: true });
    const file = openSync(join(folder, 'people.sqlite'), 'r+');
    writeSync(file, 'x'.repeat(4096), 4096);
    const verified = run('verify', '--data', folder);
    assert.equal(verified.status, 1);
    assert.match(verified.stdout, /people\.sqlite/);
    const started = run('--port', '0', '--log-level', 'error', '--data', folder);
    assert.notEqual(started.status, 0);
    assert.match(started.stderr + started.stdout, /people\.sqlite/);
    await site.run();
});

test('a folder from before there were players gets some', async () => {
    const from = fileURLToPath(new URL('versions/1', import.meta.url));
    const site = new Site('older', []);
    cpSync(from, site.data, { recursive: true });
    await site.run();
    const [one, other] = [await site.make(), await site.make()];
    const { seats, room } = await site.match(one, other);
    for (const seat of seats) seat.close();
    await site.kill();
    assert.equal((await site.games(one.secret)).finished[0].room, room);
    await site.end();
    assert.equal(run('verify', '--data', site.data).status, 0);
    await site.run();
    await site.stop();
});
