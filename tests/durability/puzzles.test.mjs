// Puzzles in backups, and in folders of servers that had none.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fetch } from '../e2e/support/fetch.mjs';
import { Site } from '../e2e/support/people.mjs';
import { binary, Server } from '../e2e/support/server.mjs';
import { temporary } from './tables.mjs';

const id = '00000000000000aa';
const puzzle = [
    id, 'twentytwo', 1, '{}', 2, 1, '{"game":"twentytwo","seat":1}', '[{"type":"pass"}]',
    '[{"action":{"type":"pass"},"value":0.9},{"action":{"type":"none"},"value":0.5}]', 'ROOM', 1, 7,
];

/** Runs statements, which may have `puzzle`'s values, in a folder's people.sqlite. */
const change = (folder, ...statements) =>
    execFileSync('python3', [
        '-c',
        'import json, sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as db:\n for one in json.loads(sys.argv[3]):\n  db.execute(one, json.loads(sys.argv[2]) if "?" in one else ())',
        join(folder, 'people.sqlite'), JSON.stringify(puzzle), JSON.stringify(statements),
    ]);
const add = `INSERT INTO puzzle VALUES (${puzzle.map(() => '?')})`;

/** What anybody is shown of puzzles: the list, one of them, and its solution. */
async function look(url) {
    const show = async (path, init) => await (await fetch(`${url}/api/puzzles${path}`, init)).json();
    const solution = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"action":{"type":"pass"}}' };
    return [await show('?game=twentytwo'), await show(`/${id}`), await show(`/${id}`, solution)];
}

test('a backup of a server that runs has its puzzles, and verify finds them good', async (context) => {
    const site = await Site.start('puzzles');
    const to = join(temporary(), 'backup');
    context.after(async () => (await site.stop(), rmSync(join(to, '..'), { recursive: true })));
    change(site.data, add);
    const before = await look(site.server.url);
    assert.deepEqual([before[0].puzzles[0], before[2].right, before[2].value], [id, true, 0.9]);
    execFileSync(binary, ['backup', to, '--data', site.data]);
    assert.match(execFileSync(binary, ['verify', '--data', to], { encoding: 'utf8' }), /all are good/);
    const copy = await Server.start('--data', to);
    assert.deepEqual(await look(copy.url), before);
    await copy.stop();
});

test('players of a server that had no puzzles stay, and puzzles can be kept beside them', async (context) => {
    const site = await Site.start('older');
    context.after(() => site.stop());
    const player = await site.make({ name: 'Aki' });
    await site.end();
    change(site.data, 'DROP TABLE puzzle', 'DROP TABLE cookie', 'DROP TABLE written', 'DROP TABLE deletion', 'PRAGMA user_version = 3');
    await site.run();
    assert.equal((await site.ask('GET', '/api/me', { secret: player.secret })).json.name, 'Aki');
    const has = async () => (await look(site.server.url))[0].puzzles.includes(id);
    assert.equal(await has(), false);
    change(site.data, add);
    assert.equal(await has(), true);
});
