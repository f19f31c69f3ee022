// The boards of the day: one for each day and game, played once, and told to nobody else before it opens.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BoardSite, Clock, dateOf, day, sha256 } from './support/boards.mjs';
import { fetch } from './support/fetch.mjs';
import { Random } from './support/random.mjs';
import { until } from './support/until.mjs';

let clock, site;
before(async () => {
    clock = new Clock();
    site = await BoardSite.start('daily', clock);
});
after(async () => {
    await site.stop();
    clock.remove();
});

const refused = async (seat, message) => await seat.ask(message, 'error');

test('the boards of a day are there with their commitments, and the same for everybody who asks', async () => {
    const nobody = await site.get('/api/daily');
    assert.equal(nobody.headers.get('access-control-allow-origin'), '*');
    assert.equal(nobody.json.date, dateOf(clock.begin));
    assert.equal(nobody.json.closes, `${dateOf(clock.begin + day)}T00:00:00Z`);
    assert.equal(nobody.json.opens, `${dateOf(clock.begin + day)}T01:00:00Z`);
    assert.deepEqual(nobody.json.boards.map(({ game }) => game).sort(), ['fortyone', 'selfish', 'sugekari21', 'ttpageone', 'twentytwo']);
    for (const { commitment, seats, options, played, mine } of nobody.json.boards) {
        assert.match(commitment, /^[0-9a-f]{64}$/);
        assert.ok(seats >= 2 && typeof options === 'object');
        assert.deepEqual([played, mine], [0, null]);
    }
    assert.deepEqual(await site.today((await site.make()).secret), nobody.json);
    assert.equal((await site.ask('POST', '/api/daily')).status, 405);
    await site.kill();
    assert.deepEqual(await site.today(), nobody.json, 'also after a kill');
});

test('a board is for players, stands beside no other field, and is played once', async () => {
    const nobody = await site.seat();
    const player = await site.make();
    const seat = await site.seat(player.secret);
    assert.equal((await refused(nobody, { type: 'create', game: 'fortyone', daily: true })).code, 'no_identity');
    assert.equal((await refused(seat, { type: 'create', game: 'none', daily: true })).code, 'unknown_game');
    for (const field of [{ seats: 2 }, { options: {} }, { public: false }, { hints: false }, { bots: [null, 'easy'] }, { clock: { decision: 1, bank: 1 } }, { from: { room: 'ABCDEFGHJK', match: 1, actions: 0 } }])
        assert.equal((await refused(seat, { type: 'create', game: 'fortyone', daily: true, ...field })).code, 'bad_options');
    const { room, commitment } = await seat.ask({ type: 'create', game: 'fortyone', daily: true }, 'created');
    assert.equal(commitment, (await site.today()).boards.find(({ game }) => game === 'fortyone').commitment);
    const again = await refused(seat, { type: 'create', game: 'fortyone', daily: true });
    assert.deepEqual([again.code, again.details], ['daily_played', { room }]);
    assert.deepEqual(await site.mine(player.secret), { room });

    const other = await site.seat((await site.make()).secret);
    for (const message of [{ type: 'join', room, name: 'Other' }, { type: 'join', room, name: 'Other', role: 'spectator' }])
        assert.equal((await refused(other, message)).code, 'not_yours');
    assert.equal((await refused(nobody, { type: 'join', room, name: 'Nobody' })).code, 'not_yours');
    assert.equal((await refused(seat, { type: 'join', room, name: 'Me', entropy: 'x' })).code, 'bad_message');
    assert.equal((await site.get(`/api/rooms/${room}`)).status, 403);
    assert.equal((await site.get(`/api/rooms/${room}`, (await site.make()).secret)).status, 403);
    assert.equal((await site.get(`/api/rooms/${room}`, player.secret)).json.room, room, 'its own');

    const { token } = await seat.ask({ type: 'join', room, name: 'Me' }, 'joined');
    const shown = await seat.take('room');
    assert.deepEqual([shown.status, shown.clock, shown.public], ['playing', null, false]);
    assert.equal(shown.seats.filter(({ kind }) => kind === 'bot').length, shown.seats.length - 1);
    assert.equal((await refused(seat, { type: 'advise', room })).code, 'no_advice');
    assert.equal((await refused(other, { type: 'resume', room, token })).code, 'not_yours');
    assert.equal((await refused(seat, { type: 'start', room })).code, 'daily_played');
    await seat.ask({ type: 'resume', room, token }, 'joined');
    const last = await seat.play();
    assert.match(last.view.replay, /matches\/1$/);
    for (const type of ['start', 'rematch']) assert.equal((await refused(seat, { type, room })).code, 'daily_played');
    const mine = await site.mine(player.secret);
    assert.equal(mine.room, room);
    assert.ok(Number.isInteger(mine.margin));
    assert.equal(mine.percent, null, 'there is nobody else');
    await until(async () => Number.isInteger((await site.mine(player.secret)).par), 'the par');
    for (const one of [seat, other, nobody]) one.close();
});

