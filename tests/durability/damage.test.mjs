// A journal that is not as the server left it, and a server that is stopped in an orderly way. The journal's files:
// rooms.sqlite and pending.sqlite, each with its WAL.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { binary } from '../e2e/support/server.mjs';
import { Tables } from './tables.mjs';

/** Starts a server that is expected to refuse. Returns its exit code and what it said. */
async function refusal(folder) {
    const child = spawn(binary, ['--port', '0', '--data', folder, '--log-level', 'off'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
    child.stdout.once('data', () => child.kill('SIGKILL'));
    const [code] = await once(child, 'close');
    return { code, said };
}

function isSentence({ code, said }, file, what) {
    assert.equal(code, 1, said);
    assert.match(said, what);
    assert.match(said, /^tefuda-server: [^\n]+\.\n$/, 'one sentence or more, on one line');
    assert.ok(said.includes(file), said);
}

const sizeOf = (file) => statSync(file).size;

test('a cut is refused; what is left is whole if the operator accepts it: those tables play on', async (context) => {
    const tables = new Tables(context, 3);
    await tables.start();
    await tables.open();
    await tables.played(100);
    await tables.kill();
    const wal = join(tables.folder, 'pending.sqlite-wal');
    truncateSync(wal, Math.floor(sizeOf(wal) * 0.9));
    const watermark = join(tables.folder, 'watermark');
    isSentence(await refusal(tables.folder), join(tables.folder, 'pending.sqlite'), /cut, damaged or older than it was/);
    isSentence(await refusal(tables.folder), watermark, /To go on without what is missing, delete/);
    rmSync(watermark);
    await tables.start();
    for (const player of tables.players) player.seq = undefined;
    const left = [];
    for (const players of tables.tables) {
        const { status, json } = await tables.server.get(`/api/rooms/${players[0].room}`);
        if (status !== 200) continue;
        for (const player of players) {
            player.heard.clear();
            player.accepted = [];
            player.match = json.status === 'playing' ? json.match : json.match - 1;
        }
        left.push(players);
    }
    assert.ok(left.length > 0);
    tables.tables = left;
    await tables.resume();
    await tables.finish();
    await tables.checkReplays();
    assert.equal(await tables.end(), 0);
});

test('tokens are not in the journal, and nobody else may read it', async (context) => {
    const tables = new Tables(context, 4);
    await tables.start();
    await tables.open();
    await tables.kill();
    const names = readdirSync(tables.folder);
    for (const name of ['rooms.sqlite', 'pending.sqlite', 'pending.sqlite-wal']) assert.ok(names.includes(name), name);
    for (const name of names) {
        const file = join(tables.folder, name);
        // The operator's socket.
        const bytes = statSync(file).isSocket() ? Buffer.alloc(0) : readFileSync(file);
        for (const { token } of tables.players) assert.equal(bytes.includes(token), false);
        assert.equal(statSync(file).mode & 0o077, 0);
    }
});

test('SIGTERM in mid-match: closing to everyone, 1001, exit 0, and all is there again', async (context) => {
    const tables = new Tables(context, 5);
    await tables.start();
    await tables.open();
    await tables.played(50);
    const code = await tables.server.stop();
    assert.equal(code, 0);
    for (const player of tables.players) {
        assert.equal(await player.closed, 1001);
        assert.ok(player.closing, 'closing was said');
    }
    await tables.start();
    await tables.resume();
    await tables.finish();
    await tables.checkReplays();
    assert.equal(await tables.end(), 0);
});
