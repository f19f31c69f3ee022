// `--check`: whether a server could start so. It changes nothing, and minds no server that runs.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary, Server } from './support/server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tefuda-check-'));
after(() => rmSync(folder, { recursive: true }));

const check = (...flags) => {
    const { status, stdout, stderr } = spawnSync(binary, ['--check', ...flags], { encoding: 'utf8', env: { PATH: process.env.PATH } });
    return { status, said: stdout + stderr };
};
const right = { status: 0, said: 'The configuration is right.\n' };
const refused = (sentence, ...flags) => {
    const { status, said } = check(...flags);
    assert.match(said, sentence);
    assert.match(said, /^tefuda-server: .*\.( See --help\.)?\n$/);
    assert.equal(status, 1);
};
const contents = (data) => readdirSync(data).sort().map((name) => [name, name.endsWith('.sock') ? '' : createHash('sha256').update(readFileSync(join(data, name))).digest('hex')]);

test('what is right is right, also while a server uses the folder and the port, and nothing is touched', async () => {
    const data = join(folder, 'data');
    assert.deepEqual(check('--data', data), right);
    assert.ok(!existsSync(data), 'no folder is made');
    const server = await Server.start('--data', data);
    const before = contents(data);
    assert.deepEqual(check('--data', data, '--port', new URL(server.url).port), right);
    assert.deepEqual(contents(data), before);
    assert.equal(await server.stop(), 0);
    const left = contents(data);
    assert.deepEqual(check('--data', data), right);
    assert.deepEqual(contents(data), left);
});

test('what a start would refuse is exit code 1 and its sentence', async () => {
    const config = join(folder, 'tefuda.conf');
    writeFileSync(config, 'data = /tmp\nnosuchflag = 1\n');
    refused(/nosuchflag/, '--config', config);
    refused(/--port/, '--port', 'x');
    refused(/no directory/, '--data', '/dev/null/data');
    const [one, other] = ['one', 'other'].map((name) => {
        const [certificate, key] = ['cert', 'key'].map((kind) => join(folder, `${name}.${kind}`));
        execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', `/CN=${name}`, '-out', certificate, '-keyout', key], { stdio: 'ignore' });
        return { certificate, key };
    });
    assert.deepEqual(check('--tls-cert', one.certificate, '--tls-key', one.key), right);
    refused(/Can't use the certificate's key/, '--tls-cert', one.certificate, '--tls-key', other.key);

    const data = join(folder, 'newer');
    const server = await Server.start('--data', data);
    assert.equal(await server.stop(), 0);
    const people = join(data, 'people.sqlite');
    const file = openSync(people, 'r+');
    writeSync(file, Buffer.from([0, 0, 0, 99]), 0, 4, 60); // PRAGMA user_version
    refused(/people\.sqlite was written by a newer server/, '--data', data);
    writeFileSync(people, 'no database at all'.repeat(10));
    refused(/people\.sqlite is no file of SQLite's/, '--data', data);
    rmSync(people);
    rmSync(join(data, 'rooms.sqlite'));
    refused(/rooms\.sqlite is missing/, '--data', data);
});

test('a database that does not answer is one for which a start waits', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const url = `postgresql://tefuda@127.0.0.1:${silent.address().port}/tefuda`;
    // The same process listens: it accepts nothing meanwhile.
    const { status, said } = check('--database', url);
    assert.equal(status, 0);
    assert.match(said, /^The configuration is right\. The database does not answer/);
    silent.close();
    refused(/postgresql/, '--database', 'mysql://127.0.0.1/tefuda');
});
