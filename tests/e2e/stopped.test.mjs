// A process that is stopped for longer than its timeouts, as in a suspend: nobody is cut for that time.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from './support/connection.mjs';
import { Server } from './support/server.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test('connections and clocks outlive a stop of the whole process', async (context) => {
    // Bots would decide at once for a seat whose time is up.
    const server = await Server.start('--idle-timeout', '4');
    context.after(() => server.child.kill('SIGKILL'));
    const { socket, messages, got } = connect(server);
    await got('welcome');
    const send = (message) => socket.send(JSON.stringify(message));
    send({ type: 'create', id: 1, game: 'fortyone', seats: 2, clock: { decision: 4, bank: 0 } });
    const { room } = await got('created');
    send({ type: 'join', id: 2, room, name: 'a' });
    await got('joined');
    send({ type: 'fill', id: 3, room, level: 'easy' });
    await got('update');
    const mine = async () => {
        for (let tries = 0; tries < 400; tries++) {
            const last = messages.filter(({ type }) => type === 'update').at(-1);
            if (last.decision !== undefined && last.view?.to_act.includes(last.view.seat)) return last;
            await pause(10);
        }
        throw new Error('it is not my turn');
    };
    const { seq } = await mine();
    server.child.kill('SIGSTOP');
    // Until the kernel says that it is stopped.
    while (!/^State:\s+T/m.test(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))) await pause(5);
    await pause(8000);
    server.child.kill('SIGCONT');
    send({ type: 'ping', id: 9 });
    await got('pong');
    await pause(300);
    assert.equal(socket.readyState, 1, 'the connection is open');
    assert.equal(messages.filter(({ type }) => type === 'update').at(-1).seq, seq, 'nobody has decided for the seat');
    socket.terminate();
    assert.equal(await server.stop(), 0);
});
