// The life of a room: joining and leaving, how matches begin, who gets which message and in which order.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { checkReplay } from './support/chance.mjs';
import { pick } from './support/picker.mjs';
import { Random } from './support/random.mjs';
import { World } from './support/world.mjs';

let world;
before(async () => (world = await World.start()));
after(() => world.stop());

const human = (seat, name, more = {}) => ({ seat, name, kind: 'human', connected: true, host: false, ...more });
const empty = (seat) => ({ seat, name: null, kind: 'empty', connected: false, host: false });

/** A room with some clients, who take the seats in order. All messages are consumed except update 1. */
async function seated(game, count, more = {}) {
    const clients = await world.several(count);
    const { room, commitment } = await clients[0].create(game, { seats: count, ...more });
    for (const [seat, client] of clients.entries()) {
        await client.join(room, `p${seat}`);
        for (const other of clients.slice(0, seat)) await other.take('room');
    }
    return { room, commitment, clients };
}

/** Like `seated`, with update 1 consumed. */
async function match(game, count, more) {
    const made = await seated(game, count, more);
    made.last = [];
    for (const client of made.clients) made.last.push(await client.take('update'));
    return made;
}

const actorOf = ({ last }) => last.findIndex(({ view, legal }) => legal && view.to_act.includes(view.seat));

/** One action by a seat for which the game waits; consumes everybody's update. Returns the seat. */
async function step(game, random = new Random(game.last[0].seq)) {
    const seat = actorOf(game);
    const { decision, legal } = game.last[seat];
    await game.clients[seat].ask({ type: 'act', room: game.room, decision, action: pick(legal, random) });
    game.last = await Promise.all(game.clients.map((client) => client.take('update')));
    return seat;
}

/** Plays to the end; consumes and returns the `room` message that follows. */
async function finish(game) {
    while (!game.last[0].view.result) await step(game);
    const infos = await Promise.all(game.clients.map((client) => client.take('room')));
    assert.equal(infos[0].status, 'finished');
    return infos[0];
}

test('a player who joins gets joined, then everybody gets room; the last seat also causes update 1', async () => {
    const [host, second, watcher] = await world.several(3);
    const { room, commitment } = await host.create('fortyone');
    const first = await host.join(room, 'host');
    assert.match(first.joined.token, /^[0-9a-zA-Z_-]{22,}$/, '128 bits or more');
    assert.equal(first.joined.seat, 0);
    assert.deepEqual(first.info.seats, [human(0, 'host', { host: true }), empty(1)]);
    const watching = await watcher.join(room, 'watcher', { role: 'spectator' });
    assert.deepEqual([watching.joined.seat, 'token' in watching.joined], [null, false]);
    assert.equal(watching.info.spectators, 1);
    assert.deepEqual(await host.take('room'), watching.info);
    await watcher.quiet(room);

    const { joined, info } = await second.join(room, 'second');
    assert.equal(joined.seat, 1);
    assert.notEqual(joined.token, first.joined.token);
    assert.deepEqual([info.status, info.match, info.commitment], ['playing', 1, commitment]);
    assert.deepEqual(info.seats, [human(0, 'host', { host: true }), human(1, 'second')]);
    for (const client of [host, watcher]) assert.deepEqual(await client.take('room'), info);
    for (const client of [host, second, watcher]) {
        const update = await client.take('update');
        assert.deepEqual([update.seq, 'resync' in update, 'deadline_ms' in update], [1, false, false]);
        assert.ok(update.events.length > 0);
        await client.quiet(room);
    }
});

test('a player may choose a seat; a spectator who takes a seat is no longer a spectator', async () => {
    const [a, b, watcher] = await world.several(3);
    const { room } = await a.create('selfish', { seats: 3 });
    await watcher.join(room, 'w', { role: 'spectator' });
    assert.equal((await a.join(room, 'a', { seat: 2 })).joined.seat, 2);
    assert.equal((await b.join(room, 'b')).joined.seat, 0);
    await watcher.takeAll('room', 'room');
    const { joined, info } = await watcher.join(room, 'w');
    assert.deepEqual([joined.seat, info.spectators, info.status], [1, 0, 'playing']);
    await a.takeAll('room', 'room', 'update');
    await watcher.take('update');
    await watcher.quiet(room);
});

