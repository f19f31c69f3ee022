// `tefuda-server --health`: the health check for containers and monitoring.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, binary } from './support/server.mjs';

/** Runs the health check and returns its exit code. `variables`: TEFUDA_… variables, as the checked server has them. */
function health(port, flags = [], variables = {}) {
    const env = { PATH: process.env.PATH, TEFUDA_PORT: `${port}`, ...variables };
    return new Promise((resolve) => execFile(binary, ['--health', ...flags], { env }, (error) => resolve(error ? error.code : 0)));
}

test('a running server is healthy, for any address on which it listens', async () => {
    for (const address of ['127.0.0.1', '0.0.0.0']) {
        const server = await Server.start('--address', '127.0.0.1');
        const { port } = new URL(server.url);
        assert.equal(await health(port, ['--address', address]), 0);
        assert.notEqual(await health(port, ['--address', '127.0.0.2']), 0);
        await server.stop();
        assert.notEqual(await health(port, ['--address', address]), 0, 'it has stopped');
    }
});

test('a server with TLS is checked over TLS, with any certificate', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tefuda-health-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const files = { TEFUDA_TLS_CERT: join(folder, 'certificate.pem'), TEFUDA_TLS_KEY: join(folder, 'key.pem') };
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
        '-subj', '/CN=cards.example', '-out', files.TEFUDA_TLS_CERT, '-keyout', files.TEFUDA_TLS_KEY], { stdio: 'ignore' });
    const server = await Server.start('--tls-cert', files.TEFUDA_TLS_CERT, '--tls-key', files.TEFUDA_TLS_KEY);
    const { port } = new URL(server.url);
    assert.equal(await health(port, [], files), 0);
    assert.notEqual(await health(port), 0, 'asked without TLS');
    await server.stop();
});

test('a server with a wrong answer, or none, is unhealthy', async () => {
    for (const answer of ['HTTP/1.1 503 Service Unavailable\r\n\r\n', 'SSH-2.0-x\r\n', '']) {
        const other = net.createServer((socket) => socket.on('error', () => {}).on('data', () => socket.end(answer)));
        await once(other.listen(0, '127.0.0.1'), 'listening');
        assert.notEqual(await health(other.address().port), 0, answer);
        other.close();
    }
});
