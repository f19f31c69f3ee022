// What people.test.mjs leaves open of who one is: cookies of pages, codes that replace each other, seats and results of one player.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Random } from './support/random.mjs';
import { closed, database, Site } from './support/people.mjs';
import { until } from './support/until.mjs';

let site;
before(async () => {
    site = await Site.start('people-lines', '--guess-rate', '0.2', '--message-rate', '10000', '--allow-fixed', '--allowed-origins', '*');
});
after(() => site.stop());

const status = async (...all) => (await site.ask(...all)).status;

test('a WebSocket takes the cookie from a page of the server\'s own alone, the bearer from everybody', async () => {
    const { secret, id } = await site.make();
    const who = async (headers) => {
        const { socket, welcome } = await site.open(headers);
        socket.terminate();
        return welcome.you?.id ?? null;
    };
    const name = await site.cookieName();
    const cookie = `other=1; tefuda-000000=wrong; ${name}=${secret}`;
    assert.equal(await who({ cookie, origin: site.server.url }), id);
    assert.equal(await who({ cookie, origin: 'https://evil.example' }), null, 'a page that may connect is nobody');
    assert.equal(await who({ cookie }), null, 'without an origin it is no page');
    assert.equal(await who({ cookie: `tefuda=${secret}`, origin: site.server.url }), id, 'its older name');
    assert.equal(await who({ cookie: `__Host-${name}=${secret}`, origin: site.server.url }), null, 'the name of the cookie over TLS');
    assert.equal(await who({ authorization: `Bearer ${secret}` }), id);
    assert.equal(await who({ authorization: `Bearer ${secret}`, cookie: `${name}=wrong`, origin: site.server.url }), id, 'the bearer wins');
});

test('a code replaces the one for the same use alone', async () => {
    const { id, secret } = await site.make();
    const [first, recovery, second] = [await site.code('link', secret), await site.code('recovery', secret), await site.code('link', secret)];
    assert.equal(new Set([first, recovery, second]).size, 3);
    for (const code of [first, recovery, second]) assert.ok(code.replaceAll('-', '').length * 5 >= 120, 'five bits a sign');
    const redeem = (code) => status('POST', '/api/me/recover', { body: { code, secret: true } });
    assert.deepEqual([await redeem(first), await redeem(second), await redeem(second), await redeem(recovery)], [403, 200, 403, 200]);
    // It is somebody else's when somebody else asks.
    const other = await site.make();
    const mine = await site.ask('POST', '/api/me/recover', { body: { code: recovery, secret: true }, secret: other.secret });
    assert.deepEqual([mine.status, mine.json.id], [200, id]);
});

test('a wrong bearer counts as a guess, also at the WebSocket; a wrong cookie does not', async () => {
    const own = await Site.start('people-guesses', '--guess-rate', '0.1');
    const { secret } = await own.make();
    for (let i = 0; i < 20; i++) assert.equal((await own.ask('GET', '/api/me', { cookie: 'wrong' })).status, 200);
    const refusals = [];
    for (let i = 0; i < 10; i++) refusals.push((await own.open({ authorization: `Bearer wrong${i}` })).status);
    assert.deepEqual(refusals, [401, 401, 401, 401, 401, 401, 429, 429, 429, 429]);
    assert.ok(Number((await own.open({ authorization: 'Bearer wrong' })).headers['retry-after']) > 0);
    const { status, socket } = await own.open({ authorization: `Bearer ${secret}` });
    assert.equal(status, 101, 'who has the right one gets in');
    const end = closed(socket);
    await own.stop();
    await end;
});

/** Three seats of a room of Selfish: the first two are one player's. */
async function twoSeats(one, other) {
    const { room } = await (await site.seat(one.secret)).ask({ type: 'create', game: 'selfish', seats: 3 }, 'created');
    const seats = [];
    for (const { secret } of [one, one, other]) {
        const seat = await site.seat(secret);
        seats.push(Object.assign(seat, await seat.ask({ type: 'join', room, name: 'Same' }, 'joined')));
    }
    assert.deepEqual(seats.map(({ seat }) => seat), [0, 1, 2]);
    return { room, seats };
}

