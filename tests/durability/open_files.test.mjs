// A server that may open few files: it refuses to start, or has everything.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { binary } from '../e2e/support/server.mjs';
import { copyFolder, Tables, temporary } from './tables.mjs';

test('whichever file can not be opened at the start, nothing is lost', async (context) => {
    const tables = new Tables(context, 13);
    await tables.start();
    await tables.open();
    await tables.played(50);
    await tables.kill();
    let refused = 0;
    let served = 0;
    for (let files = 4; files < 40; files++) {
        const copy = temporary();
        copyFolder(tables.folder, copy);
        const child = spawn('bash', ['-c', `ulimit -n ${files}; exec "$0" "$@"`, binary, '--port', '0', '--data', copy, '--threads', '1', '--log-level', 'info'],
            { stdio: ['ignore', 'pipe', 'pipe'] });
        let said = '';
        child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
        child.stdout.once('data', () => child.kill('SIGTERM'));
        const [code] = await once(child, 'close');
        if (code === 0) {
            served++;
            // Between two matches a room is finished.
            assert.match(said, /The journal has 10 rooms: \d+ awake, \d+ asleep, \d+ finished, 0 damaged/, `${files} files`);
        } else {
            refused++;
            assert.match(said, /tefuda-server: .*open/s, `${files} files`);
        }
        rmSync(copy, { recursive: true });
    }
    assert.ok(refused > 5);
    assert.ok(served > 0);
    // The folder itself is as it was.
    await tables.start();
    await tables.resume();
    await tables.finish();
    await tables.checkReplays();
    assert.equal(await tables.end(), 0);
    console.log('| limits of open files | refused | served all |');
    console.log('| --- | --- | --- |');
    console.log(`| ${refused + served} | ${refused} | ${served} |`);
});
