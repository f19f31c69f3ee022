// A damaged or foreign journal, and an orderly stop of the server.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { binary, Server } from '../e2e/support/server.mjs';
import { Random } from '../e2e/support/random.mjs';
import { pause, Tables, temporary } from './tables.mjs';

/** Starts a server that is expected to refuse the folder. Returns its exit code and its error output. */
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
    if (file) assert.ok(said.includes(file), said);
}

/** A data folder of a server that was killed during matches, and one player of each room. */
async function killedFolder(context, seed) {
    const tables = new Tables(context, seed);
    await tables.start();
    await tables.open();
    await pause(300);
    await tables.kill();
    return { folder: tables.folder, rooms: tables.tables.map(([player]) => player) };
}

/** The length of a file without the zeros at its end, which only reserve space. */
const written = (file) => readFileSync(file).findLastIndex((byte) => byte !== 0) + 1;

const sql = (file, script) =>
    execFileSync('python3', ['-c', 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.executescript(sys.argv[2]); db.close()', file, script]);

test('a journal cut at any byte: the server serves what is whole, or says what to do', async (context) => {
    const { folder, rooms } = await killedFolder(context, 2);
    const random = new Random(2);
    let served = 0;
    let refused = 0;
    for (let cut = 0; cut < 20; cut++) {
        const copy = temporary();
        cpSync(folder, copy, { recursive: true });
        const file = join(copy, ['journal-1.log', 'journal.sqlite', 'journal.sqlite-wal'][cut % 3]);
        truncateSync(file, random.below(written(file)));
        const server = await Server.start('--data', copy).catch(() => undefined);
        if (!server) {
            refused++;
            isSentence(await refusal(copy), copy, /journal/);
        } else {
            served++;
            for (const { room } of rooms) {
                const { status, json } = await server.get(`/api/rooms/${room}`);
                if (status === 404) continue;
                assert.equal(status, 200);
                // Nothing may be applied only in part: every finished match must have a replay with a result.
                for (let match = 1; match < json.match; match++) {
                    const replay = await server.get(`/api/rooms/${room}/matches/${match}`);
                    assert.equal(replay.status, 200);
                    assert.notEqual(replay.json.result, null);
                }
            }
            assert.equal(await server.stop(), 0);
        }
        rmSync(copy, { recursive: true });
    }
    assert.ok(served > 0);
    console.log('| cuts | served | refused with a sentence |');
    console.log('| --- | --- | --- |');
    console.log(`| 20 | ${served} | ${refused} |`);
});

test('what was lost with a cut is lost wholly: the tables that are left play on', async (context) => {
    const tables = new Tables(context, 3);
    await tables.start();
    await tables.open();
    await pause(300);
    await tables.kill();
    const log = join(tables.folder, 'journal-1.log');
    truncateSync(log, Math.floor(written(log) * 0.9));
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

test('one server for a folder', async () => {
    const folder = temporary();
    const server = await Server.start('--data', folder);
    isSentence(await refusal(folder), folder, /Another server uses/);
    assert.equal((await server.get('/healthz')).status, 200, 'the first one goes on');
    assert.equal(await server.stop(), 0);
    rmSync(folder, { recursive: true });
});

test('files that are no journal of this server', async () => {
    const folder = temporary();
    const file = join(folder, 'journal.sqlite');
    assert.equal(await (await Server.start('--data', folder)).stop(), 0);
    sql(file, 'PRAGMA user_version = 99');
    isSentence(await refusal(folder), file, /newer server/);
    sql(file, 'PRAGMA user_version = 3; PRAGMA application_id = 7');
    isSentence(await refusal(folder), file, /no journal/);
    truncateSync(file, 0);
    cpSync(binary, file);
    isSentence(await refusal(folder), file, /can't be read|no journal|damaged/);
    rmSync(folder, { recursive: true });
});

test('tokens are not in the journal, and nobody else may read it', async (context) => {
    const tables = new Tables(context, 4);
    await tables.start();
    await tables.open();
    await tables.kill();
    for (const name of ['journal.sqlite', 'journal.sqlite-wal', 'journal-1.log', 'journal-2.log']) {
        const file = join(tables.folder, name);
        const bytes = readFileSync(file);
        for (const { token } of tables.players) assert.equal(bytes.includes(token), false);
        assert.equal(statSync(file).mode & 0o077, 0);
    }
});

test('SIGTERM in mid-match: closing to everyone, 1001, exit 0 within 5 s, and all is there again', async (context) => {
    const tables = new Tables(context, 5);
    await tables.start();
    await tables.open();
    await pause(200);
    const began = performance.now();
    const code = await tables.server.stop();
    assert.equal(code, 0);
    assert.ok(performance.now() - began < 5000);
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
