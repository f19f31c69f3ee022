// Boards of the day in a backup: their secrets, who has begun and finished them, and what came of those that are open.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BoardSite, Clock, dateOf, day } from '../e2e/support/boards.mjs';
import { fetch } from '../e2e/support/fetch.mjs';
import { binary, Server } from '../e2e/support/server.mjs';
import { temporary } from './tables.mjs';

test('a backup of a server that runs has its boards, and verify finds them good', async (context) => {
    const clock = new Clock();
    const folder = join(temporary(), 'backup');
    const site = await BoardSite.start('boards', clock);
    let server;
    context.after(async () => {
        server?.child.kill('SIGKILL');
        await site.stop();
        clock.remove();
        rmSync(folder, { recursive: true, force: true });
    });
    const [one, other, late] = [await site.make(), await site.make(), await site.make()];
    for (const player of [one, other]) (await site.finish(player)).close();
    clock.set(clock.begin + day + 3602);
    (await site.begin(late)).close();
    const path = `/api/daily/${dateOf(clock.begin)}/fortyone`;
    const look = async (get) => {
        const { par: _, ...open } = (await get(path)).json;
        const mine = (await get('/api/daily', late.secret)).json.boards.map(({ game, commitment, mine: of }) => [game, commitment, of]);
        return { open, mine, daily: (await get(`/api/players/${one.id}`)).json.daily };
    };
    const before = await look((...all) => site.get(...all));
    assert.equal(before.open.results.length, 2);
    execFileSync(binary, ['backup', '--data', site.data, folder]);
    assert.match(execFileSync(binary, ['verify', '--data', folder], { encoding: 'utf8' }), /all are good/);
    server = await Server.startBy(clock.command(), '--data', folder);
    const get = async (target, secret) => {
        const answer = await fetch(server.url + target, { headers: secret ? { authorization: `Bearer ${secret}` } : {} });
        return { json: await answer.json() };
    };
    assert.deepEqual(await look(get), before);
    assert.equal(await server.stop(), 0);
});