test('before a board is open nothing of it is told, after it everything', async () => {
    clock.noon(1);
    const [one, other, bot] = [await site.make({ name: 'One' }), await site.make({ name: 'Other' }), await site.make({ kind: 'bot' })];
    const seats = [await site.finish(one, 'fortyone', 1), await site.finish(other, 'fortyone', 2), await site.finish(bot, 'fortyone', 3)];
    const date = dateOf(clock.now);
    const path = `/api/daily/${date}/fortyone`;
    const hidden = async () => {
        assert.equal((await site.get(path)).status, 409);
        for (const { room } of seats) {
            assert.equal((await site.get(`/api/rooms/${room}`)).status, 403);
            for (const what of ['', '/updates', '/updates?seat=0', '/analysis'])
                assert.equal((await site.get(`/api/rooms/${room}/matches/1${what}`)).status, 409, what);
        }
        for (const { id, secret } of [one, other, bot]) {
            const profile = (await site.get(`/api/players/${id}`)).json;
            assert.deepEqual([profile.games, profile.daily], [{}, { played: 0, streak: 0, best_streak: 0, mean_percent: null }]);
            assert.deepEqual((await site.results(id)).results, []);
            assert.deepEqual((await site.games(secret)).finished, []);
        }
    };
    await hidden();
    const board = (await site.today()).boards.find(({ game }) => game === 'fortyone');
    assert.equal(board.played, 2, 'humans');
    const margins = await Promise.all([one, other, bot].map(async ({ secret }) => (await site.mine(secret)).margin));
    const percent = margins[0] > margins[1] ? 100 : margins[0] < margins[1] ? 0 : 50;
    assert.deepEqual([(await site.mine(one.secret)).percent, (await site.mine(other.secret)).percent, (await site.mine(bot.secret)).percent],
        [percent, 100 - percent, null]);
    // Also in the hour after the day.
    clock.opened(1);
    clock.set(clock.now - 1800);
    await hidden();
    assert.equal((await site.get(`/api/daily/${dateOf(clock.now + day)}/fortyone`)).status, 404, 'a day to come');
    assert.equal((await site.get('/api/daily/2001-01-01/fortyone')).status, 404);
    assert.equal((await site.get('/api/daily/2001-13-01/fortyone')).status, 404);
    assert.equal((await site.get(`/api/daily/${date}/none`)).status, 404);

    clock.opened(1);
    const open = (await site.get(path)).json;
    assert.equal(sha256(Buffer.from(open.secret, 'hex')), open.commitment);
    assert.equal(open.commitment, board.commitment);
    assert.deepEqual([open.date, open.game, open.seats], [date, 'fortyone', board.seats]);
    assert.equal(open.results.length, 3);
    for (const [i, player] of [one, other, bot].entries()) {
        const line = open.results.find((result) => result.player === player.id);
        assert.deepEqual(line, { player: player.id, name: player.name, margin: margins[i], percent: [percent, 100 - percent, null][i], room: seats[i].room });
    }
    assert.deepEqual(open.results.map(({ margin }) => margin), [...open.results.map(({ margin }) => margin)].sort((a, b) => b - a));
    for (const { room } of seats) {
        assert.equal((await site.get(`/api/rooms/${room}`)).status, 200);
        const replay = (await site.get(`/api/rooms/${room}/matches/1`)).json;
        assert.equal(replay.server_seed, open.secret);
        assert.deepEqual(replay.entropy, replay.entropy.map(() => ''));
        assert.equal((await site.get(`/api/rooms/${room}/matches/1/updates`)).status, 200);
        // Or too many are being made.
        assert.ok([200, 202, 429].includes((await site.get(`/api/rooms/${room}/matches/1/analysis`)).status));
    }
    const watcher = await site.seat();
    await watcher.ask({ type: 'join', room: seats[0].room, name: 'Late', role: 'spectator' }, 'joined');
    const profile = (await site.get(`/api/players/${one.id}`)).json;
    assert.equal(profile.games.fortyone.played, 1);
    assert.deepEqual(profile.daily, { played: 1, streak: 1, best_streak: 1, mean_percent: percent });
    assert.equal((await site.games(one.secret)).finished.length, 1);
    for (const seat of [...seats, watcher]) seat.close();

    await site.ask('DELETE', '/api/me', { secret: other.secret });
    const gone = (await site.get(path)).json.results.find(({ room }) => room === seats[1].room);
    assert.deepEqual([gone.player, gone.name], [null, '\u2013']);
});