test('a spectator who joins late gets the current view, without events', async () => {
    const game = await match('fortyone', 2);
    await step(game);
    const watcher = await world.client();
    const { info } = await watcher.join(game.room, 'late', { role: 'spectator' });
    assert.deepEqual([info.status, info.spectators], ['playing', 1]);
    const update = await watcher.take('update');
    assert.deepEqual([update.seq, update.events, update.resync, 'legal' in update], [2, [], true, false]);
    assert.deepEqual(update.view.table, game.last[0].view.table);
    assert.ok(update.view.hands.flat().every((card) => card === null));
    for (const client of game.clients) await client.take('room');
    await watcher.ask({ type: 'leave', room: game.room });
    for (const client of game.clients) assert.equal((await client.take('room')).spectators, 0);
    await watcher.refused('not_seated', { type: 'leave', room: game.room });
    await watcher.quiet(game.room);
});

test('start removes empty seats and renumbers the others, which keep their tokens', async () => {
    const [a, b, c, watcher] = await world.several(4);
    const { room } = await a.create('selfish', { seats: 7 });
    await watcher.join(room, 'w', { role: 'spectator' });
    const joins = [];
    for (const [client, name, seat] of [[a, 'a', 3], [b, 'b', 0], [c, 'c', 6]]) joins.push((await client.join(room, name, { seat })).joined);
    await a.takeAll('room', 'room');
    await b.take('room');
    await watcher.takeAll('room', 'room', 'room');
    await b.refused('not_host', { type: 'start', room });
    await a.ask({ type: 'start', room });
    assert.deepEqual(await a.take('joined'), { type: 'joined', room, seat: 1, token: joins[0].token });
    assert.deepEqual(await c.take('joined'), { type: 'joined', room, seat: 2, token: joins[2].token });
    for (const [place, client] of [b, a, c, watcher].entries()) {
        const info = await client.take('room');
        assert.deepEqual(info.seats, [human(0, 'b'), human(1, 'a', { host: true }), human(2, 'c')]);
        const update = await client.take('update');
        assert.deepEqual([update.seq, update.view.seat, update.view.hands.length], [1, place < 3 ? place : null, 3]);
        await client.quiet(room);
    }
    const { joined } = await c.resume(room, joins[2].token);
    assert.equal(joined.seat, 2);
});

test('start is refused with too few players for the game and its options', async () => {
    for (const [game, more, count] of [['fortyone', {}, 1], ['selfish', { seats: 5 }, 1], ['sugekari21', {}, 1], ['sugekari21', {}, 3],
        ['sugekari21', { options: { exchange: 'partner' } }, 2], ['ttpageone', {}, 2], ['ttpageone', { seats: 6, options: { teams: 2 } }, 5],
        ['ttpageone', { seats: 6, options: { teams: 3 } }, 4], ['ttpageone', { seats: 6, options: { teams: 3 } }, 3]]) {
        const clients = await world.several(count);
        const { room } = await clients[0].create(game, more);
        for (const [seat, client] of clients.entries()) await client.join(room, `p${seat}`);
        await clients[0].rest(room);
        await clients[0].refused('too_few_players', { type: 'start', room });
        await clients[0].quiet(room);
    }
    // Two of four may play Sugekari; four of six in two teams.
    for (const [game, more, count] of [['sugekari21', {}, 2], ['ttpageone', { seats: 6, options: { teams: 2 } }, 4]]) {
        const clients = await world.several(count);
        const { room } = await clients[0].create(game, more);
        for (const [seat, client] of clients.entries()) await client.join(room, `p${seat}`);
        await clients[0].rest(room);
        await clients[0].ask({ type: 'start', room });
        assert.equal((await clients[0].take('room')).seats.length, count);
        assert.equal((await clients[0].take('update')).view.hands.length, count);
    }
});

