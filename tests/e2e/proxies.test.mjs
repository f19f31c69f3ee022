// The recipes of OPERATING.md for reverse proxies, as they stand there, with the proxies of this system: TLS, WebSockets, closed
// metrics, and the address of the client.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { recipe } from './support/recipe.mjs';
import { binary, Server } from './support/server.mjs';
import { until } from './support/until.mjs';

const name = 'cards.example.org';
const folder = mkdtempSync(join(tmpdir(), 'tefuda-proxies-'));
const socket = join(folder, 'admin.sock');
const [certificate, key] = ['certificate.pem', 'key.pem'].map((file) => join(folder, file));
let server;

before(async () => {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
        '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-out', certificate, '-keyout', key], { stdio: 'ignore' });
    // The server would show its metrics to everybody: it is the recipe that closes them.
    server = await Server.start('--metrics', 'anybody', '--trust-forwarded', '--allowed-hosts', name, '--admin-socket', socket);
});
after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
});

/** A port that nobody listens at. It is none that the kernel gives to connections, so that it stays free until the proxy takes it. */
async function freePort() {
    for (;;) {
        const port = 10_000 + Math.floor(Math.random() * 20_000);
        const probe = createServer().listen(port, '127.0.0.1');
        if (!(await once(probe, 'listening').catch(() => null))) continue;
        probe.close();
        await once(probe, 'close');
        return port;
    }
}

/** \param inside what stands in `location /`, too */
const nginx = (port, own, inside = '') => {
    const site = recipe('nginx', [
        ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
        [`/etc/letsencrypt/live/${name}/fullchain.pem`, certificate],
        [`/etc/letsencrypt/live/${name}/privkey.pem`, key],
        ['127.0.0.1:8080', new URL(server.url).host],
        ['location / {', `location / {\n${inside}`],
    ]);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${own}/${kind};`).join(' ');
    writeFileSync(join(own, 'nginx.conf'),
        `daemon off; pid ${own}/pid; error_log stderr; events {} http { access_log off; ${paths}\n${site}}`);
    return ['nginx', '-p', own, '-e', 'stderr', '-c', join(own, 'nginx.conf')];
};
const proxies = {
    nginx,
    Caddy: (port, own) => {
        const site = recipe('Caddy', [
            [`${name} {`, `https://${name}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
            ['127.0.0.1:8080', new URL(server.url).host],
        ]);
        writeFileSync(join(own, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
        return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(own, 'Caddyfile')];
    },
};

/** Starts the proxy; resolves once it listens to the port that it listens at. */
async function start(t, write) {
    const port = await freePort();
    const own = mkdtempSync(join(folder, 'proxy-'));
    mkdirSync(join(own, 'logs'));
    const [program, ...words] = write(port, own);
    const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own } });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
    t.after(async () => {
        child.kill('SIGTERM');
        if (child.exitCode === null) await once(child, 'close');
    });
    await until(() => {
        if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
        return get(port, '/healthz').then(() => true, () => false);
    }, () => `${program} listens: ${said}`);
    return port;
}

/** How a browser would ask for the name of the recipe. */
const asked = (port) => ({ host: '127.0.0.1', port, servername: name, ca: readFileSync(certificate) });

function get(port, path, headers = {}) {
    return new Promise((resolve, reject) => {
        const request = https.get({ ...asked(port), path, headers: { Host: `${name}:${port}`, ...headers } }, (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part) => (text += part));
            answer.on('end', () => resolve({ status: answer.statusCode, text }));
        });
        request.on('error', reject);
    });
}

/** Opens a WebSocket as a page of this origin does. Resolves to it and its first message, or to the status of the refusal. */
function open(port, origin, headers = {}) {
    const client = new WebSocket(`wss://127.0.0.1:${port}/ws`, { ...asked(port), origin, headers: { Host: `${name}:${port}`, ...headers } });
    return new Promise((resolve, reject) => {
        client.once('message', (text) => resolve({ client, first: JSON.parse(text) }));
        client.once('unexpected-response', (_, answer) => resolve({ status: answer.statusCode }));
        client.once('error', reject);
    });
}

const people = () => JSON.parse(execFileSync(binary, ['admin', 'people', '--json', '--admin-socket', socket], { encoding: 'utf8' })).rows;

for (const [proxy, write] of Object.entries(proxies))
    test(`the recipe for ${proxy} serves page and WebSockets by TLS, and closes the metrics`, async (t) => {
        const port = await start(t, write);
        const page = await get(port, '/');
        assert.equal(page.status, 200);
        assert.match(page.text, /<title>/);
        assert.equal((await get(port, '/api/games')).status, 200);
        // What draws previews of links asks for the rules, and gets addresses that it can fetch.
        const { text } = await get(port, '/how/fortyone');
        const [, url] = /<meta property="og:url" content="([^"]+)"/.exec(text);
        const [, image] = /<meta property="og:image" content="([^"]+)"/.exec(text);
        assert.equal(url, `https://${name}:${port}/how/fortyone`);
        assert.ok(image.startsWith(`https://${name}:${port}/`), image);
        assert.equal((await get(port, new URL(image).pathname)).status, 200);
        assert.doesNotMatch((await get(port, '/how/fortyone', { Host: 'evil.example' })).text, /og:(url|image)|evil/);

        // Search engines find the map of the site.
        const [, map] = /^Sitemap: (.+)$/m.exec((await get(port, '/robots.txt')).text);
        assert.equal(map, `https://${name}:${port}/sitemap.xml`);
        assert.ok((await get(port, '/sitemap.xml')).text.includes(`<loc>https://${name}:${port}/how/fortyone</loc>`));

        const { client, first } = await open(port, `https://${name}:${port}`, { 'X-Forwarded-For': '192.0.2.7' });
        assert.equal(first.type, 'welcome');
        assert.deepEqual(people().map(({ address }) => address), ['127.0.0.1'], 'nobody chooses an address');
        client.send(JSON.stringify({ type: 'create', game: 'fortyone', id: 1 }));
        const [answer] = await once(client, 'message');
        assert.equal(JSON.parse(answer).type, 'created');
        client.close();
        await once(client, 'close');
        assert.deepEqual(await open(port, 'https://elsewhere.example'), { status: 403 }, 'a page of another server');

        assert.equal((await get(port, '/metrics')).status, 403);
        assert.equal((await server.get('/metrics')).status, 200);
    });

test('the recipe for members lets in whoever has the password, to the page and to WebSockets', async (t) => {
    chmodSync(folder, 0o711); // nginx reads the file as a user of its own
    const members = join(folder, 'members');
    const here = ['/etc/nginx/members', members];
    execFileSync('sh', ['-e', '-c', recipe('members', [here, ['PASSWORD', 'secret']])]);
    const port = await start(t, (free, own) => nginx(free, own, recipe('members only', [here])));
    const asMember = (password) => ({ Authorization: `Basic ${Buffer.from(`club:${password}`).toString('base64')}` });
    for (const [headers, status] of [[{}, 401], [asMember('guess'), 401], [asMember('secret'), 200]])
        for (const path of ['/', '/api/games']) assert.equal((await get(port, path, headers)).status, status, path);
    const origin = `https://${name}:${port}`;
    assert.deepEqual(await open(port, origin), { status: 401 });
    const { client, first } = await open(port, origin, asMember('secret'));
    assert.equal(first.type, 'welcome');
    client.close();
});
