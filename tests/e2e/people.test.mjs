// Players who come back: /api/me, /api/players, and who one is at the WebSocket.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import WebSocket from 'ws';
import { Random } from './support/random.mjs';
import { closed, Site } from './support/people.mjs';

let site;
before(async () => {
    site = await Site.start('people', '--message-rate', '10000');
});
after(() => site.stop());

const ask = (...all) => site.ask(...all);
const make = (body) => site.make(body);
const open = (headers) => site.open(headers);
const seatOf = (secret) => site.seat(secret);
const match = (...all) => site.match(...all);
const games = (...all) => site.games(...all);
const results = (...all) => site.results(...all);

test('a player is made with a cookie, which makes the same one again, and with a secret in the answer where it is asked for', async () => {
    const nobody = await ask('GET', '/api/me');
    assert.deepEqual([nobody.status, nobody.json, nobody.set], [200, null, null]);
    assert.equal(nobody.headers.get('cache-control'), 'no-store');
    const made = await ask('POST', '/api/me', { body: { name: 'Aki' } });
    assert.equal(made.status, 201);
    assert.match(made.json.id, /^[0-9a-z]{12}$/);
    assert.deepEqual({ ...made.json, id: '' }, { id: '', name: 'Aki', kind: 'human', created: new Date().toISOString().slice(0, 10) });
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${400 * 86400}`]) assert.ok(made.set.includes(part), part);
    assert.ok(!made.set.includes('Secure'));
    const again = await ask('POST', '/api/me', { body: { name: 'Other' }, cookie: made.cookie });
    assert.deepEqual([again.status, again.json], [200, made.json]);
    const me = await ask('GET', '/api/me', { cookie: made.cookie });
    assert.deepEqual([me.status, me.json, me.cookie], [200, made.json, made.cookie]);

    const other = await ask('POST', '/api/me', { body: { secret: true } });
    assert.deepEqual([other.status, other.set], [201, null]);
    assert.match(other.json.name, /\S/);
    assert.equal((await ask('GET', '/api/me', { secret: other.json.secret })).json.id, other.json.id);
    // The bearer wins.
    assert.equal((await ask('GET', '/api/me', { secret: other.json.secret, cookie: made.cookie })).json.id, other.json.id);
    const bot = await ask('POST', '/api/me', { body: { kind: 'bot', name: 'Robo' }, cookie: made.cookie });
    assert.deepEqual([bot.status, bot.json.kind, bot.set], [201, 'bot', null]);
    assert.match(bot.json.secret, /^\S{22,}$/);
});

test('a link code is good once, a recovery code until it is replaced; both are read without case and dashes', async () => {
    const { id, secret } = await make();
    const link = await ask('POST', '/api/me/code', { body: { for: 'link' }, secret });
    assert.deepEqual([link.status, link.json.expires_s], [201, 120]);
    assert.match(link.json.code, /^[0-9A-Z]+(-[0-9A-Z]+)+$/);
    const typed = link.json.code.toLowerCase().replaceAll('-', '');
    const here = await ask('POST', '/api/me/recover', { body: { code: typed } });
    assert.deepEqual([here.status, here.json.id], [200, id]);
    assert.equal((await ask('GET', '/api/me', { cookie: here.cookie })).json.id, id);
    assert.equal((await ask('POST', '/api/me/recover', { body: { code: typed } })).status, 403);

    const first = (await ask('POST', '/api/me/code', { body: { for: 'recovery' }, secret })).json;
    assert.equal(first.expires_s, null);
    for (let i = 0; i < 2; i++) {
        const back = await ask('POST', '/api/me/recover', { body: { code: first.code, secret: true } });
        assert.deepEqual([back.status, back.json.id, back.set], [200, id, null]);
    }
    const second = (await ask('POST', '/api/me/code', { body: { for: 'recovery' }, secret })).json;
    assert.equal((await ask('POST', '/api/me/recover', { body: { code: first.code } })).status, 403);
    assert.equal((await ask('POST', '/api/me/recover', { body: { code: second.code } })).status, 200);
});

test('revoking ends all other secrets and codes, and closes their connections with 1008; deletion ends all', async () => {
    const { id, secret } = await make();
    const { code } = (await ask('POST', '/api/me/code', { body: { for: 'recovery' }, secret })).json;
    const other = (await ask('POST', '/api/me/recover', { body: { code, secret: true } })).json.secret;
    const [mine, theirs] = [await open({ authorization: `Bearer ${secret}` }), await open({ authorization: `Bearer ${other}` })];
    const end = closed(theirs.socket);
    assert.equal((await ask('POST', '/api/me/revoke', { secret })).status, 204);
    assert.equal(await end, 1008);
    assert.equal(mine.socket.readyState, WebSocket.OPEN);
    assert.equal((await ask('GET', '/api/me', { secret: other })).status, 401);
    assert.equal((await ask('POST', '/api/me/recover', { body: { code } })).status, 403);
    assert.equal((await ask('GET', '/api/me', { secret })).status, 200);

    const next = (await ask('POST', '/api/me/code', { body: { for: 'recovery' }, secret })).json;
    const gone = closed(mine.socket);
    assert.equal((await ask('DELETE', '/api/me', { secret })).status, 204);
    assert.equal(await gone, 1008);
    assert.equal((await ask('GET', '/api/me', { secret })).status, 401);
    assert.equal((await ask('GET', `/api/players/${id}`)).status, 404);
    assert.equal((await ask('POST', '/api/me/recover', { body: { code: next.code } })).status, 403);
});

test('seats, chat, lists and replays name the players, and nobody where there is none', async () => {
    const human = await make(), bot = await make({ kind: 'bot' });
    const [one, other, guest] = [await seatOf(human.secret), await seatOf(bot.secret), await seatOf()];
    const { secret: _, ...player } = human;
    assert.deepEqual([one.welcome.you, guest.welcome.you], [player, null]);
    const { room } = await one.ask({ type: 'create', game: 'fortyone', public: true }, 'created');
    await one.ask({ type: 'join', room, name: 'A' }, 'joined');
    await guest.ask({ type: 'join', room, name: 'G', role: 'spectator' }, 'joined');
    const shown = async () => (await ask('GET', `/api/rooms/${room}`)).json.seats;
    assert.deepEqual((await shown())[0], { seat: 0, name: 'A', kind: 'human', connected: true, player: { id: human.id, kind: 'human' } });
    assert.equal('player' in (await shown())[1], false);
    await other.ask({ type: 'join', room, name: 'B' }, 'joined');
    const info = await guest.take((message) => message.type === 'room' && message.seats[1].player);
    assert.deepEqual(info.seats.map(({ kind, player }) => [kind, player]), [['human', { id: human.id, kind: 'human' }], ['human', { id: bot.id, kind: 'bot' }]]);
    one.send({ type: 'chat', room, text: 'hello' });
    assert.equal((await guest.take('chat')).player, human.id);
    guest.send({ type: 'chat', room, text: 'hello' });
    assert.equal('player' in (await guest.take('chat')), false);
    await Promise.all([one.play(), other.play()]);
    const replay = (await ask('GET', `/api/rooms/${room}/matches/1`)).json;
    assert.deepEqual(replay.players, [{ id: human.id, kind: 'human' }, { id: bot.id, kind: 'bot' }]);
    one.close();
    await guest.take((message) => message.type === 'room' && !message.seats[0].connected);
    assert.equal((await shown())[0].connected, false);
    for (const each of [other, guest]) each.close();
});

test('resume without a token takes the seat of this player, also after a restart; with a token the seat becomes the player\'s', async () => {
    const owner = await make(), stranger = await make();
    const one = await seatOf(owner.secret);
    const { room } = await one.ask({ type: 'create', game: 'fortyone' }, 'created');
    const { token } = await one.ask({ type: 'join', room, name: 'A' }, 'joined');
    const again = await seatOf(owner.secret);
    const back = await again.ask({ type: 'resume', room }, 'joined');
    assert.deepEqual([back.seat, back.token], [0, token]);
    await one.take('replaced');
    for (const secret of [undefined, stranger.secret]) {
        const other = await seatOf(secret);
        assert.equal((await other.ask({ type: 'resume', room }, 'error')).code, 'bad_token');
        other.close();
    }
    const nobody = await seatOf();
    const { token: free } = await nobody.ask({ type: 'join', room, name: 'B' }, 'joined');
    const taker = await seatOf(stranger.secret);
    assert.equal((await taker.ask({ type: 'resume', room, token: free }, 'joined')).seat, 1);
    taker.close();
    again.close();
    await site.kill();
    for (const [secret, seat] of [[owner.secret, 0], [stranger.secret, 1]]) {
        const back = await seatOf(secret);
        const joined = await back.ask({ type: 'resume', room }, 'joined');
        assert.equal(joined.seat, seat);
        const next = await seatOf();
        assert.equal((await next.ask({ type: 'resume', room, token: joined.token }, 'joined')).seat, seat);
        for (const each of [back, next]) each.close();
    }
});

test('a finished match leaves a result, which the players and everybody find; tables that run are listed', async () => {
    const one = await make({ name: 'One' }), other = await make({ kind: 'bot' });
    const { room, seats } = await match(one, other);
    const { running, finished, next } = await games(one.secret);
    assert.deepEqual([running, next, finished.length], [[], null, 1]);
    const [result] = finished;
    assert.equal(result.replay, `/api/rooms/${room}/matches/1`);
    const replay = (await ask('GET', result.replay)).json;
    assert.deepEqual([result.room, result.match, result.game, result.options], [room, 1, 'fortyone', replay.options]);
    assert.equal(result.reason, replay.result.reason);
    assert.match(result.ended, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(
        result.seats,
        [one, other].map(({ id, kind }, i) => ({ player: id, name: `P${i}`, kind, rank: replay.result.ranks[i], score: replay.result.scores[i], bot_share: 0 })),
    );
    assert.deepEqual(await results(other.id), { results: finished, next: null });
    const profile = (await ask('GET', `/api/players/${one.id}`)).json;
    assert.deepEqual(profile.games, { fortyone: { played: 1, won: replay.result.winners.includes(0) ? 1 : 0 } });
    // The next match: it waits for one of them.
    for (const seat of seats) seat.send({ type: 'rematch', room });
    const updates = await Promise.all(seats.map((seat) => seat.take((message) => message.type === 'update' && message.seq === 1)));
    for (const [i, { secret }] of [one, other].entries()) {
        const { running } = await games(secret);
        assert.deepEqual(running, [{ room, game: 'fortyone', match: 2, seat: i, status: 'playing', to_act: Boolean(updates[i].must) }]);
    }
    for (const seat of seats) seat.close();
});

test('results come in pages, the newest first, also of one game alone', async () => {
    const one = await make(), other = await make();
    const { room, seats } = await match(one, other, { game: 'selfish', seats: 2 });
    for (let i = 2; i <= 52; i++) {
        for (const seat of seats) seat.send({ type: 'rematch', room });
        await Promise.all(seats.map((seat, j) => seat.play(new Random(i * 2 + j))));
    }
    const first = await results(one.id);
    assert.deepEqual(first.results.map(({ match }) => match), Array.from({ length: 50 }, (_, i) => 52 - i));
    const second = await results(one.id, `?after=${first.next}`);
    assert.deepEqual([second.results.map(({ match }) => match), second.next], [[2, 1], null]);
    assert.deepEqual((await games(one.secret, `?after=${first.next}`)).finished, second.results);
    assert.deepEqual((await results(one.id, '?game=fortyone')).results, []);
    assert.equal((await results(one.id, '?game=selfish')).results.length, 50);
    assert.equal((await ask('GET', `/api/players/${one.id}/results?after=x`)).status, 400);
    const everything = (await ask('GET', '/api/me/export', { secret: one.secret })).json;
    assert.deepEqual([everything.player.id, everything.results.length, everything.rooms], [one.id, 52, [room]]);
    for (const seat of seats) seat.close();
});

test('what a bot does for an absent player is marked, and a built-in bot has its level', async () => {
    const one = await make();
    const seat = await seatOf(one.secret);
    const { room } = await seat.ask({ type: 'create', game: 'fortyone', bots: [null, 'easy'] }, 'created');
    await seat.ask({ type: 'join', room, name: 'Away' }, 'joined');
    await seat.take('update');
    await seat.ask({ type: 'join', room, name: 'Away', role: 'spectator' }, 'error');
    seat.send({ type: 'leave', room });
    const guest = await seatOf();
    await guest.ask({ type: 'join', room, name: 'G', role: 'spectator' }, 'joined');
    await guest.take((message) => message.type === 'room' && message.status === 'finished');
    const replay = (await ask('GET', `/api/rooms/${room}/matches/1`)).json;
    for (const { seat, by } of replay.actions) assert.equal(by, seat === 0 ? 'bot' : undefined);
    const [result] = (await results(one.id)).results;
    assert.deepEqual(result.seats.map(({ player, kind, level, bot_share }) => [player, kind, level, bot_share]), [[one.id, 'human', undefined, 1], [null, 'bot', 'easy', 1]]);
    for (const each of [seat, guest]) each.close();
});

test('a deleted player is nobody everywhere: in results, in replays, in rooms', async () => {
    const gone = await make({ name: 'Gone' }), other = await make();
    const { room, seats } = await match(gone, other);
    for (const seat of seats) seat.send({ type: 'rematch', room });
    const [, begun] = await Promise.all(seats.map((seat) => seat.take((message) => message.type === 'update' && message.seq === 1)));
    assert.equal((await ask('DELETE', '/api/me', { secret: gone.secret })).status, 204);
    await seats[1].take((message) => message.type === 'room' && message.seats[0].bot_plays);
    const [result] = (await results(other.id)).results;
    assert.deepEqual([result.seats[0].player, result.seats[0].name], [null, '\u2013']);
    const replay = (await ask('GET', `/api/rooms/${room}/matches/1`)).json;
    assert.deepEqual([replay.players[0], replay.names[0], replay.names[1]], [null, '\u2013', 'P1']);
    for (const query of ['?', '?/', '?a=b/c']) {
        const again = (await ask('GET', `/api/rooms/${room}/matches/1${query}`)).json;
        assert.deepEqual([again.players, again.names], [replay.players, replay.names], query);
    }
    // Which of the seats begins is random.
    if (begun.must) seats[1].got.unshift(begun);
    await seats[1].play();
    const after = (await results(other.id)).results;
    assert.deepEqual([after[0].match, after[0].seats[0].player, after[0].seats[0].name], [2, null, '\u2013']);
    const shown = (await ask('GET', `/api/rooms/${room}`)).text ?? JSON.stringify((await ask('GET', `/api/rooms/${room}`)).json);
    assert.ok(!shown.includes(gone.id));
    for (const seat of seats) seat.close();
});

test('programs play ten rematches among themselves, then the room rests until a person comes', async () => {
    const one = await make({ kind: 'bot' }), other = await make({ kind: 'bot' });
    const { room, seats } = await match(one, other);
    for (let i = 1; i <= 10; i++) {
        for (const seat of seats) seat.send({ type: 'rematch', room });
        await Promise.all(seats.map((seat, j) => seat.play(new Random(i * 2 + j))));
    }
    for (const seat of seats) await seat.ask({ type: 'rematch', id: 'r', room }, (message) => message.re === 'r');
    assert.equal((await ask('GET', `/api/rooms/${room}`)).json.status, 'finished');
    const person = await seatOf();
    await person.ask({ type: 'join', room, name: 'Person', role: 'spectator' }, 'joined');
    await person.take((message) => message.type === 'room' && message.status === 'playing');
    for (const each of [...seats, person]) each.close();
});

test('each secret and code is told once, and is in no file, no log, no metric and no message', async () => {
    const { places, secrets } = await site.searchSecrets();
    assert.ok(places >= 3 && secrets > 10, `${places} places, ${secrets} secrets`);
});
