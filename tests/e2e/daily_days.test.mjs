// The days of boards: streaks, a player's own calendar, clocks that leap or go back, and servers that are down at midnight.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { BoardSite, Clock, dateOf, day } from './support/boards.mjs';

let clock, site;
before(async () => {
    clock = new Clock();
    site = await BoardSite.start('daily_days', clock);
});
after(async () => {
    await site.stop();
    clock.remove();
});

const refused = async (seat, message) => await seat.ask(message, 'error');

test('streaks count days, a missed one ends them, and today may still be missing', async () => {
    const player = await site.make();
    for (const n of [30, 31, 32, 34, 35]) {
        clock.noon(n);
        (await site.finish(player)).close();
    }
    const daily = async () => (await site.get(`/api/players/${player.id}`)).json.daily;
    clock.opened(35);
    await site.get('/api/daily');
    assert.deepEqual(await daily(), { played: 5, streak: 2, best_streak: 3, mean_percent: null });
    clock.noon(36);
    assert.equal((await daily()).streak, 2, 'today is missing');
    clock.opened(36);
    assert.equal((await daily()).streak, 0);
    assert.equal((await daily()).best_streak, 3);
});

test('a player\'s own boards are told to it alone, also those that are not open yet', async () => {
    clock.noon(37);
    const player = await site.make();
    const own = async () => (await site.get('/api/daily/mine', player.secret)).json;
    assert.equal((await site.get('/api/daily/mine')).status, 401);
    assert.deepEqual(await own(), { played: 0, streak: 0, best_streak: 0, mean_percent: null, boards: [] });
    const boards = [];
    for (const [n, game] of [[37, 'fortyone'], [38, 'selfish'], [38, 'fortyone']]) {
        clock.noon(n);
        const { room, socket } = await site.finish(player, game);
        socket.terminate();
        boards.unshift({ date: dateOf(clock.now), game, room, margin: (await site.mine(player.secret, game)).margin });
    }
    const begun = await site.begin(player, 'twentytwo');
    const days = ({ boards: all, ...sums }) => ({ ...sums, boards: all.toSorted((a, b) => (a.date + a.game < b.date + b.game ? 1 : -1)) });
    const expected = days({ played: 3, streak: 2, best_streak: 2, mean_percent: null, boards });
    assert.deepEqual(days(await own()), expected);
    assert.equal((await site.get(`/api/players/${player.id}`)).json.daily.played, 1, 'others see the open one');
    // In the hour after midnight yesterday's boards are not open, and today's are new ones.
    clock.set(clock.begin + 39 * day + 600);
    assert.deepEqual(days(await own()), expected);
    await site.kill();
    assert.deepEqual(days(await own()), expected, 'also after a kill');
    clock.opened(38);
    assert.deepEqual(days(await own()), expected, 'settled, each board is there once');
    assert.equal((await site.get(`/api/players/${player.id}`)).json.daily.played, 3);
    begun.close();
});

test('a server that is down at midnight, and one that is killed during a board, lose nothing of it', async () => {
    clock.noon(50);
    const player = await site.make();
    const seat = await site.begin(player);
    const { room } = seat;
    const first = await seat.take('update');
    await site.kill();
    assert.equal((await site.mine(player.secret)).room, room);
    const back = await site.seat(player.secret);
    const again = await refused(back, { type: 'create', game: 'fortyone', daily: true });
    assert.deepEqual([again.code, again.details], ['daily_played', { room }]);
    await back.ask({ type: 'resume', room, token: seat.token }, 'joined');
    const update = await back.take('update');
    assert.deepEqual(update.view.hands[0], first.view.hands[0]);
    back.got.unshift(update);
    await back.play();
    const { margin } = await site.mine(player.secret);
    site.server.child.kill('SIGKILL');
    await site.end();
    clock.opened(51);
    await site.run();
    const open = (await site.get(`/api/daily/${dateOf(clock.begin + 50 * day)}/fortyone`)).json;
    assert.deepEqual(open.results.map((line) => [line.player, line.margin]), [[player.id, margin]]);
});
