// TLS in the server itself, with a certificate that can be replaced while the server runs.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import WebSocket from 'ws';
import { Server, binary } from './support/server.mjs';
import { patience } from './support/until.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tefuda-tls-'));
const certificate = join(folder, 'certificate.pem');
const key = join(folder, 'key.pem');
let server;
let port;

function make(name, subject) {
    const out = [join(folder, `${name}-certificate.pem`), join(folder, `${name}-key.pem`)];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
        '-subj', `/CN=${subject}`, '-out', out[0], '-keyout', out[1]], { stdio: 'ignore' });
    return out;
}

function use([from, its]) {
    copyFileSync(from, certificate);
    copyFileSync(its, key);
}

let first;
let second;
before(async () => {
    first = make('first', 'first.example');
    second = make('second', 'second.example');
    use(first);
    server = await Server.start('--log-level', 'info', '--tls-cert', certificate, '--tls-key', key);
    port = Number(new URL(server.url).port);
});
after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
});

/** Connects. Returns the name in the certificate and the TLS version, or the error code. */
async function greet(options = {}) {
    const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
    const seen = await new Promise((resolve) => {
        socket.once('secureConnect', () => resolve({ name: socket.getPeerCertificate().subject.CN, version: socket.getProtocol() }));
        socket.once('error', (error) => resolve({ error: error.code }));
    });
    socket.destroy();
    return seen;
}

function get(path) {
    return new Promise((resolve, reject) => {
        https.get(server.url + path, { rejectUnauthorized: false, agent: false }, (answer) => {
            let text = '';
            answer.on('data', (part) => (text += part)).on('end', () => resolve({ status: answer.statusCode, text }));
        }).on('error', reject);
    });
}

/** Opens a WebSocket and consumes `welcome`. `take` returns the next message. */
async function open(headers = {}) {
    const socket = new WebSocket(server.socketUrl, { rejectUnauthorized: false, headers });
    const inbox = [];
    let wake = () => {};
    socket.on('message', (data) => { inbox.push(JSON.parse(data)); wake(); });
    const take = async () => {
        while (!inbox.length) await new Promise((resolve) => (wake = resolve));
        return inbox.shift();
    };
    await once(socket, 'open');
    await take();
    return { socket, take };
}

async function logged(sentence) {
    while (!server.log.includes(sentence)) await once(server.child.stderr, 'data');
}

test('the server prints an https URL and answers there', async () => {
    assert.match(server.url, /^https:/);
    assert.deepEqual(await greet(), { name: 'first.example', version: 'TLSv1.3' });
    assert.equal((await get('/healthz')).status, 200);
    const document = await get('/asyncapi.json');
    assert.ok(JSON.parse(document.text).channels, 'a document of many records comes whole');
});

test('a WebSocket carries large and small messages in order and is closed properly', async () => {
    const { socket, take } = await open({ origin: server.url });
    const text = 'x'.repeat(16_000);
    for (let id = 0; id < 50; id++) socket.send(JSON.stringify(id % 2 ? { type: 'ping', id } : { type: 'ping', id, more: text }));
    for (let id = 0; id < 50; id++) assert.equal((await take()).re, id);
    socket.send(JSON.stringify({ type: 'create', game: 'fortyone', id: 'c' }));
    assert.equal((await take()).type, 'created');
    socket.close(1000);
    assert.equal((await once(socket, 'close'))[0], 1000);
});

test('a player\'s cookie has the prefix __Host-, also at the WebSocket', async () => {
    const ask = (method, cookie, body) => new Promise((resolve, reject) => {
        const headers = { origin: server.url, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) };
        https.request(`${server.url}/api/me`, { method, headers, rejectUnauthorized: false, agent: false }, (answer) => {
            let text = '';
            answer.on('data', (part) => (text += part)).on('end', () => resolve({ json: JSON.parse(text), set: answer.headers['set-cookie']?.[0] }));
        }).on('error', reject).end(body);
    });
    const made = await ask('POST', '', '{}');
    const [, name, secret] = /^(__Host-tefuda-[0-9a-z]{6})=([0-9a-f]{64}); /.exec(made.set);
    // Without a Domain: else browsers refuse the prefix.
    assert.deepEqual(made.set.split('; ').slice(1).sort(), ['HttpOnly', `Max-Age=${400 * 86400}`, 'Path=/', 'SameSite=Lax', 'Secure']);
    assert.deepEqual((await ask('GET', `${name}=${secret}`)).json, made.json);
    const socket = new WebSocket(server.socketUrl, { rejectUnauthorized: false, headers: { origin: server.url, cookie: `${name}=${secret}` } });
    assert.deepEqual(JSON.parse((await once(socket, 'message'))[0]).you, made.json);
    socket.terminate();
});

