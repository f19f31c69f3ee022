// The data folder of every version that there was, as a kill in mid-match left it (versions/make.mjs): it is migrated with a
// copy kept, and nothing that was acknowledged is missing.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { fetch } from '../e2e/support/fetch.mjs';
import { recipe } from '../e2e/support/recipe.mjs';
import { binary, Server } from '../e2e/support/server.mjs';
import { temporary } from './tables.mjs';

const versions = fileURLToPath(new URL('versions', import.meta.url));
const files = ['rooms.sqlite', 'rooms.sqlite-wal', 'pending.sqlite', 'pending.sqlite-wal', 'watermark'];
const newest = 2;

for (const version of readdirSync(versions).filter((name) => /^\d+$/.test(name))) {
    test(`a folder of version ${version}: every acknowledged action is there, and a copy is kept`, async () => {
        const from = join(versions, version);
        const folder = temporary();
        for (const name of files.filter((file) => existsSync(join(from, file)))) cpSync(join(from, name), join(folder, name));
        const server = await Server.start('--data', folder);
        const copy = join(folder, `version-${version}`);
        assert.equal(existsSync(join(copy, 'rooms.sqlite')) && existsSync(join(copy, 'pending.sqlite')), Number(version) < newest);
        let compared = 0;
        for (const { room, accepted } of JSON.parse(readFileSync(join(from, 'players.json'), 'utf8')).flat()) {
            for (const told of accepted) {
                const { status, json } = await server.get(`/api/rooms/${room}/matches/${told.match}`);
                if (status === 409) continue; // it is on
                assert.equal(status, 200);
                const { seat, action } = json.actions[told.seq - 2];
                assert.deepEqual({ seat, action }, { seat: told.seat, action: told.action });
                compared++;
            }
        }
        assert.ok(compared > 20, `${compared}`);
        assert.equal(await server.stop(), 0);
        assert.match(execFileSync(binary, ['verify', '--data', folder], { encoding: 'utf8' }), /^3 rooms, \d+ matches and \d+ actions were read: all are good\.\n$/);
        rmSync(folder, { recursive: true });
    });
}

const python = (program, ...words) => execFileSync('python3', ['-c', `import sqlite3, sys\n${program}`, ...words], { encoding: 'utf8' });

/** Makes the players' file what its version 1 was. */
const age = (file) => python(`
db = sqlite3.connect(sys.argv[1])
for name in [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]:
    if name not in ('player', 'secret', 'code') and not name.startswith('sqlite_'): db.execute(f'DROP TABLE {name}')
db.execute('PRAGMA user_version = 1')
db.commit()`, file);

/** All that is in a file, and its version. */
const contentOf = (file) => python(`
db = sqlite3.connect(sys.argv[1])
print(db.execute('PRAGMA user_version').fetchone(), *db.iterdump(), sep='\\n')`, file);

test('after an upgrade of any file the way back that OPERATING.md tells is the whole way back', async () => {
    const folder = temporary();
    const names = ['rooms.sqlite', 'pending.sqlite', 'people.sqlite', 'operator.sqlite'];
    const all = () => names.map((name) => contentOf(join(folder, name)));
    const ask = async (server, method, secret) => {
        const fields = secret ? { authorization: `Bearer ${secret}` } : { 'content-type': 'application/json' };
        const answer = await fetch(`${server.url}/api/me`, { method, headers: fields, body: method === 'POST' ? '{"secret":true}' : undefined });
        return { status: answer.status, json: answer.status < 300 ? await answer.json() : null };
    };
    let server = await Server.start('--data', folder);
    const { json: player } = await ask(server, 'POST');
    assert.equal(await server.stop(), 0);
    age(join(folder, 'people.sqlite'));
    const [before, watermark] = [all(), readFileSync(join(folder, 'watermark'), 'utf8')];

    server = await Server.start('--data', folder);
    const { json: later } = await ask(server, 'POST');
    assert.equal(await server.stop(), 0);
    const copies = readdirSync(folder).filter((name) => name.startsWith('version-'));
    assert.equal(copies.length, 1);
    assert.deepEqual(readdirSync(join(folder, copies[0])).filter((name) => !/-(wal|shm)$/.test(name)).sort(), [...names, 'watermark'].sort());
    assert.notDeepEqual(all(), before);

    const commands = recipe('way back', [['/var/lib/tefuda', folder], ['version-2', copies[0]]]);
    // The service and the package are others' (tests/packages).
    execFileSync('sh', ['-e', '-c', `systemctl() { :; }; apt() { :; }\n${commands}`]);
    assert.deepEqual(all(), before);
    assert.equal(readFileSync(join(folder, 'watermark'), 'utf8'), watermark);

    server = await Server.start('--data', folder);
    assert.equal((await ask(server, 'GET', player.secret)).status, 200);
    assert.equal((await ask(server, 'GET', later.secret)).status, 401, 'made after the upgrade');
    assert.equal(await server.stop(), 0);
    rmSync(folder, { recursive: true });
});