test('fill puts bots of any level on empty seats; the last one begins the match', async () => {
    const host = await world.client();
    const { room } = await host.create('selfish', { seats: 5 });
    await host.join(room, 'host', { seat: 1 });
    const orders = [{}, { seat: 4, level: 'hard' }, { level: 'easy' }, { level: 'normal' }];
    for (const [done, [order, seat]] of [[orders[0], 0], [orders[1], 4], [orders[2], 2], [orders[3], 3]].entries()) {
        await host.ask({ type: 'fill', room, ...order });
        const info = await host.take('room');
        const bot = info.seats[seat];
        assert.deepEqual({ ...bot, name: null }, { seat, name: null, kind: 'bot', connected: true, host: false });
        assert.match(bot.name, /\S/);
        assert.equal(info.status, done === 3 ? 'playing' : 'waiting');
        if (done === 1) await host.refused('seat_taken', { type: 'fill', room, seat: 4 });
    }
    const first = await host.take('update');
    assert.equal(first.seq, 1);
    // The bots play by themselves.
    let last = first;
    const random = new Random(5);
    while (!last.view.result) {
        if (last.legal && last.view.to_act.includes(1)) {
            host.send({ type: 'act', room, decision: last.decision, action: pick(last.legal, random) });
        }
        const next = await host.take('update');
        assert.equal(next.seq, last.seq + 1);
        last = next;
    }
    assert.equal((await host.take('room')).status, 'finished');
    const replay = await world.replay(room);
    checkReplay(replay);
    assert.deepEqual(replay.result, last.view.result);
    assert.deepEqual(replay.entropy, ['', '', '', '', '']);
    assert.equal(new Set(replay.actions.map(({ seat }) => seat)).size, 5);
});

test('in a waiting room a bot can be kicked, and a human, who gets replaced', async () => {
    const [host, guest, watcher] = await world.several(3);
    const { room } = await host.create('selfish', { seats: 4 });
    await watcher.join(room, 'w', { role: 'spectator' });
    await host.join(room, 'host');
    await guest.join(room, 'guest');
    await host.rest(room);
    await host.ask({ type: 'fill', room });
    await host.rest(room);
    await guest.rest(room);
    await watcher.rest(room);
    await guest.refused('not_host', { type: 'kick', room, seat: 2 });
    await host.refused('bad_message', { type: 'kick', room, seat: 3 });
    const info = (await world.server.get(`/api/rooms/${room}`)).json;
    assert.deepEqual(info.seats.map(({ kind }) => kind), ['human', 'human', 'bot', 'empty']);
    await host.ask({ type: 'kick', room, seat: 2 });
    for (const client of [host, guest, watcher]) assert.deepEqual((await client.take('room')).seats[2], empty(2));
    await host.ask({ type: 'kick', room, seat: 1 });
    assert.deepEqual(await guest.take('replaced'), { type: 'replaced', room });
    for (const client of [host, watcher]) assert.deepEqual((await client.take('room')).seats[1], empty(1));
    await guest.quiet(room);
    await guest.refused('not_seated', { type: 'chat', room, text: 'still here' });
    await guest.refused('bad_token', { type: 'resume', room, token: guest.token });
    // That connection takes no seat for a while; it may watch, and others may sit there.
    await guest.refused('blocked', { type: 'join', room, name: 'again' });
    assert.equal((await guest.join(room, 'again', { role: 'spectator' })).joined.seat, null);
    assert.equal((await (await world.client()).join(room, 'other')).joined.seat, 1);
});

test('leaving a waiting room empties the seat and invalidates its token; another seat becomes the host', async () => {
    const [a, b, c, d] = await world.several(4);
    const { room } = await a.create('selfish', { seats: 6 });
    for (const [client, name, seat] of [[a, 'a', 2], [b, 'b', 5], [c, 'c', 4]]) await client.join(room, name, { seat });
    await a.rest(room);
    await b.rest(room);
    await a.ask({ type: 'leave', room });
    for (const client of [b, c]) assert.deepEqual((await client.take('room')).seats, [empty(0), empty(1), empty(2), empty(3), human(4, 'c', { host: true }), human(5, 'b')]);
    await a.quiet(room);
    await a.refused('bad_token', { type: 'resume', room, token: a.token });
    await a.refused('not_seated', { type: 'start', room });
    // A player who joins later does not become the host, even with a lower seat number.
    assert.equal((await d.join(room, 'd')).info.seats[0].host, false);
    await c.rest(room);
    await c.ask({ type: 'leave', room });
    assert.deepEqual((await d.rest(room)).at(-1).seats[0], human(0, 'd', { host: true }));
    await d.ask({ type: 'leave', room });
    await b.rest(room);
    await b.ask({ type: 'leave', room });
    // The room is empty now: the next player to join becomes the host.
    assert.deepEqual((await a.join(room, 'a', { seat: 3 })).info.seats[3], human(3, 'a', { host: true }));
});

