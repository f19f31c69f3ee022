// `tefuda-server backup` and `verify`: a copy of a journal while it is used, and what is wrong with one.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, Server } from '../e2e/support/server.mjs';
import { Tables, temporary } from './tables.mjs';

/** Runs a command of the server's program. */
function run(...flags) {
    const { status, stdout, stderr } = spawnSync(binary, flags, { encoding: 'utf8' });
    return { status, stdout, stderr };
}

test('a backup while everybody plays has all that was acknowledged before it began', async (context) => {
    const tables = new Tables(context, 11);
    await tables.start();
    await tables.open();
    let compared = 0;
    for (let round = 0; round < 2; round++) {
        await tables.played(100);
        const accepted = tables.players.map((player) => [...player.accepted]);
        const to = join(temporary(), 'backup');
        const { status, stdout, stderr } = run('backup', to, '--data', tables.folder);
        assert.equal(status, 0, stderr);
        assert.match(stdout, /^The journal with its 10 rooms was copied to \S+\.\n$/);
        assert.equal(statSync(join(to, 'rooms.sqlite')).mode & 0o077, 0, 'nobody else may read it');
        const verified = run('verify', '--data', to);
        assert.match(verified.stdout, /^10 rooms, \d+ matches and \d+ actions were read: all are good\.\n$/);
        assert.equal(verified.status, 0);
        // A server on the copy: restored.
        const server = await Server.start('--data', to);
        for (const [i, player] of tables.players.entries()) {
            for (let match = 1; match <= player.match; match++) {
                const { status: found, json } = await server.get(`/api/rooms/${player.room}/matches/${match}`);
                const expected = accepted[i].filter((each) => each.match === match);
                // It is being played in the copy, or has begun since.
                assert.ok(found === 200 || found === 409 || (found === 404 && expected.length === 0), `${player.room}, match ${match}: ${found}`);
                if (found !== 200) continue;
                for (const told of expected) {
                    const { seat, action } = json.actions[told.seq - 2];
                    assert.deepEqual({ seat, action }, { seat: told.seat, action: told.action });
                    compared++;
                }
            }
        }
        assert.equal(await server.stop(), 0);
        rmSync(to, { recursive: true });
    }
    assert.ok(compared > 0);
    await tables.finish();
    await tables.checkReplays();
    assert.equal(await tables.end(), 0);
});

test('backup and verify say what is wrong', async (context) => {
    const folder = temporary();
    context.after(() => rmSync(folder, { recursive: true }));
    const data = join(folder, 'data');
    const full = join(folder, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'file'), 'x');
    assert.match(run('verify').stderr, /--data is missing/);
    assert.match(run('verify', '--data', data).stderr, /There is no journal in/);
    const server = await Server.start('--data', data);
    assert.match(run('verify', '--data', data).stderr, /Another server uses/);
    assert.match(run('backup', full, '--data', data).stderr, /There is something in .* choose an empty directory\.\n$/);
    assert.equal(run('backup', full, '--data', data).status, 1);
    assert.equal(run('backup', '--data', data).status, 2);
    assert.equal(await server.stop(), 0);
});

test('verify names the match in which one bit is wrong', async (context) => {
    const tables = new Tables(context, 12);
    await tables.start();
    await tables.open();
    await tables.played(50);
    for (const player of tables.players) player.rematches = false;
    await tables.finish();
    assert.equal(await tables.end(), 0);
    assert.equal(run('verify', '--data', tables.folder).status, 0);
    // One byte anywhere in the rows: the check sum says so.
    const file = join(tables.folder, 'rooms.sqlite');
    const bytes = readFileSync(file);
    const at = bytes.lastIndexOf('"type":"play"');
    assert.ok(at > 0);
    bytes[at + 9] ^= 1;
    writeFileSync(file, bytes);
    const { status, stdout } = run('verify', '--data', tables.folder);
    assert.equal(status, 1);
    assert.match(stdout, /the match \d+ of room \w{10} can't be read/);
    assert.match(stdout, /: 1 damaged\.\n$/);
});
