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

/** Runs the health check. `variables`: TEFUDA_… variables, as the checked server has them. Returns what it says, empty if all is well. */
function health(port, flags = [], variables = {}) {
    const env = { PATH: process.env.PATH, TEFUDA_PORT: `${port}`, ...variables };
    return new Promise((resolve) => execFile(binary, ['--health', ...flags], { env }, (error, _, said) => {
        assert.equal(error?.code ?? 0, said ? 1 : 0, said);
        if (said) assert.match(said, /^tefuda-server: [^\n]+\.\n$/);
        resolve(said);
    }));
}

test('a running server is healthy, for any address on which it listens', async () => {
    for (const address of ['127.0.0.1', '0.0.0.0']) {
        const server = await Server.start('--address', '127.0.0.1');
        const { port } = new URL(server.url);
        assert.equal(await health(port, ['--address', address]), '');
        assert.match(await health(port, ['--address', '127.0.0.2']), /No server listens at http:\/\/127\.0\.0\.2:/);
        await server.stop();
        assert.match(await health(port, ['--address', address]), /No server listens at/, 'it has stopped');
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
    assert.equal(await health(port, [], files), '');
    assert.match(await health(port), /or speaks TLS|is not ready/, 'asked without TLS');
    await server.stop();
});

test('a server with a wrong answer, or none, is unhealthy', async () => {
    for (const [answer, what] of [
        ['HTTP/1.1 503 Service Unavailable\r\n\r\n{"message":"It\x1b stops."}', /is not ready: HTTP\/1\.1 503 Service Unavailable, \{"message":"It\? stops\."\}\./],
        ['SSH-2.0-x\r\n', /is not ready: SSH-2\.0-x\./],
        ['', /does not answer in time/],
    ]) {
        const other = net.createServer((socket) => socket.on('error', () => {}).on('data', () => socket.end(answer)));
        await once(other.listen(0, '127.0.0.1'), 'listening');
        assert.match(await health(other.address().port), what, answer);
        other.close();
    }
});