test('in a match a bot plays for a player who has left, until the player resumes', async () => {
    const game = await match('sugekari21', 2);
    const [a, b] = game.clients;
    await a.ask({ type: 'leave', room: game.room });
    const info = await b.take('room');
    assert.deepEqual(info.seats, [human(0, 'p0', { connected: false, bot_plays: true }), human(1, 'p1', { host: true })]);
    await a.refused('not_seated', { type: 'chat', room: game.room, text: 'x' });
    // The bot plays when it is its turn.
    let last = game.last[1];
    const random = new Random(9);
    while (!last.events.some(({ seat, type }) => seat === 0 && ['played', 'passed'].includes(type))) {
        if (last.view.to_act.includes(1)) b.send({ type: 'act', room: game.room, decision: last.decision, action: pick(last.legal, random) });
        last = await b.take('update');
    }
    const { joined, info: after } = await a.resume(game.room, a.token);
    assert.equal(joined.seat, 0);
    assert.deepEqual(after.seats, [human(0, 'p0'), human(1, 'p1', { host: true })]);
    assert.equal((await a.take('update')).resync, true);
});

test('a player who has left keeps the seat in the next match, with a bot; the host may kick the seat', async () => {
    const game = await match('fortyone', 2);
    const [a, b] = game.clients;
    await a.ask({ type: 'leave', room: game.room });
    await b.take('room');
    let last = game.last[1];
    const random = new Random(9);
    const play = async () => {
        for (;;) {
            if (last.view.result) break;
            if (last.legal) b.send({ type: 'act', room: game.room, decision: last.decision, action: pick(last.legal, random) });
            last = await b.take('update');
        }
        return await b.take('room');
    };
    const info = await play();
    assert.deepEqual(info.seats[0], human(0, 'p0', { connected: false, bot_plays: true }));
    // Only the player without a bot has to ask.
    await b.ask({ type: 'rematch', room: game.room });
    assert.deepEqual((await b.take('room')).seats[0], info.seats[0]);
    last = await b.take('update');
    // During the match the kick changes nothing. The bot may act at any time, so updates may come before the reply.
    b.send({ type: 'kick', room: game.room, seat: 0, id: 'kick' });
    for (;;) {
        const message = await b.next();
        if (message.type !== 'update') {
            assert.deepEqual(message, { type: 'ok', re: 'kick' });
            break;
        }
        last = message;
    }
    await play();
    await b.ask({ type: 'kick', room: game.room, seat: 0 });
    assert.deepEqual((await b.take('room')).seats[0], empty(0));
    await a.refused('bad_token', { type: 'resume', room: game.room, token: a.token });
});

test('after a kick in a match a bot plays, and the player may resume; kicking a bot changes nothing', async () => {
    const [host, guest] = await world.several(2);
    const { room } = await host.create('ttpageone', { seats: 3 });
    await host.join(room, 'host');
    await host.ask({ type: 'fill', room, seat: 2 });
    await guest.join(room, 'guest');
    let { view } = (await host.rest(room)).filter(({ type }) => type === 'update').at(-1);
    // Wait for the bot's moves first, so that they don't come between the replies.
    while (view.to_act.includes(2)) ({ view } = await host.take('update'));
    await guest.rest(room);
    await host.ask({ type: 'kick', room, seat: 2 });
    await host.ask({ type: 'kick', room, seat: 1 });
    assert.equal((await guest.take('replaced')).room, room);
    const infos = (await host.rest(room)).filter(({ type }) => type === 'room');
    assert.deepEqual(infos.map(({ seats }) => seats[1]), [human(1, 'guest', { connected: false, bot_plays: true })], 'one change');
    const { info } = await guest.resume(room, guest.token);
    assert.deepEqual(info.seats[1], human(1, 'guest'));
    assert.equal(info.seats[2].kind, 'bot');
});

