// Seats: nobody gains anything at a table by leaving, coming back, or being quicker than others.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pause } from '../e2e/support/until.mjs';
import { Player, report, Siege } from './siege.mjs';

/** Two people at a table of Forty-One; `mover` is the one who acts first. */
async function table(siege, order = {}) {
    const players = [await Player.connect(siege.port, '127.0.1.1'), await Player.connect(siege.port)];
    const { room } = await players[0].ask({ type: 'create', game: 'fortyone', ...order }, 'created');
    const seats = [];
    for (const player of players) {
        const { token } = await player.ask({ type: 'join', room, name: 'n' }, 'joined');
        seats.push({ player, token });
    }
    for (const seat of seats) seat.first = await seat.player.next(({ type, seq }) => type === 'update' && seq === 1);
    const mover = seats.find(({ first }) => first.must);
    return { room, mover, other: seats.find((seat) => seat !== mover) };
}

test('the clock of a seat runs out, however often it is left and resumed', async (context) => {
    const siege = await Siege.lay(context);
    const { room, mover, other } = await table(siege, { clock: { decision: 1, bank: 2 } });
    const { player, token } = mover;
    const left = [];
    const stalling = setInterval(() => {
        player.send({ type: 'leave', room });
        player.send({ type: 'resume', room, token, updates: 'events' });
    }, 300);
    player.socket.on('message', (data) => {
        const { deadline_ms } = JSON.parse(data);
        if (deadline_ms !== undefined) left.push(deadline_ms);
    });
    const update = await other.player.next(({ type, seq }) => type === 'update' && seq === 2);
    clearInterval(stalling);
    assert.equal(update.seq, 2);
    // What was used stays used: nobody is ever told of more time than there was.
    assert.ok(left.length > 3);
    const [first, ...later] = left.slice(0, 8);
    later.reduce((before, now) => (assert.ok(now <= before, `${left}`), now), first);
});

test('a bot makes no move for somebody who leaves and is back at once', async (context) => {
    const siege = await Siege.lay(context);
    const { room, mover, other } = await table(siege);
    const { player, token } = mover;
    const decision = mover.first.decision;
    for (let i = 0; i < 25; i++) {
        await player.ask({ type: 'leave', room });
        await pause(9);
        await player.ask({ type: 'resume', room, token }, 'joined');
        const { seq } = await player.next(({ type, resync }) => type === 'update' && resync);
        assert.equal(seq, 1, 'nobody has moved');
    }
    await player.ask({ type: 'advise', room }, 'no_advice');
    assert.equal(decision, mover.first.decision);
    // Who stays away is played for.
    await player.ask({ type: 'leave', room });
    await other.player.next(({ type, seq }) => type === 'update' && seq === 2);
});

test('a host who has lost the connection for a moment stays the host', async (context) => {
    const siege = await Siege.lay(context);
    const host = await Player.connect(siege.port);
    const guest = await Player.connect(siege.port, '127.0.1.1');
    for (const game of [{ game: 'selfish', seats: 3 }, { game: 'fortyone' }]) {
        const { room } = await host.ask({ type: 'create', ...game }, 'created');
        const back = await Player.connect(siege.port);
        const { token } = await back.ask({ type: 'join', room, name: 'host' }, 'joined');
        await guest.ask({ type: 'join', room, name: 'guest' }, 'joined');
        back.close();
        await guest.next(({ type, seats }) => type === 'room' && !seats[0].connected);
        for (let i = 0; i < 20; i++) {
            await guest.ask({ type: 'kick', room, seat: 0 }, 'not_host');
            await pause(20);
        }
        await host.ask({ type: 'resume', room, token }, 'joined');
        const { seats } = await host.next(({ type }) => type === 'room');
        assert.equal(seats[0].host, true);
    }
    report('a guest kicks a host who was away for 0.4 s', { 'hosts kicked': 0 });
});

test('who only watches can\'t look like a player', async (context) => {
    const siege = await Siege.lay(context);
    const host = await Player.connect(siege.port);
    const { room } = await host.ask({ type: 'create', game: 'selfish', seats: 3 }, 'created');
    await host.ask({ type: 'join', room, name: 'Mio' }, 'joined');
    const names = [];
    for (const name of ['Mio', 'M\u0456o', '\uff2d\uff49\uff4f', 'Mi\u043e']) {
        const watcher = await Player.connect(siege.port, '127.0.1.1');
        await watcher.ask({ type: 'join', room, name, role: 'spectator' }, 'joined');
        watcher.send({ type: 'chat', room, text: 'hello' });
        const line = await host.next(({ type }) => type === 'chat');
        assert.equal(line.from, null);
        names.push(line.name);
        watcher.close();
    }
    const watcher = await Player.connect(siege.port, '127.0.1.1');
    for (const name of ['Mi\u200bo', 'Mio\u034f', `M${'\u0301'.repeat(5)}io`])
        await watcher.ask({ type: 'join', room, name, role: 'spectator' }, 'bad_name');
    assert.ok(names.every((name) => /\d$/.test(name)), `${names}`);
});
