// The files that take the published image are about one image: compose.yaml, and the template for Unraid.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { binary, Server } from './support/server.mjs';

const read = (name) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');
const compose = read('docker/compose.yaml');
const dockerfile = read('docker/Dockerfile');
const template = read('docker/unraid.xml');

/** What the first group of the pattern is in the text. */
const found = (text, pattern) => text.match(pattern)?.[1];

const image = found(compose, /image: \$\{TEFUDA_IMAGE:-([^}]+)\}/);
const [, major, minor] = read('CMakeLists.txt').match(/^project\(tefuda VERSION (\d+)\.(\d+)/m);

test('compose.yaml takes the image of this version, and builds only with the file that says so', () => {
    assert.match(image, new RegExp(`^ghcr\\.io/[a-z0-9-]+/[a-z0-9-]+:${major}\\.${minor}$`));
    assert.ok(!/^\s*build:/m.test(compose));
    assert.match(read('docker/compose.build.yaml'), /tefuda:\n {4}image: tefuda\n {4}build:\n {6}context: \.\.\n {6}dockerfile: docker\/Dockerfile\n/);
    assert.equal(found(read('docker/compose.cluster.yaml'), /image: \$\{TEFUDA_IMAGE:-([^}]+)\}/), image);
    const workflow = read('.github/workflows/release.yml');
    assert.match(workflow, /images: ghcr\.io\//);
    for (const tag of ['{{version}}', '{{major}}.{{minor}}']) assert.ok(workflow.includes(`type=semver,pattern=${tag}`), tag);
});

test('one job of the release makes it, before others add their files, and one adds the checksums of all', () => {
    const [, ...jobs] = read('.github/workflows/release.yml').split(/^ {2}(?=[a-z]+:$)/m);
    const named = new Map(jobs.map((text) => [text.split(':')[0], text]));
    const holding = (what) => [...named].filter(([, text]) => text.includes(what)).map(([name]) => name);
    /** The jobs that have ended before this one begins. */
    const before = (name) => {
        const needed = found(named.get(name), /^ {4}needs: (\w+)$/m);
        return needed ? [needed, ...(named.has(needed) ? before(needed) : [])] : [];
    };
    const makers = holding('gh release create');
    assert.equal(makers.length, 1);
    assert.ok(!named.get(makers[0]).includes('matrix:'), 'a matrix is several jobs');
    assert.deepEqual(holding('gh release upload'), ['package', 'checksums']);
    for (const name of holding('gh release upload')) assert.ok(before(name).includes(makers[0]), name);
    assert.deepEqual(holding('sha256sum'), ['checksums']);
    assert.ok(before('checksums').includes('package'));
});

/** The elements `Config`, each as its attributes and its text. */
const configs = [...template.matchAll(/<Config ([^>]*)>([^<]*)<\/Config>/g)].map(([, attributes, text]) => ({
    ...Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    text,
}));
const configsOf = (type) => configs.filter(({ Type }) => Type === type);

test('the template for Unraid runs the same image, as locked as compose.yaml', () => {
    assert.equal(found(template, /<Repository>(.*)<\/Repository>/), image);
    assert.equal(found(template, /<Privileged>(.*)<\/Privileged>/), 'false');
    const more = found(template, /<ExtraParams>(.*)<\/ExtraParams>/);
    const service = compose.slice(compose.indexOf('\n  tefuda:'), compose.indexOf('\n  caddy:'));
    const limit = (name) => found(service, new RegExp(`${name}: (\\S+)`));
    for (const option of ['--read-only', '--cap-drop ALL', '--tmpfs /tmp', '--security-opt no-new-privileges:true',
        `--ulimit nofile=${limit('nofile')}`, `--ulimit nproc=${limit('nproc')}`, `--memory ${limit('mem_limit')}`,
        `--pids-limit ${limit('pids_limit')}`, `--stop-timeout ${parseInt(limit('stop_grace_period'))}`])
        assert.ok(more.includes(option), option);
});

test('its port and its folder are those of the image', () => {
    const port = found(dockerfile, /^EXPOSE (\d+)$/m);
    assert.deepEqual(configsOf('Port').map(({ Target, Mode, text }) => [Target, Mode, text]), [[port, 'tcp', port]]);
    assert.ok(template.includes(`<WebUI>http://[IP]:[PORT:${port}]/</WebUI>`));
    assert.deepEqual(configsOf('Path').map(({ Target, Mode }) => [Target, Mode]), [[found(dockerfile, /^VOLUME (\S+)$/m), 'rw']]);
    assert.equal(configs.length, configsOf('Port').length + configsOf('Path').length + configsOf('Variable').length);
});

test('its variables are the server\'s, which starts with what they are at first', async () => {
    const flags = execFileSync(binary, ['--print-config'], { encoding: 'utf8' });
    const variables = configsOf('Variable');
    assert.ok(variables.length > 3);
    for (const { Target } of variables)
        assert.match(flags, new RegExp(`^#${Target.replace('TEFUDA_', '').toLowerCase().replaceAll('_', '-')} =`, 'm'));
    const server = await Server.startBy(['env', ...variables.map(({ Target, text }) => `${Target}=${text}`)]);
    assert.equal((await server.get('/readyz')).status, 200);
    assert.equal(await server.stop(), 0);
});
