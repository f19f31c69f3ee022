// A server that is killed while a seat uses its bank: what was used stays used.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from '../e2e/support/connection.mjs';
import { readMetrics } from '../e2e/support/metrics.mjs';
import { Server } from '../e2e/support/server.mjs';
import { until } from '../e2e/support/until.mjs';
import { temporary } from './tables.mjs';

test('a kill gives back at most half of the bank that a running decision has used', async (context) => {
    const folder = temporary();
    let server;
    context.after(() => {
        server?.child.kill('SIGKILL');
        rmSync(folder, { recursive: true });
    });
    const clock = { decision: 0.5, bank: 60 };
    server = await Server.start('--data', folder);
    let { got, ask } = connect(server);
    await got('welcome');
    const begun = performance.now();
    const { room } = await ask({ type: 'create', game: 'fortyone', seats: 2, clock }, 'created');
    const { token } = await ask({ type: 'join', room, name: 'a' }, 'joined');
    const other = connect(server);
    await other.got('welcome');
    const { token: othersToken } = await other.ask({ type: 'join', room, name: 'b' }, 'joined');
    const first = await got('update');
    const mine = first.view.to_act.includes(first.view.seat) ? token : othersToken;
    const commits = async () => readMetrics((await server.get('/metrics')).text).values.get('tefuda_journal_commit_seconds_count');
    // Of a match in which nobody acts nothing is stored but what the bank has left: when 1 s of it is used, 2 s, 4 s.
    const notes = 2, noted = 2000;
    for (let kill = 1; kill <= 2; kill++) {
        const before = await commits();
        await until(async () => (await commits()) >= before + notes, 'the notes of the bank');
        server.child.kill('SIGKILL');
        await once(server.child, 'exit');
        server = await Server.start('--data', folder);
        ({ got, ask } = connect(server));
        await got('welcome');
        await ask({ type: 'resume', room, token: mine }, 'joined');
        const { deadline_ms: deadline } = await got('update');
        const charged = (clock.decision + clock.bank) * 1000 - deadline;
        assert.ok(charged >= kill * noted, `${charged} ms were charged`);
        assert.ok(charged <= performance.now() - begun, `${charged} ms were charged`);
    }
    assert.equal(await server.stop(), 0);
});