test('only TLS 1.2 and later are accepted', async () => {
    assert.equal((await greet({ maxVersion: 'TLSv1.2' })).version, 'TLSv1.2');
    const old = await greet({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    assert.ok(old.error, 'TLS 1.1 is refused');
});

test('a client that does not use TLS is disconnected, and others are not affected', async () => {
    const { socket, take } = await open();
    for (const nonsense of ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', '\x16\x03\x01\xff\xff', '\0'.repeat(5000)]) {
        const plain = net.connect(port, '127.0.0.1');
        plain.on('error', () => {}).on('data', () => {});
        plain.end(nonsense);
        await new Promise((resolve) => plain.once('close', resolve));
    }
    socket.send('{"type":"ping","id":1}');
    assert.equal((await take()).type, 'pong');
    socket.terminate();
});

test('after SIGHUP new connections get the new certificate, old ones stay open, and a bad file changes nothing', async () => {
    const { socket, take } = await open();
    use(second);
    server.child.kill('SIGHUP');
    await logged('The certificate was read again');
    assert.equal((await greet()).name, 'second.example');
    socket.send('{"type":"ping","id":1}');
    assert.equal((await take()).type, 'pong');
    writeFileSync(certificate, 'no certificate');
    server.child.kill('SIGHUP');
    await logged('The old one stays');
    assert.equal((await greet()).name, 'second.example');
    socket.terminate();
});

test('a certificate and a key that do not match are refused at the start, with an error message', () => {
    const start = (...flags) => spawnSync(binary, ['--port', '0', '--log-level', 'off', ...flags], { encoding: 'utf8', timeout: patience });
    for (const [cert, its, named] of [
        [first[0], second[1], second[1]],
        [first[1], first[1], first[1]],
        [join(folder, 'none.pem'), first[1], 'none.pem'],
        [first[0], join(folder, 'none.pem'), 'none.pem'],
    ]) {
        const { status, stderr } = start('--tls-cert', cert, '--tls-key', its);
        assert.equal(status, 1);
        assert.match(stderr, /^tefuda-server: Can't use the certificate.*\.\n$/);
        assert.ok(stderr.includes(named));
    }
    for (const flag of ['--tls-cert', '--tls-key']) assert.equal(start(flag, first[0]).status, 2, `${flag} alone`);
});

test('without TLS there is no certificate to read again: SIGHUP changes nothing', async () => {
    const plain = await Server.start();
    plain.child.kill('SIGHUP');
    for (let i = 0; i < 20; i++) assert.equal((await plain.get('/healthz')).status, 200);
    assert.equal(plain.child.exitCode, null);
    assert.equal(await plain.stop(), 0);
});

test('TLS 1.2 is spoken with forward secrecy and authenticated encryption only', async () => {
    const { port } = new URL(server.url);
    const speak = (ciphers) => new Promise((resolve) => {
        const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2', ciphers },
            () => (resolve(socket.getCipher().name), socket.destroy()));
        socket.on('error', () => resolve(null));
    });
    assert.match(await speak('DEFAULT'), /^ECDHE-.*(GCM|CHACHA20)/);
    for (const weak of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'AES128-GCM-SHA256', 'AES128-SHA'])
        assert.equal(await speak(weak), null, weak);
});

test('browsers are told to come back with TLS alone, where TLS is the server\'s own', async () => {
    const field = (url, options) => new Promise((resolve, reject) => (url.startsWith('https') ? https : http)
        .get(url, options, (answer) => (answer.resume(), resolve(answer.headers['strict-transport-security']))).on('error', reject));
    for (const path of ['', 'healthz', 'nothing']) assert.match(await field(`${server.url}/${path}`, { rejectUnauthorized: false }), /^max-age=\d{7,}/);
    const plain = await Server.start();
    assert.equal(await field(`${plain.url}/healthz`, {}), undefined);
    await plain.stop();
});

test('a certificate that has ended is told of at the start', async (t) => {
    const here = mkdtempSync(join(tmpdir(), 'tefuda-tls-'));
    t.after(() => rmSync(here, { recursive: true }));
    const openssl = (...words) => execFileSync('openssl', words, { cwd: here, stdio: 'ignore' });
    writeFileSync(join(here, 'index'), '');
    writeFileSync(join(here, 'ca'), '[ca]\ndefault_ca = it\n[it]\nnew_certs_dir = .\ndatabase = index\nrand_serial = yes\ndefault_md = sha256\npolicy = any\n[any]\ncommonName = supplied\n');
    openssl('req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=old.example', '-out', 'request', '-keyout', 'key.pem');
    openssl('ca', '-batch', '-config', 'ca', '-selfsign', '-keyfile', 'key.pem', '-in', 'request', '-out', 'old.pem', '-notext',
        '-startdate', '200101000000Z', '-enddate', '200201000000Z');
    const old = await Server.start('--log-level', 'info', '--tls-cert', join(here, 'old.pem'), '--tls-key', join(here, 'key.pem'));
    await old.stop();
    assert.match(old.log, /error The certificate .*old\.pem ended at 2020-02-01T00:00:00Z: browsers refuse it/);
});
