// Connections: those that do nothing make room for those that play.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporary } from '../durability/tables.mjs';
import { binary } from '../e2e/support/server.mjs';
import { pause } from '../e2e/support/until.mjs';
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
    await siege.play();
    assert.equal(await health(siege.port), 0);
    report('1,200 idle sockets, 1,000 at most', { open, MiB: siege.memory() });
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

test('a WebSocket that has said nothing at all is closed after the join timeout; one that has said something once stays', async (context) => {
    const siege = await Siege.lay(context, '--join-timeout', '1');
    const [idle, lobby] = [await Player.connect(siege.port), await Player.connect(siege.port)];
    await lobby.ask({ type: 'list' }, 'rooms');
    assert.equal(await idle.closed, 1008);
    const late = await Player.connect(siege.port);
    assert.equal(await late.closed, 1008);
    await lobby.ask({ type: 'ping' }, 'pong');
    assert.match(siege.server.log, /address=127\.0\.0\.9/);
});

test('60 IPv6 networks of one line that were in a room once lock nobody out', async (context) => {
    const siege = await Siege.lay(context, '--trust-forwarded', '--max-connections', '600');
    const host = await Player.connect(siege.port);
    const { room } = await host.ask({ type: 'create', game: 'fortyone' }, 'created');
    const { open } = await siege.attack('lockOut', { address: '127.0.1.1', room, networks: 60, connections: 10 });
    const newcomers = [];
    for (let i = 0; i < 40; i++) {
        const player = await Player.connect(siege.port, '127.0.0.9', 'ws', { 'X-Forwarded-For': `198.51.100.${i}` });
        await player.ask({ type: 'join', room, name: 'n', role: 'spectator' }, 'joined');
        newcomers.push(player);
    }
    await pause(300);
    for (const player of newcomers) await player.ask({ type: 'ping' }, 'pong');
    report('60 networks of one /56', { open, 'newcomers of 40': newcomers.length, MiB: siege.memory() });
    assert.ok(open <= 600);
});

test('the metrics are behind every proxy that says that it is one, whatever name a client gives', async (context) => {
    const siege = await Siege.lay(context);
    const status = async (headers) => (await siege.get('/metrics', '127.0.0.1', headers)).status;
    for (const Host of ['localhost', '127.0.0.1', '[::1]']) {
        assert.equal(await status({ Host }), 200);
        for (const field of ['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'X-Real-IP'])
            assert.equal(await status({ Host, [field]: '203.0.113.1' }), 403, `${Host} ${field}`);
    }
    // A proxy that says nothing, and passes on the name by which it is known; or a page whose name leads here.
    for (const Host of ['cards.example', 'localhost.example', '10.0.0.1']) assert.equal(await status({ Host }), 403, Host);
    report('/metrics through a proxy', { 'answered 200': 0 });
});

test('a link\'s preview has no name that the server has not', async (context) => {
    const folder = temporary();
    writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
    const siege = await Siege.lay(context, '--allowed-hosts', 'cards.example', '--web', folder);
    const page = async (Host) => (await siege.get('/room/ABCDEFGHJK', '127.0.0.9', { Host })).text;
    assert.match(await page('cards.example'), /og:url" content="http:\/\/cards\.example\//);
    assert.doesNotMatch(await page('evil.example'), /evil\.example/);
});
