// A process that is stopped for longer than its timeouts, as in a suspend: nobody is cut for that time, and then the clock goes on.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from './support/connection.mjs';
import { Server } from './support/server.mjs';
import { pause, until } from './support/until.mjs';

test('connections and clocks outlive a stop of the whole process', async (context) => {
    // Bots would decide at once for a seat whose time is up.
    const server = await Server.start('--idle-timeout', '4');
    context.after(() => server.child.kill('SIGKILL'));
    const { socket, messages, got } = connect(server);
    await got('welcome');
    const send = (message) => socket.send(JSON.stringify(message));
    send({ type: 'create', id: 1, game: 'fortyone', seats: 2, clock: { decision: 8, bank: 0 } });
    const { room } = await got('created');
    send({ type: 'join', id: 2, room, name: 'a' });
    await got('joined');
    send({ type: 'fill', id: 3, room, level: 'easy' });
    await got('update');
    const { seq } = await until(() => {
        const last = messages.findLast(({ type }) => type === 'update');
        return last.decision !== undefined && last.view?.to_act.includes(last.view.seat) && last;
    }, 'my turn');
    server.child.kill('SIGSTOP');
    // Until the kernel says that it is stopped.
    await until(() => /^State:\s+T/m.test(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')), 'the stop');
    await pause(9000);
    server.child.kill('SIGCONT');
    // Whatever is due has been done after some turns of its loop.
    for (let id = 9; id < 30; id++) {
        send({ type: 'ping', id });
        await until(() => messages.some(({ re }) => re === id), 'pong');
    }
    assert.equal(socket.readyState, 1, 'the connection is open');
    const updates = () => messages.filter(({ type, resync }) => type === 'update' && !resync);
    assert.equal(updates().at(-1).seq, seq, 'nobody has decided for the seat');
    await until(() => updates().some((update) => update.seq === seq + 1 && update.events[0].seat === 0), 'the bot that decides when time is up');
    socket.terminate();
    assert.equal(await server.stop(), 0);
});
