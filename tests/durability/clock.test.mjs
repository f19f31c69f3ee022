// A server that is killed while a seat uses its bank: what was used stays used.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from '../e2e/support/connection.mjs';
import { Server } from '../e2e/support/server.mjs';
import { pause, temporary } from './tables.mjs';

test('a kill gives back at most a second of the bank that a running decision has used', async (context) => {
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
    const { room } = await ask({ type: 'create', game: 'fortyone', seats: 2, clock }, 'created');
    const { token } = await ask({ type: 'join', room, name: 'a' }, 'joined');
    const other = connect(server);
    await other.got('welcome');
    const { token: othersToken } = await other.ask({ type: 'join', room, name: 'b' }, 'joined');
    const first = await got('update');
    const mine = first.view.to_act.includes(first.view.seat) ? token : othersToken;
    let left = clock.bank * 1000;
    for (let kill = 0; kill < 2; kill++) {
        const since = performance.now();
        await pause(2700);
        server.child.kill('SIGKILL');
        await once(server.child, 'exit');
        const used = performance.now() - since - clock.decision * 1000;
        server = await Server.start('--data', folder);
        ({ got, ask } = connect(server));
        await got('welcome');
        await ask({ type: 'resume', room, token: mine }, 'joined');
        const { deadline_ms: deadline } = await got('update');
        const now = deadline - clock.decision * 1000;
        // Up to a second, and what it takes to store and to start on a busy machine.
        assert.ok(left - now > used - 1500, `${Math.round(left - now)} of ${Math.round(used)} ms were charged`);
        assert.ok(now > left - used - 1500, `${Math.round(left - now)} of ${Math.round(used)} ms were charged`);
        left = now;
    }
    assert.equal(await server.stop(), 0);
});