test('verify.py finds every draw, margin and percent of an open board right', async () => {
    clock.noon(15);
    for (const choices of [1, 2, 3]) (await site.finish(await site.make(), 'twentytwo', choices)).close();
    (await site.finish(await site.make({ kind: 'bot' }), 'twentytwo', 4)).close();
    clock.opened(15);
    const program = fileURLToPath(new URL('../../clients/bots/python/verify.py', import.meta.url));
    const run = spawn('python3', [program, `${site.server.url}/api/daily/${dateOf(clock.begin + 15 * day)}/twentytwo`]);
    let said = '';
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (said += text));
    const [code] = await once(run, 'close');
    assert.equal(code, 0, said);
    assert.match(said, /with 4 replays whose every draw follows from the secret[^]*margins: as the results have them/);
});

test('a room counts for the day on which it was made, until its board opens', async () => {
    clock.noon(22);
    const [late, slow] = [await site.make(), await site.make()];
    const [seat, other] = [await site.begin(late), await site.begin(slow)];
    await other.take('update');
    // After midnight there is another board, and the old one is still played.
    clock.set(clock.begin + 23 * day + 600);
    const next = await site.begin(late);
    assert.notEqual(next.commitment, seat.commitment);
    next.close();
    await seat.play(new Random(5));
    clock.opened(22);
    const path = `/api/daily/${dateOf(clock.begin + 22 * day)}/fortyone`;
    assert.deepEqual((await site.get(path)).json.results.map(({ player }) => player), [late.id]);
    // The other one is over, as it is.
    assert.equal((await refused(other, { type: 'act', room: other.room, decision: 1, action: {} })).code, 'not_playing');
    const watcher = await site.seat();
    assert.equal((await refused(watcher, { type: 'join', room: other.room, name: 'W', role: 'spectator' })).code, 'not_yours');
    for (const one of [seat, other, watcher]) one.close();
});

test('no secret of a board was told or logged before it opened', async () => {
    clock.noon(60);
    const player = await site.make();
    (await site.finish(player)).close();
    const metrics = await (await fetch(`${site.server.url}/metrics`)).text();
    await site.end();
    const told = [site.log, metrics, ...site.texts, ...site.answers.map(({ text }) => text)].join('\n');
    clock.opened(60);
    await site.run();
    for (const { game } of (await site.today()).boards) {
        const { status, json } = await site.get(`/api/daily/${dateOf(clock.begin + 60 * day)}/${game}`);
        if (status === 200) assert.ok(!told.includes(json.secret), game);
    }
});
