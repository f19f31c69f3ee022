// A full disk: nothing is stored in part, nothing is acknowledged that is not stored, and the server continues when there is
// space again.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallDisk, Tables } from './tables.mjs';

/** Bytes to leave free: enough to store some actions. */
const keptFree = 700 * 1024;

const unavailable = ({ refusals }) => refusals.get('unavailable') ?? 0;

test('a server on a full disk refuses messages and continues when there is space again', async (context) => {
    const disk = smallDisk(8192);
    if (!disk) return context.skip('this system does not allow to mount a disk');
    const filler = join(disk, 'filler');
    const fillUp = () => {
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - keptFree)));
    };
    const tables = new Tables(context, 6, { folder: join(disk, 'data') });
    try {
        await tables.start();
        // Before the first tables have filled the disk.
        await tables.open();
        fillUp();
        await tables.played(50, unavailable);
        assert.equal((await tables.server.get('/healthz')).status, 200, 'the server goes on');

        // There is space again while the server runs.
        rmSync(filler);
        await tables.played(50);

        // The disk is full again, and this time the server is killed.
        fillUp();
        await tables.played(50, unavailable);
        await tables.kill();
        rmSync(filler);
        await tables.start();
        await tables.resume();
        await tables.played(50);
        await tables.finish();
        const { actions, matches } = await tables.checkReplays();
        console.log('| refused as unavailable | matches | acknowledged actions found |');
        console.log('| --- | --- | --- |');
        console.log(`| ${tables.sum(unavailable)} | ${matches} | ${actions} |`);
        assert.equal(await tables.end(), 0);
    } finally {
        if (tables.server?.child.exitCode === null) await tables.kill();
        execFileSync('umount', ['-l', disk]);
        rmSync(disk, { recursive: true });
    }
});
