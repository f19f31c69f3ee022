// Players in backups, in older folders, and in files that are damaged.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
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

test('a backup of a server that runs has its players, their secrets and codes, and their games', async (context) => {
    const { site, one, other, recovery } = await siteWithPlayers(context);
    const to = join(temporary(), 'backup');
    context.after(() => rmSync(join(to, '..'), { recursive: true }));
    const { status, stdout, stderr } = run('backup', to, '--data', site.data);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^The journal with its 1 rooms was copied to \S+\.\nIts players were copied too: 2\.\n$/);
    const later = await site.make();
    await site.ask('POST', '/api/me/revoke', { secret: one.secret });
    assert.equal(statSync(join(to, 'people.sqlite')).mode & 0o077, 0, 'nobody else may read it');
    const verified = run('verify', '--data', to);
    assert.deepEqual([verified.status, verified.stdout], [0, verified.stdout.replace(/read: .*/, 'read: all are good.')]);
    const copy = await Server.start('--data', to);
    const there = async (method, path, options) => await site.ask(method, path, { ...options, url: copy.url });
    assert.equal((await there('GET', '/api/me', { secret: one.secret })).json.id, one.id);
    assert.equal((await there('GET', '/api/me', { secret: later.secret })).status, 401, 'it was made since');
    for (const [path, secret] of [[`/api/players/${one.id}`], [`/api/players/${other.id}/results`], ['/api/me/games', one.secret]])
        assert.deepEqual((await there('GET', path, { secret })).json, (await site.ask('GET', path, { secret })).json, path);
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