test('of several seats of a player resume without a token takes the lowest; a result counts the player once, with its best rank', async () => {
    const one = await site.make(), other = await site.make();
    const { room, seats } = await twoSeats(one, other);
    const back = await site.seat(one.secret);
    const joined = await back.ask({ type: 'resume', room }, 'joined');
    assert.deepEqual([joined.seat, joined.token], [0, seats[0].token]);
    assert.equal((await site.games(one.secret)).running.length, 1, 'a table is listed once');
    await Promise.all([back, seats[1], seats[2]].map((seat, i) => seat.play(new Random(i))));
    const [result] = (await site.results(one.id)).results;
    assert.deepEqual(result.seats.map(({ player }) => player), [one.id, one.id, other.id]);
    const replay = (await site.ask('GET', result.replay)).json;
    const won = (...of) => (of.some((seat) => replay.result.winners.includes(seat)) ? 1 : 0);
    assert.deepEqual((await site.ask('GET', `/api/players/${one.id}`)).json.games, { selfish: { played: 1, won: won(0, 1) } });
    assert.deepEqual((await site.ask('GET', `/api/players/${other.id}`)).json.games, { selfish: { played: 1, won: won(2) } });
    for (const seat of [back, ...seats]) seat.close();
});

test('tables that wait for players are listed too, and so are those that nobody has asked for since the start', async () => {
    const one = await site.make();
    const seat = await site.seat(one.secret);
    const { room } = await seat.ask({ type: 'create', game: 'fortyone', public: true }, 'created');
    await seat.ask({ type: 'join', room, name: 'Waits' }, 'joined');
    const waiting = [{ room, game: 'fortyone', match: 1, seat: 0, status: 'waiting', to_act: false }];
    assert.deepEqual((await site.games(one.secret)).running, waiting);
    const [listed] = (await site.ask('GET', '/api/rooms')).json.filter((each) => each.room === room);
    assert.deepEqual(listed.seats[0], { seat: 0, name: 'Waits', kind: 'human', connected: true, player: { id: one.id, kind: 'human' } });
    await site.kill();
    assert.deepEqual((await site.games(one.secret)).running, waiting);
    // With a database the list has a room that no server runs a moment after the start.
    const listedNow = async () => (await site.ask('GET', '/api/rooms')).json.find((each) => each.room === room);
    const now = database ? await until(listedNow, 'the room in the list') : await listedNow();
    assert.deepEqual(now.seats[0].player, { id: one.id, kind: 'human' });
    // With a database the room runs on no server now: nobody is connected to it either.
    assert.equal(now.seats[0].connected, false, 'a room of the dead is seen');
    const guest = await site.seat();
    await guest.ask({ type: 'join', room, name: 'Guest' }, 'joined');
    const update = await guest.take('update');
    await site.kill();
    assert.deepEqual((await site.games(one.secret)).running, [{ ...waiting[0], status: 'playing', to_act: update.view.to_act.includes(0) }]);
    seat.close();
});

test('a match with a prescribed deal has no result, and the room\'s next one has', async () => {
    const one = await site.make(), other = await site.make();
    const { room, seats } = await site.match(one, other, { fixed: { server_seed: '00'.repeat(32), shuffles: [] } });
    assert.deepEqual((await site.results(one.id)).results, []);
    assert.deepEqual((await site.ask('GET', `/api/players/${one.id}`)).json.games, {});
    for (const seat of seats) seat.send({ type: 'rematch', room });
    await Promise.all(seats.map((seat, i) => seat.play(new Random(i))));
    assert.deepEqual((await site.results(one.id)).results.map(({ match }) => match), [2]);
    for (const seat of seats) seat.close();
});

