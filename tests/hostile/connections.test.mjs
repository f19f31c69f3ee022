// Connections: those that do nothing make room for those that play.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { binary } from '../e2e/support/server.mjs';
import { Player, report, Siege } from './siege.mjs';

/** The exit code of the health check. */
const health = (port) => new Promise((resolve) => execFile(binary, ['--health', '--port', `${port}`], { env: {} }, (error) => resolve(error ? (error.code ?? error.signal) : 0)));

test('idle connections of ten addresses keep nobody else out, and the health check passes', async (context) => {
    const siege = await Siege.lay(context, '--max-connections', '1000', '--max-connections-per-address', '100');
    const player = await Player.connect(siege.port);
    const { room } = await player.ask({ type: 'create', game: 'fortyone' }, 'created');
    await player.ask({ type: 'join', room, name: 'n' }, 'joined');
    const { open } = await siege.attack('idle', { addresses: Array.from({ length: 12 }, (_, i) => `127.0.1.${1 + i}`), connections: 100 });
    assert.ok(open >= 950, `${open} are open`);
    await siege.play();
    assert.equal(await health(siege.port), 0);
    report('1,200 idle sockets, 1,000 at most', { open, MiB: siege.memory() });
    await player.ask({ type: 'ping' }, 'pong');
});
