// The operator's commands on a full disk: one that is refused has changed nothing, and one that was carried out is in the log.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch } from '../e2e/support/fetch.mjs';
import { makePlayer } from '../e2e/support/guest.mjs';
import { binary } from '../e2e/support/server.mjs';
import { World } from '../e2e/support/world.mjs';
import { smallDisk } from './tables.mjs';

test('on a full disk a command is refused with a sentence, and has changed nothing', async (context) => {
    const disk = smallDisk(16384);
    if (!disk) return context.skip('this system does not allow to mount a disk');
    const data = join(disk, 'data');
    const world = await World.start('--data', data, '--max-disk', '1000000');
    const admin = (...words) => {
        const { status, stdout, stderr } = spawnSync(binary, ['admin', '--data', data, '--json', ...words], { encoding: 'utf8' });
        return { status, stderr, ...JSON.parse(stdout) };
    };
    const commands = () => admin('log').rows.map(({ command }) => command);
    try {
        const { id, secret } = await makePlayer(world.server, 'Aki');
        const { room, guest } = await world.waiting();
        // As long as this match is on, a server that drains goes on.
        const players = await world.several(2);
        const match = (await players[0].create('fortyone')).room;
        for (const player of players) await player.join(match, 'Player');
        assert.equal(admin('mute', '--address', '192.0.2.1').status, 0);

        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
        const full = [['ban', '--address', '192.0.2.2'], ['mute', '--player', id], ['notice', 'Hello.'], ['rename', id, 'Other'], ['kick', room, '1'], ['close', room], ['drain'], ['lift', '1']];
        for (const words of full) {
            const { status, ok, stderr } = admin(...words);
            assert.deepEqual([status, ok], [1, false], words[0]);
            assert.match(stderr, /^tefuda-server: \S.*[.]\n$/);
        }
        await guest.refused('unavailable', { type: 'report', room });
        // Not `shutting_down`: it does not drain.
        await guest.refused('unavailable', { type: 'create', game: 'fortyone' });
        assert.deepEqual(commands(), ['mute']);
        assert.deepEqual(admin('sanctions').rows.map(({ number }) => number), [1]);
        assert.deepEqual(admin('room', room).row.seats.map(({ name, connected }) => [name, connected]), [['Aki', true], ['Ben', true], [null, false]]);
        const me = await fetch(`${world.server.url}/api/me`, { headers: { authorization: `Bearer ${secret}` } });
        assert.equal((await me.json()).name, 'Aki');

        rmSync(join(disk, 'filler'));
        // The store tries again after a while.
        while (admin('rename', id, 'Other').status !== 0);
        for (const words of full) assert.equal(admin(...words).status, 0, words[0]);
        assert.deepEqual(commands(), ['mute', 'rename', ...full.map(([command]) => command)]);
        assert.deepEqual(admin('sanctions').rows.map(({ number }) => number), [3, 4, 5]);
    } finally {
        await world.stop();
        execFileSync('umount', ['-l', disk]);
        rmSync(disk, { recursive: true });
    }
});