test('a result has the teams where there are some', async () => {
    const one = await site.make();
    const seat = await site.seat(one.secret);
    const order = { type: 'create', game: 'ttpageone', seats: 4, options: { teams: 2 }, bots: [null, 'easy', 'easy', 'easy'] };
    const { room } = await seat.ask(order, 'created');
    await seat.ask({ type: 'join', room, name: 'Team' }, 'joined');
    await seat.play();
    const [result] = (await site.results(one.id)).results;
    assert.deepEqual(result.seats.map(({ team }) => team), [0, 1, 0, 1]);
    assert.deepEqual(result.seats.map(({ kind, level }) => [kind, level]), [['human', undefined], ...Array(3).fill(['bot', 'easy'])]);
    seat.close();
});

test('an export has what is stored of the player, and of the others what everybody sees', async () => {
    const one = await site.make({ name: 'Exporter' }), other = await site.make({ name: 'Neighbour' });
    const codes = [await site.code('recovery', one.secret), await site.code('recovery', other.secret)];
    const { room, seats } = await site.match(one, other);
    await seats[0].ask({ id: 1, type: 'block', player: other.id }, 'ok');
    await seats[0].ask({ id: 2, type: 'report', room, seat: 1, text: 'rude' }, 'ok');
    const answer = await site.ask('GET', '/api/me/export', { secret: one.secret });
    const { secret, ...player } = one;
    assert.deepEqual(answer.json.blocked, [other.id]);
    assert.deepEqual(answer.json.reports.map(({ at, ...report }) => report), [{ room, game: 'fortyone', match: 2, seat: 1, text: 'rude' }]);
    assert.deepEqual([answer.json.sanctions, answer.json.boards], [[], []]);
    assert.deepEqual(answer.json.player, player);
    assert.deepEqual(answer.json.kept, { secrets: 1, codes: ['recovery'], seen: player.created });
    assert.deepEqual(answer.json.results, (await site.results(one.id)).results);
    assert.deepEqual(answer.json.rooms, [room]);
    const { name, points, played, won, bot_share } = (await site.ask('GET', `/api/rooms/${room}/evening`)).json.lines.find(({ player }) => player === one.id);
    assert.deepEqual(answer.json.evenings, [{ room, name, points, played, won, bot_share }]);
    const tokens = seats.map(({ token }) => token);
    for (const hidden of [secret, other.secret, ...codes, ...tokens]) assert.ok(!answer.text.includes(hidden));
    assert.ok(!answer.text.includes('Neighbour'), 'what another one is called today is not stored here');
    assert.doesNotMatch(answer.text, /[0-9a-f]{64}/, 'no hash');
    for (const seat of seats) seat.close();
});

test('with --identity off nobody is anybody, and everything else works', async () => {
    const own = await Site.start('people-off', '--identity', 'off');
    for (const path of ['/api/me', '/api/me/games', '/api/me/export', '/api/players/000000000000', '/api/daily', '/api/puzzles']) assert.equal((await own.server.get(path)).status, 404, path);
    const { socket, welcome } = await own.open({ authorization: 'Bearer wrong' });
    assert.equal(welcome.you ?? null, null);
    socket.terminate();
    const seats = [await own.seat(), await own.seat()];
    const { room } = await seats[0].ask({ type: 'create', game: 'fortyone' }, 'created');
    for (const seat of seats) await seat.ask({ type: 'join', room, name: 'n' }, 'joined');
    await Promise.all(seats.map((seat, i) => seat.play(new Random(i))));
    const replay = (await own.ask('GET', `/api/rooms/${room}/matches/1`)).json;
    assert.ok(!replay.players?.some(Boolean));
    assert.ok(!own.texts.some((text) => text.includes('"player":{')));
    for (const seat of seats) seat.close();
    await own.stop();
});

test('each secret and code was told once, and is nowhere else', async () => {
    assert.ok((await site.searchSecrets()).secrets > 10);
});
