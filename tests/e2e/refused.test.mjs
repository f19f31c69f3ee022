// Nobody who is kept out is kept out in silence: a wrong host or origin, a ban, and fields of a proxy that say nothing
// are counted, and the log says once a minute what was compared.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { readMetrics } from './support/metrics.mjs';
import { fetch } from './support/fetch.mjs';
import { Server } from './support/server.mjs';

/** The status of a handshake with these fields. */
function upgrade(server, headers, path = '/ws') {
    return new Promise((resolve, reject) => {
        const asked = request(server.url + path, { headers: { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers } });
        asked.on('upgrade', (response, socket) => {
            socket.destroy();
            resolve(response.statusCode);
        });
        asked.on('response', (response) => {
            response.resume();
            resolve(response.statusCode);
        });
        asked.on('error', reject);
        asked.end();
    });
}

async function started(context, ...flags) {
    const server = await Server.start('--log-level', 'info', ...flags);
    context.after(() => server.child.kill('SIGKILL'));
    return server;
}

async function figures(server) {
    const { text } = await server.get('/metrics');
    const { values } = readMetrics(text);
    return (name, reason) => values.get(`tefuda_${name}_total{reason="${reason}"}`);
}

const lines = (server, pattern) => server.log.split('\n').filter((line) => pattern.test(line));

test('a wrong host and a wrong origin are counted, and logged once, on one line', async (context) => {
    const server = await started(context, '--allowed-hosts', '127.0.0.1');
    const long = `${'x'.repeat(300)}.example`;
    for (const host of ['evil.example:8080', long, 'EVIL.example']) assert.equal(await upgrade(server, { host }), 403, host);
    assert.equal(await upgrade(server, { origin: 'https://evil.example\u00e9' }), 403);
    assert.equal(await upgrade(server, { origin: 'null' }), 403);
    assert.equal((await fetch(`${server.url}/api/me`, { headers: { origin: 'https://evil.example' } })).status, 403);
    const figure = await figures(server);
    assert.equal(figure('requests_refused', 'host'), 3);
    assert.equal(figure('requests_refused', 'origin'), 3);
    assert.equal(figure('requests_refused', 'banned'), 0);
    await server.stop();
    const [host, ...moreHosts] = lines(server, /names the host/);
    assert.match(host, / warning .*"evil\.example:8080".*--allowed-hosts/);
    assert.equal(moreHosts.length, 0);
    const [origin, ...moreOrigins] = lines(server, /its origin/);
    assert.match(origin, / warning .*"https:\/\/evil\.example.*--allowed-origins/);
    assert.equal(moreOrigins.length, 0);
});

test('what was compared is at most 200 characters of printable ASCII', async (context) => {
    const server = await started(context, '--allowed-hosts', '127.0.0.1');
    assert.equal(await upgrade(server, { host: `\u00e9${'x'.repeat(300)}` }), 403);
    await server.stop();
    const [line] = lines(server, /names the host/);
    const seen = /the host (".*…"),/.exec(line)[1];
    assert.ok(seen.length <= 200, seen);
    assert.match(seen, /^"[ -~]*…"$/);
});

test('a proxy whose fields are not trusted, or can\'t be read, is told of', async (context) => {
    const plain = await started(context);
    for (let i = 0; i < 2; i++) assert.equal(await upgrade(plain, { 'x-forwarded-for': '203.0.113.7' }), 101);
    assert.equal((await figures(plain))('forwarded_ignored', 'untrusted'), 2);
    await plain.stop();
    assert.equal(lines(plain, /--trust-forwarded is off/).length, 1);

    const behind = await started(context, '--trust-forwarded');
    for (const field of ['203.0.113.7', '203.0.113.7:51234', '[2001:db8::7]:51234']) assert.equal(await upgrade(behind, { 'x-forwarded-for': field }), 101);
    assert.equal((await figures(behind))('forwarded_ignored', 'unreadable'), 0);
    assert.equal(await upgrade(behind, { 'x-forwarded-for': 'somebody\u00e9' }), 101);
    assert.equal((await figures(behind))('forwarded_ignored', 'unreadable'), 1);
    await behind.stop();
    assert.match(lines(behind, /X-Forwarded-For can't be read/)[0], /"somebody/);

    const discreet = await started(context, '--trust-forwarded', '--log-addresses', 'off');
    assert.equal(await upgrade(discreet, { 'x-forwarded-for': '203.0.113.7.9' }), 101);
    await discreet.stop();
    assert.equal(lines(discreet, /X-Forwarded-For can't be read/).length, 1);
    assert.doesNotMatch(discreet.log, /203\.0\.113/);
});