test('a host whose connection was just lost may not be kicked by others', async () => {
    const { room, clients: [host, guest] } = await seated('fortyone', 2);
    await guest.take('update');
    await guest.refused('not_host', { type: 'kick', room, seat: 0 });
    await host.drop();
    assert.deepEqual((await guest.take('room')).seats[0], human(0, 'p0', { host: true, connected: false }));
    await guest.refused('not_host', { type: 'kick', room, seat: 1 });
    await guest.refused('not_host', { type: 'kick', room, seat: 0 });
    await guest.quiet(room);
});

test('a host who kicks itself leaves the room', async () => {
    const { room, clients: [host, guest] } = await seated('selfish', 2);
    await host.take('update');
    await guest.take('update');
    await host.ask({ type: 'kick', room, seat: 0 });
    assert.equal((await host.take('replaced')).room, room);
    await host.quiet(room);
    assert.equal((await guest.take('room')).seats[1].host, true);
});

test('resume sends the missed updates again unchanged, then an update with resync', async () => {
    const game = await match('fortyone', 2);
    const raw = game.clients[0].raw;
    for (let i = 0; i < 9; i++) await step(game);
    const sent = raw.filter((text) => text.startsWith('{"type":"update"'));
    const token = game.clients[0].token;
    await game.clients[0].drop();
    assert.equal((await game.clients[1].take('room')).seats[0].connected, false);
    const back = await world.client();
    for (const since of [1, 5, 9]) {
        const { joined, info } = await back.resume(game.room, token, { since });
        assert.deepEqual([joined.seat, joined.token, info.seats[0].connected], [0, token, true]);
        if (since === 1) assert.equal((await game.clients[1].take('room')).seats[0].connected, true);
        for (let seq = since + 1; seq <= 10; seq++) {
            assert.equal(back.texts.get(await back.take('update')), sent[seq - 1], 'as it was sent');
        }
        const resync = await back.take('update');
        assert.deepEqual(resync, { ...game.last[0], events: [], resync: true });
        await back.quiet(game.room);
    }
    // Nothing is sent again if `since` is no seq of the match, belongs to another match, or is the newest.
    for (const more of [{}, { since: 0 }, { since: -1 }, { since: 10 }, { since: 11 }, { since: 1e300 }, { since: 1, match: 2 }, { since: 1, match: 0 }]) {
        await back.resume(game.room, token, more);
        assert.deepEqual(await back.take('update'), { ...game.last[0], events: [], resync: true });
        await back.quiet(game.room);
    }
    await back.resume(game.room, token, { since: 9, match: 1 });
    await back.takeAll('update', 'update');
    // They are sent in the form that is asked for now, whatever it was when they were sent first.
    const withoutView = (text) => { const { view, ...rest } = JSON.parse(text); return rest; };
    const { resync: _, ...last } = await (async () => {
        await back.resume(game.room, token, { since: 7, updates: 'events' });
        for (let seq = 8; seq <= 10; seq++) assert.deepEqual(await back.take('update'), withoutView(sent[seq - 1]));
        return back.take('update');
    })();
    assert.deepEqual(last, { ...game.last[0], events: [] });
    game.clients[0] = back;
    const seat = game.last[0].legal ? 0 : 1;
    await game.clients[seat].ask({ type: 'act', room: game.room, decision: game.last[seat].decision, action: pick(game.last[seat].legal, new Random(1)) });
    game.last = await Promise.all(game.clients.map((client) => client.take('update')));
    assert.deepEqual(['view' in game.last[0], 'view' in game.last[1]], [false, true]);
    await back.resume(game.room, token, { since: 9 });
    const [ten, eleven, resync] = await back.takeAll('update', 'update', 'update');
    assert.deepEqual(ten, JSON.parse(sent[9]));
    assert.deepEqual([eleven.seq, 'view' in eleven, 'view' in resync], [11, true, true]);
});

