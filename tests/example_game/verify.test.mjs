// verify.py accepts a match of a game that it has never heard of, and none that was tampered with.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Match } from '../e2e/support/match.mjs';
import { Random } from '../e2e/support/random.mjs';
import { World } from '../e2e/support/world.mjs';

const program = fileURLToPath(new URL('../../clients/bots/python/verify.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tefuda-example-'));
const world = await World.start();
after(async () => {
    rmSync(folder, { recursive: true });
    await world.stop();
});

const verdict = (replay, games = world.catalogue) => {
    const files = [replay, games].map((value, n) => {
        writeFileSync(join(folder, `${n}.json`), JSON.stringify(value));
        return join(folder, `${n}.json`);
    });
    return spawnSync('python3', [program, ...files], { encoding: 'utf8' }).stdout.trim().split('\n').at(-1);
};

test('verify.py accepts a match of the example game', async () => {
    for (const [n, { id, seats }] of world.catalogue.entries()) {
        const match = await Match.open(world, { game: id, seats: seats.default });
        await match.play(new Random(n));
        match.close();
        assert.match(verdict(match.replay), /^RIGHT/);
        const tampered = structuredClone(match.replay);
        const [cards] = tampered.chance.map(({ shuffle }) => shuffle).filter(Boolean);
        [cards[0], cards[1]] = [cards[1], cards[0]];
        assert.match(verdict(tampered), /^WRONG/);
        assert.match(verdict(match.replay, [{ id, packs: [cards] }]), /^WRONG: a pack is none of those/);
    }
});
