// The operator's contract, line by line: what is refused and with which exit code, whose socket it is, and what a restart keeps.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator, run } from './support/admin.mjs';
import { fetch } from './support/fetch.mjs';
import { binary, Server } from './support/server.mjs';
import { until } from './support/until.mjs';
import { World } from './support/world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tefuda-lines-'));
const data = join(folder, 'data');
const operator = new Operator(join(data, 'admin.sock'));
let world;
before(async () => (world = await World.start('--data', data)));
after(async () => {
    await world.stop();
    rmSync(folder, { recursive: true });
});

const commands = async () => (await operator.rows('log')).map(({ command, arguments: of }) => [command, of]);

test('the log has what changed a room or the server, and nothing that was refused', async () => {
    const { room } = await world.waiting();
    const players = await world.several(2);
    const { room: match } = await players[0].create('fortyone');
    for (const [i, player] of players.entries()) await player.join(match, `Player ${i}`);
    for (const refused of [['kick', room, '2'], ['kick', 'ABCDEFGHJK', '0'], ['close', 'ABCDEFGHJK'], ['drain', '--undo'], ['drain', '--for', 'soon'], ['close', room, '--because', 'x'.repeat(501)]])
        assert.equal((await operator.admin(...refused)).code, 1, refused.join(' '));
    assert.deepEqual(await commands(), []);
    await operator.answer('kick', room, '1');
    await operator.answer('close', room, '--because', '夜'.repeat(500));
    await operator.answer('drain', '--for', '1h');
    await operator.answer('drain', '--undo');
    await operator.answer('close', match);
    assert.deepEqual(await commands(), [
        ['kick', { code: room, seat: 1 }],
        ['close', { code: room, because: '夜'.repeat(500) }],
        ['drain', { for: '1h' }],
        ['drain', { undo: true }],
        ['close', { code: match }],
    ]);
});

test('a long sentence closes a connection with its beginning, and is whole in the refusal that follows', async () => {
    const because = '夜'.repeat(500);
    const here = await world.client();
    const row = await operator.row('ban', '--address', '127.0.0.1', '--yes', '--because', because);
    assert.deepEqual(await here.closed, { code: 1008, reason: '夜'.repeat(40) });
    const refused = await fetch(`${world.server.url}/api/me`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    assert.deepEqual([refused.status, await refused.json()], [403, { code: 'banned', message: because, details: { until: null } }]);
    await operator.answer('lift', String(row.number));
});

test('a server that stops before it answers is exit code 2, and a sentence', async (t) => {
    const path = join(folder, 'silent');
    const silent = createServer((client) => client.once('data', () => client.destroy()));
    t.after(() => silent.close());
    await once(silent.listen(path), 'listening');
    const { code, errors } = await run(binary, ['admin', 'rooms', '--admin-socket', path]);
    assert.equal(code, 2);
    assert.match(errors, /has stopped before it answered: it is not known whether the command was carried out\.\n$/);
});

test('a seventeenth client is closed, and the others are served', async () => {
    const open = [];
    for (let i = 0; i < 16; i++) {
        const one = connect(join(data, 'admin.sock'));
        one.write('{"command":"sanctions"}\n');
        await once(one, 'data');
        open.push(one);
    }
    assert.equal((await operator.admin('sanctions')).code, 2);
    open[0].destroy();
    while ((await operator.admin('sanctions')).code !== 0);
    open[1].write('{"command":"sanctions"}\n');
    assert.match(String((await once(open[1], 'data'))[0]), /^\{"ok":true/);
    for (const one of open) one.destroy();
});

test('nobody waits for a client that does not read its answers', async () => {
    for (const words of [['夜'.repeat(500)], ['--clear']]) await operator.answer('notice', ...words);
    // Far more than the kernel keeps.
    const count = 1000;
    const deaf = connect(join(data, 'admin.sock')).pause();
    deaf.write('{"command":"log"}\n'.repeat(count));
    await operator.answer('sanctions');
    // It was not closed for that: it reads them now.
    let lines = 0;
    for await (const piece of deaf) {
        lines += String(piece).split('\n').length - 1;
        if (lines === count) break;
    }
    assert.equal(lines, count);
});

test('an operator who comes while no file can be opened is answered when one can', async (t) => {
    const path = join(folder, 'full');
    const most = 64;
    const server = await Server.startBy(['prlimit', `--nofile=${most}:${most}`], '--threads', '1', '--admin-socket', path);
    t.after(() => server.stop());
    const open = Array.from({ length: most }, () => connect(new URL(server.url).port, '127.0.0.1').on('error', () => {}));
    await until(() => readdirSync(`/proc/${server.child.pid}/fd`).length >= most - 1, 'the server has all files that it may open');
    const asked = run(binary, ['admin', 'rooms', '--json', '--admin-socket', path]);
    for (const one of open) one.destroy();
    assert.deepEqual(await asked, { code: 0, out: '{"ok":true,"rows":[]}\n', errors: '' });
});

test('SIGTERM ends connections of the operator that say nothing, half a line, or do not read', async () => {
    const path = join(folder, 'ended');
    const server = await Server.start('--admin-socket', path);
    const [silent, half, deaf] = [1, 2, 3].map(() => connect(path).on('error', () => {}));
    const ends = [silent, half].map((one) => once(one.resume(), 'close'));
    half.write('{"command":"ro');
    deaf.pause().write('{"command":"rooms"}\n'.repeat(20_000));
    // Those three are served before this one.
    assert.equal((await run(binary, ['admin', 'rooms', '--admin-socket', path])).code, 0);
    assert.equal(await server.stop(), 0);
    await Promise.all(ends);
    deaf.destroy();
    assert.ok(!existsSync(path), 'the socket is gone');
});

test('a server leaves a socket alone of which it does not know that nobody listens', async (t) => {
    // No server can be tried through a socket of this kind; one of another user is such a case, too.
    const path = join(folder, 'foreign');
    const program = `import socket, sys\ns = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)\ns.bind(${JSON.stringify(path)})\nprint(flush=True)\nsys.stdin.read()`;
    const holder = spawn('python3', ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => holder.stdin.end());
    await once(holder.stdout, 'data');
    const { code, errors } = await run(binary, ['--port', '0', '--admin-socket', path, '--log-level', 'off']);
    assert.equal(code, 1);
    assert.match(errors, /is there already, and can't be tried: .*\.\n$/);
    assert.ok(existsSync(path));
});

test('another user is told that the socket is not theirs', { skip: process.getuid() !== 0 && 'only root can be another user' }, async () => {
    const nobody = 65534;
    const program = join(folder, 'tefuda-server');
    copyFileSync(binary, program);
    for (const path of [folder, data, program]) chmodSync(path, 0o755);
    const { code, errors } = await run(program, ['admin', 'rooms', '--admin-socket', join(data, 'admin.sock')], { uid: nobody, gid: nobody });
    assert.equal(code, 2);
    assert.match(errors, /can't be reached: Permission denied\.\n$/);
});

test('without a match, a server that drains stops at once', async () => {
    await world.waiting();
    const ended = once(world.server.child, 'exit');
    await operator.answer('drain', '--for', '1h');
    assert.deepEqual(await ended, [0, null]);
    world = await World.start('--data', data);
    assert.deepEqual((await commands()).at(-1), ['drain', { for: '1h' }]);
});