test('resume can send the last 64 updates again', async () => {
    const game = await match('sugekari21', 4, { options: { games: 3 } });
    const [client] = game.clients;
    while (game.last[0].seq < 100) await step(game);
    const sent = client.raw.filter((text) => text.startsWith('{"type":"update"'));
    await client.resume(game.room, client.token, { since: 36 });
    for (let seq = 37; seq <= 100; seq++) {
        assert.equal(client.texts.get(await client.take('update')), sent[seq - 1]);
    }
    assert.equal((await client.take('update')).resync, true);
});

test('if two connections resume one seat, the later one gets it and the other is replaced', async () => {
    const game = await match('fortyone', 2);
    const [a, b] = game.clients;
    const other = await world.client();
    const fight = [[other, a], [a, other], [other, a]];
    for (const [to, from] of fight) {
        await to.resume(game.room, a.token);
        assert.equal((await to.take('update')).resync, true);
        assert.deepEqual(await from.take('replaced'), { type: 'replaced', room: game.room });
        await from.refused('not_seated', { type: 'act', room: game.room, decision: 1, action: {} });
        await from.quiet(game.room);
    }
    // The others get no message, because the seat was connected all the time.
    await b.quiet(game.room);
    // A connection that resumes its own seat is not replaced.
    await other.resume(game.room, a.token);
    await other.take('update');
    await other.quiet(game.room);
});

test('resume in a waiting room gives joined and room, no update; a spectator who resumes is no longer one', async () => {
    const [a, b] = await world.several(2);
    const { room } = await a.create('fortyone');
    await a.join(room, 'a');
    await b.join(room, 'b', { role: 'spectator' });
    await a.take('room');
    const { info } = await b.resume(room, a.token);
    assert.equal(info.spectators, 0);
    await a.take('replaced');
    await a.quiet(room);
    await b.quiet(room);
    await a.refused('not_seated', { type: 'chat', room, text: 'x' });
});

test('rematch begins the next match with the published commitment and the old or a new entropy', async () => {
    const clients = await world.several(2);
    const { room, commitment } = await clients[0].create('fortyone');
    await clients[0].join(room, 'a', { entropy: 'aki' });
    await clients[1].join(room, 'b', { entropy: '手札' });
    await clients[0].take('room');
    const game = { room, clients, last: [await clients[0].take('update'), await clients[1].take('update')] };
    const finished = await finish(game);
    assert.deepEqual([finished.match, finished.status], [2, 'finished']);
    const reached = game.last.map(({ decision }) => decision ?? 0);
    const commitments = [commitment, finished.commitment];

    await clients[1].ask({ type: 'rematch', room, entropy: 'new' });
    await clients[0].quiet(room);
    await clients[1].quiet(room);
    await clients[0].ask({ type: 'rematch', room });
    for (const [seat, client] of clients.entries()) {
        const info = await client.take('room');
        assert.deepEqual([info.status, info.match, info.commitment], ['playing', 2, finished.commitment]);
        game.last[seat] = await client.take('update');
        assert.deepEqual([game.last[seat].seq, 'resync' in game.last[seat]], [1, false]);
        if (game.last[seat].decision) assert.ok(game.last[seat].decision > reached[seat], 'decisions only grow in a room');
    }
    const second = await finish(game);
    assert.equal(second.match, 3);
    assert.equal(game.last[0].view.replay, `/api/rooms/${room}/matches/2`);
    for (const number of [1, 2]) {
        const replay = await world.replay(room, number);
        world.schemas.check('Replay', replay, 'fortyone');
        checkReplay(replay);
        assert.deepEqual([replay.match, replay.commitment], [number, commitments[number - 1]]);
        assert.deepEqual(replay.entropy, ['aki', number === 1 ? '手札' : 'new']);
        assert.deepEqual(replay.names, ['a', 'b']);
    }
});

