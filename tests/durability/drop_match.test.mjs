// A damaged match is locked alone: its room goes on with another one, and `tefuda-server drop-match` deletes it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readMetrics } from '../e2e/support/metrics.mjs';
import { binary, Server } from '../e2e/support/server.mjs';
import { WebSocket } from '../e2e/support/socket.mjs';
import { until } from '../e2e/support/until.mjs';
import { Tables } from './tables.mjs';

function run(...flags) {
    const { status, stdout, stderr } = spawnSync(binary, flags, { encoding: 'utf8' });
    return { status, stdout, stderr };
}

/** \param change of the row of the room's newest match, as in SQL's UPDATE */
function damageNewest(folder, room, change) {
    const script = `UPDATE match SET ${change} WHERE room = ?1 AND number = (SELECT max(number) FROM match WHERE room = ?1)`;
    const program = 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute(sys.argv[2], sys.argv[3:]); db.commit()';
    execFileSync('python3', ['-c', program, join(folder, 'rooms.sqlite'), script, room]);
}

/** A player's connection after the damage: what it is told, by type. */
async function resumed(server, { room, token }) {
    const socket = new WebSocket(server.socketUrl);
    const told = [];
    const waiting = [];
    socket.on('message', (data) => {
        told.push(JSON.parse(data));
        for (const wake of waiting.splice(0)) wake();
    });
    await once(socket, 'open');
    const next = async (type, fits = () => true) => {
        for (;;) {
            const at = told.findIndex((message) => message.type === type && fits(message));
            if (at >= 0) return told.splice(0, at + 1).at(-1);
            await new Promise((resolve) => waiting.push(resolve));
        }
    };
    const say = (message) => socket.send(JSON.stringify({ room, ...message }));
    say({ type: 'resume', token });
    return { next, say, close: () => socket.terminate() };
}

/** Tables in mid-match whose server was killed, and stopped in an orderly way afterwards: all is in rooms.sqlite. */
async function folded(context, seed) {
    const tables = new Tables(context, seed, { numberOfTables: 3 });
    await tables.start();
    await tables.open();
    await tables.played(20);
    await tables.kill();
    assert.equal(await (await Server.start('--data', tables.folder)).stop(), 0);
    return tables;
}

const numberOf = async (server, room) => (await server.get(`/api/rooms/${room}`)).json;

test('a match whose record can not be read: its room waits for another one, the others go on', async (context) => {
    const tables = await folded(context, 21);
    const [[host], [other]] = tables.tables;
    const damage = async (change) => {
        const server = await Server.start('--data', tables.folder);
        const room = await numberOf(server, host.room);
        assert.equal(await server.stop(), 0);
        damageNewest(tables.folder, host.room, change);
        return room;
    };
    const before = await damage('actions = zeroblob(3)');
    let server = await Server.start('--data', tables.folder, '--log-level', 'info');
    const [, count] = await until(() => /All of the journal was read: (\d+) damaged/.exec(server.log), () => server.log);
    assert.equal(count, '1', server.log);
    const { values } = readMetrics((await server.get('/metrics')).text);
    assert.equal(values.get('tefuda_journal_damaged'), 1, 'it is found twice, and is one');
    assert.match(server.log, new RegExp(`tefuda-server drop-match ${host.room} \\d+. deletes it`));
    assert.ok(!server.log.includes('all its files'), 'one match is no reason to begin anew');
    const untouched = await numberOf(server, other.room);
    assert.equal(untouched.status, 'playing');
    const after = await numberOf(server, host.room);
    assert.equal(after.status, 'waiting');
    assert.equal(after.match, before.status === 'playing' ? before.match + 1 : before.match);
    const player = await resumed(server, host);
    await player.next('joined');
    const room = await player.next('room');
    assert.equal(room.status, 'waiting');
    player.say({ type: 'start', id: 1 });
    const error = player.next('error').then((message) => assert.fail(JSON.stringify(message)));
    const begun = await Promise.race([player.next('room', ({ status }) => status === 'playing'), error]);
    assert.equal(begun.match, after.match);
    player.close();
    // It is stored like any other match.
    assert.equal(await server.stop(), 0);
    server = await Server.start('--data', tables.folder);
    assert.equal((await numberOf(server, host.room)).match, after.match);
    assert.equal((await numberOf(server, host.room)).status, 'playing');
    assert.equal(await server.stop(), 0);

    const locked = String(after.match - 1);
    assert.match(run('verify', '--data', tables.folder).stdout, new RegExp(`match ${locked} of room ${host.room} can't be read`));
    const drop = (room, number) => run('drop-match', room, number, '--data', tables.folder);
    assert.match(drop(host.room, String(after.match)).stderr, /can be played again: only a damaged match is dropped\.\n$/);
    assert.match(drop(host.room, '77').stderr, /There is no match 77 of room/);
    assert.match(drop('ABCDEFGHJK', '1').stderr, /There is no room ABCDEFGHJK\.\n$/);
    const dropped = drop(host.room, locked);
    assert.equal(dropped.status, 0, dropped.stderr);
    assert.match(dropped.stdout, /was given up, or is gone\. It was deleted\.\n$/);
    assert.match(run('verify', '--data', tables.folder).stdout, /: all are good\.\n$/);
});

test('a match whose check sum is wrong is dropped before a server has seen it', async (context) => {
    const tables = await folded(context, 22);
    const [[host]] = tables.tables;
    // With it the sum of the room's matches is wrong, too.
    damageNewest(tables.folder, host.room, 'crc = crc + 1');
    const said = run('verify', '--data', tables.folder);
    assert.equal(said.status, 1);
    const number = /the match (\d+) of room/.exec(said.stdout)[1];
    const dropped = run('drop-match', host.room, number, '--data', tables.folder);
    assert.equal(dropped.status, 0, dropped.stderr);
    assert.match(run('verify', '--data', tables.folder).stdout, /: all are good\.\n$/);
    const server = await Server.start('--data', tables.folder);
    assert.equal((await numberOf(server, host.room)).status, 'waiting');
    assert.equal(await server.stop(), 0);
});
