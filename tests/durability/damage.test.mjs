// A journal that is not as the server left it, and a server that is stopped in an orderly way. The journal's files:
// rooms.sqlite and pending.sqlite, each with its WAL.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, Server } from '../e2e/support/server.mjs';
import { Random } from '../e2e/support/random.mjs';
import { copyFolder, Tables, temporary } from './tables.mjs';

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
    if (file) assert.ok(said.includes(file), said);
}

/** A folder as a kill in the middle of things leaves it, with the codes of its rooms. */
async function killedFolder(context, seed) {
    const tables = new Tables(context, seed);
    await tables.start();
    await tables.open();
    await tables.played(100);
    await tables.kill();
    return { folder: tables.folder, rooms: tables.tables.map(([player]) => player) };
}

const sizeOf = (file) => statSync(file).size;

const sql = (file, script) =>
    execFileSync('python3', ['-c', 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.executescript(sys.argv[2]); db.close()', file, script]);

test('a journal cut at any byte: the server has everything, or refuses and says what to do', async (context) => {
    const { folder, rooms } = await killedFolder(context, 2);
    const random = new Random(2);
    let served = 0;
    let refused = 0;
    for (let cut = 0; cut < 20; cut++) {
        const copy = temporary();
        copyFolder(folder, copy);
        const file = join(copy, ['pending.sqlite-wal', 'pending.sqlite', 'rooms.sqlite-wal', 'rooms.sqlite', 'watermark'][cut % 5]);
        truncateSync(file, random.below(sizeOf(file)));
        const server = await Server.start('--data', copy).catch(() => undefined);
        if (!server) {
            refused++;
            isSentence(await refusal(copy), copy, /journal/);
        } else {
            served++;
            for (const { room, match } of rooms) {
                const { status, json } = await server.get(`/api/rooms/${room}`);
                assert.equal(status, 200);
                assert.ok(json.match >= match, `${room} is at match ${json.match}, and was at ${match}`);
                for (let ended = 1; ended < match; ended++) {
                    const replay = await server.get(`/api/rooms/${room}/matches/${ended}`);
                    assert.equal(replay.status, 200);
                    assert.notEqual(replay.json.result, null);
                }
            }
            assert.equal(await server.stop(), 0);
        }
        rmSync(copy, { recursive: true });
    }
    assert.ok(served > 0);
    assert.ok(refused > 0);
    console.log('| cuts | served | refused with a sentence |');
    console.log('| --- | --- | --- |');
    console.log(`| 20 | ${served} | ${refused} |`);
});

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

test('one server for a folder', async () => {
    const folder = temporary();
    const server = await Server.start('--data', folder);
    isSentence(await refusal(folder), folder, /Another server uses/);
    assert.equal((await server.get('/healthz')).status, 200, 'the first one goes on');
    assert.equal(await server.stop(), 0);
    rmSync(folder, { recursive: true });
});

test('files that are no journal of this server', async (context) => {
    const { folder: killed } = await killedFolder(context, 4);
    for (const name of ['rooms.sqlite', 'pending.sqlite']) {
        const folder = temporary();
        const file = join(folder, name);
        copyFolder(killed, folder);
        assert.equal(await (await Server.start('--data', folder)).stop(), 0);
        sql(file, 'PRAGMA user_version = 99');
        isSentence(await refusal(folder), file, /newer server/);
        sql(file, 'PRAGMA user_version = 1; PRAGMA application_id = 7');
        isSentence(await refusal(folder), file, /no journal/);
        truncateSync(file, 0);
        isSentence(await refusal(folder), file, /missing or empty/);
        cpSync(binary, file);
        isSentence(await refusal(folder), file, /can't be read|no journal|damaged/);
        rmSync(folder, { recursive: true });
    }
});

test('one of the two files is missing, or is of another journal', async () => {
    const folders = [temporary(), temporary()];
    for (const folder of folders) assert.equal(await (await Server.start('--data', folder)).stop(), 0);
    const [pending, other] = folders.map((folder) => join(folder, 'pending.sqlite'));
    const away = `${pending}.away`;
    renameSync(pending, away);
    isSentence(await refusal(folders[0]), pending, /is missing or empty/);
    cpSync(other, pending);
    isSentence(await refusal(folders[0]), pending, /don't belong together/);
    renameSync(away, pending);
    assert.equal(await (await Server.start('--data', folders[0])).stop(), 0);
    for (const folder of folders) rmSync(folder, { recursive: true });
});

test('a folder of the format before the first release', async () => {
    const folder = temporary();
    const file = join(folder, 'journal.sqlite');
    writeFileSync(file, 'anything');
    isSentence(await refusal(folder), file, /before the first release.*choose another --data/);
    rmSync(folder, { recursive: true });
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
