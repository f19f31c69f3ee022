// Boards of the day with several servers of one database, whose clocks differ by a minute. Without a database there is nothing to test.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import WebSocket from 'ws';
import { BoardSite, Clock, dateOf, day } from './support/boards.mjs';
import { database, Seat } from './support/people.mjs';
import { Random } from './support/random.mjs';
import { until } from './support/until.mjs';

const only = { skip: !database };
let clock, fast, slow;

/** Both clocks: the second server is a minute behind. */
function set(seconds) {
    clock.set(seconds - 60, 'slow');
    clock.set(seconds);
}

before(async () => {
    if (!database) return;
    clock = new Clock();
    set(clock.now);
    fast = await BoardSite.start('fast', clock);
    slow = await BoardSite.start('slow', { command: () => clock.command('slow') });
});
after(async () => {
    if (!database) return;
    await fast.stop();
    await slow.stop();
    clock.remove();
});

/** A seat at a connection for this room. */
async function seatFor(site, player, room) {
    const socket = new WebSocket(`${site.server.socketUrl}?room=${room}`, { headers: { authorization: `Bearer ${player.secret}` } });
    const seat = new Seat(socket, null);
    await seat.take('welcome');
    return Object.assign(seat, { room });
}

test('all servers have the same boards, and a player begins one of them once, wherever it asks first', only, async () => {
    assert.deepEqual(await fast.today(), await slow.today());
    for (let i = 0; i < 20; i++) {
        const player = await fast.make();
        const seats = await Promise.all([fast.seat(player.secret), slow.seat(player.secret)]);
        for (const seat of seats) seat.send({ type: 'create', game: 'fortyone', daily: true });
        const answers = await Promise.all(seats.map((seat) => seat.take((message) => ['created', 'error'].includes(message.type))));
        const made = answers.filter(({ type }) => type === 'created');
        const refused = answers.filter(({ type }) => type === 'error');
        assert.equal(made.length, 1, JSON.stringify(answers));
        assert.deepEqual([refused[0].code, refused[0].details], ['daily_played', { room: made[0].room }]);
        for (const site of [fast, slow]) assert.deepEqual(await site.mine(player.secret), { room: made[0].room });
        for (const seat of seats) seat.close();
    }
});

test('a board goes on at another server when its own is killed, with the same cards and the same bots', only, async () => {
    const [player, other] = [await fast.make(), await fast.make()];
    const seat = await fast.begin(player);
    const whole = await fast.finish(other, 'fortyone', 3);
    const random = new Random(3);
    // A few actions, as the other one has played them.
    await seat.take('update');
    await fast.kill();
    const back = await seatFor(slow, player, seat.room);
    await back.ask({ type: 'resume', room: seat.room, token: seat.token }, 'joined');
    const last = await back.play(random);
    assert.deepEqual(last.view.result, whole.last.view.result, 'whoever acts alike sees the same');
    assert.equal((await fast.mine(player.secret)).margin, (await slow.mine(other.secret)).margin);
    for (const one of [seat, whole, back]) one.close();
});

test('the first server that finds it time opens a board for all, and what ends elsewhere after that does not count', only, async () => {
    const [early, late] = [await fast.make(), await slow.make()];
    (await fast.finish(early)).close();
    const seat = await slow.begin(late);
    await seat.take('update');
    const date = dateOf(clock.begin);
    const path = `/api/daily/${date}/fortyone`;
    assert.equal((await slow.get(path)).status, 409);
    set(clock.begin + day + 3600 + 2);
    const open = await fast.get(path);
    assert.equal(open.status, 200);
    // The other one is a minute behind, and knows it within a second or two.
    const there = await until(async () => { const answer = await slow.get(path); return answer.status === 200 && answer; }, 'open there');
    assert.deepEqual(there.json.results, open.json.results);
    assert.ok(!open.json.results.some(({ player }) => player === late.id));
    await until(async () => {
        seat.send({ type: 'act', room: seat.room, decision: 0, action: {} });
        return (await seat.take('error')).code === 'not_playing';
    }, 'the end of the match there');
    seat.close();
    // Between the two midnights each server has its own day.
    set(clock.begin + 2 * day + 30);
    assert.equal((await fast.today()).date, dateOf(clock.begin + 2 * day));
    assert.equal((await slow.today()).date, dateOf(clock.begin + day));
});
