// Connections: those that do nothing make room for those that play.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { temporary } from '../durability/tables.mjs';
import { binary } from '../e2e/support/server.mjs';
import { Player, report, Siege } from './siege.mjs';

const addresses = (count) => Array.from({ length: count }, (_, i) => `127.0.1.${1 + i}`);

/** The exit code of the health check. */
function health(port, flags = []) {
    return new Promise((resolve) => execFile(binary, ['--health', '--port', `${port}`, ...flags],
        { env: { PATH: process.env.PATH } }, (error) => resolve(error ? (error.code ?? error.signal) : 0)));
}

test('idle connections of ten addresses keep nobody else out, and the health check passes', async (context) => {
    const siege = await Siege.lay(context, '--max-connections', '1000', '--max-connections-per-address', '100');
    const player = await Player.connect(siege.port);
    const { room } = await player.ask({ type: 'create', game: 'fortyone' }, 'created');
    await player.ask({ type: 'join', room, name: 'n' }, 'joined');
    const { open } = await siege.attack('idle', { addresses: addresses(12), connections: 100 });
    assert.ok(open >= 950, `${open} are open`);
    const took = await siege.timeToPlay();
    assert.equal(await health(siege.port), 0);
    report('1,200 idle sockets, 1,000 at most', { 'play ms': took, MiB: siege.memory() });
    await player.ask({ type: 'ping' }, 'pong');
});

test('idle TLS connections fail neither the health check nor newcomers', async (context) => {
    const folder = temporary();
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
        '-subj', '/CN=cards.example', '-out', certificate, '-keyout', key], { stdio: 'ignore' });
    const tls = ['--tls-cert', certificate, '--tls-key', key];
    const siege = await Siege.lay(context, '--max-connections', '400', '--max-connections-per-address', '100', ...tls);
    await siege.attack('idle', { addresses: addresses(6), connections: 100, websockets: false });
    assert.equal(await health(siege.port, tls), 0);
    const player = await Player.connect(siege.port, '127.0.0.9', 'wss');
    await player.ask({ type: 'ping' }, 'pong');
    player.close();
});

test('a WebSocket that has said nothing at all is closed after the join timeout; one that has said something once stays', { timeout: 20_000 }, async (context) => {
    const siege = await Siege.lay(context, '--join-timeout', '1');
    const [idle, lobby] = [await Player.connect(siege.port), await Player.connect(siege.port)];
    await lobby.ask({ type: 'list' }, 'rooms');
    assert.equal(await idle.closed, 1008);
    const late = await Player.connect(siege.port);
    assert.equal(await late.closed, 1008);
    await lobby.ask({ type: 'ping' }, 'pong');
    assert.match(siege.server.log, /address=127\.0\.0\.9/);
});
