// The data folder of every version that there was, as a kill in mid-match left it (versions/make.mjs): it is migrated with a
// copy kept, and nothing that was acknowledged is missing.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { binary, Server } from '../e2e/support/server.mjs';
import { temporary } from './tables.mjs';

const versions = fileURLToPath(new URL('versions', import.meta.url));
const files = ['rooms.sqlite', 'rooms.sqlite-wal', 'pending.sqlite', 'pending.sqlite-wal', 'watermark'];
const newest = 2;

for (const version of readdirSync(versions).filter((name) => /^\d+$/.test(name))) {
    test(`a folder of version ${version}: every acknowledged action is there, and a copy is kept`, async () => {
        const from = join(versions, version);
        const folder = temporary();
        for (const name of files.filter((file) => existsSync(join(from, file)))) cpSync(join(from, name), join(folder, name));
        const server = await Server.start('--data', folder);
        const copy = join(folder, `version-${version}`);
        assert.equal(existsSync(join(copy, 'rooms.sqlite')) && existsSync(join(copy, 'pending.sqlite')), Number(version) < newest);
        let compared = 0;
        for (const { room, accepted } of JSON.parse(readFileSync(join(from, 'players.json'), 'utf8')).flat()) {
            for (const told of accepted) {
                const { status, json } = await server.get(`/api/rooms/${room}/matches/${told.match}`);
                if (status === 409) continue; // it is on
                assert.equal(status, 200);
                const { seat, action } = json.actions[told.seq - 2];
                assert.deepEqual({ seat, action }, { seat: told.seat, action: told.action });
                compared++;
            }
        }
        assert.ok(compared > 20, `${compared}`);
        assert.equal(await server.stop(), 0);
        assert.match(execFileSync(binary, ['verify', '--data', folder], { encoding: 'utf8' }), /^3 rooms, \d+ matches and \d+ actions were read: all are good\.\n$/);
        rmSync(folder, { recursive: true });
    });
}