test('after a match the host may start the next one at once; a player who joins then must ask for a rematch', async () => {
    const game = await match('fortyone', 2);
    const [a, b] = game.clients;
    await finish(game);
    await b.refused('not_host', { type: 'start', room: game.room });
    await a.ask({ type: 'start', room: game.room });
    for (const client of [a, b]) {
        assert.equal((await client.take('room')).match, 2);
        assert.equal((await client.take('update')).seq, 1);
    }
    game.last = [];
    for (const client of [a, b]) game.last.push((await client.resume(game.room, client.token)) && (await client.take('update')));
    await finish(game);
    // One player leaves, another joins: the match begins when both have asked.
    await b.ask({ type: 'leave', room: game.room });
    assert.deepEqual((await a.take('room')).seats[1], empty(1));
    await a.ask({ type: 'rematch', room: game.room });
    await a.quiet(game.room);
    const c = await world.client();
    const { info } = await c.join(game.room, 'c');
    assert.deepEqual([info.status, info.match], ['finished', 3]);
    const resync = await c.take('update');
    assert.deepEqual([resync.resync, resync.view.phase, resync.events], [true, 'over', []]);
    await a.take('room');
    await a.quiet(game.room);
    await c.ask({ type: 'rematch', room: game.room });
    assert.deepEqual([(await c.take('room')).status, (await a.take('room')).match], ['playing', 3]);
});

test('one connection can be in several rooms, as a player or a spectator', async () => {
    const [one, other] = await world.several(2);
    const first = await one.create('fortyone');
    const second = await one.create('selfish', { seats: 3 });
    await one.join(first.room, 'one');
    await one.join(second.room, 'one', { role: 'spectator' });
    await other.join(first.room, 'other');
    assert.equal((await one.take('room')).room, first.room);
    assert.equal((await one.take('update')).room, first.room);
    assert.equal((await other.take('update')).room, first.room);
    await other.join(second.room, 'other');
    assert.equal((await one.take('room')).room, second.room);
    await one.drop();
    const changes = await other.takeAll('room', 'room');
    assert.deepEqual(new Set(changes.map(({ room }) => room)), new Set([first.room, second.room]));
});

test('a player who loses the connection keeps the seat; a spectator is removed', async () => {
    const game = await match('selfish', 3);
    const watcher = await world.client();
    await watcher.join(game.room, 'w', { role: 'spectator' });
    for (const client of game.clients) await client.take('room');
    await watcher.drop();
    for (const client of game.clients) assert.equal((await client.take('room')).spectators, 0);
    await game.clients[2].close();
    for (const client of game.clients.slice(0, 2)) assert.deepEqual((await client.take('room')).seats[2], human(2, 'p2', { connected: false }));
});

test('with a clock updates have deadlines, and a bot acts when time is up, also for a lost connection', async () => {
    const game = await seated('fortyone', 2, { clock: { decision: 0.3, bank: 0.2 } });
    const [a, b] = game.clients;
    const first = [await a.take('update'), await b.take('update')];
    for (const { deadline_ms: ms } of first) assert.ok(ms > 0 && ms <= 500, `deadline ${ms}`);
    const seat = first.findIndex(({ legal }) => legal);
    await game.clients[seat].drop();
    // In either order.
    let gone, bot;
    while (!gone || !bot) {
        const message = await game.clients[1 - seat].next();
        if (message.type === 'room') gone ??= message;
        else bot ??= message;
    }
    assert.equal(gone.seats[seat].connected, false);
    assert.equal(bot.seq, 2);
    assert.equal(bot.events[0].seat, seat);
    assert.ok(bot.deadline_ms <= 500);
    const back = await world.client();
    await back.resume(game.room, game.clients[seat].token, { since: 1 });
    // The other seat's time may be up, too.
    const updates = [];
    do updates.push(await back.take('update')); while (!updates.at(-1).resync);
    assert.equal(updates[0].seq, 2);
    assert.deepEqual(updates.map((update) => 'deadline_ms' in update), updates.map(({ resync }) => resync === true));
});

test('on an orderly stop everybody gets closing, then 1001, and the server exits with 0', async () => {
    const ending = await World.start();
    const [a, b] = await ending.several(2);
    const { room } = await a.create('fortyone');
    await a.join(room, 'a');
    const code = ending.server.stop();
    for (const client of [a, b]) {
        assert.deepEqual(await client.take('closing'), { type: 'closing' });
        assert.equal((await client.closed).code, 1001);
    }
    assert.equal(await code, 0);
});
