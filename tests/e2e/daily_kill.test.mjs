// A board of the day is played while the server is killed at every moment of it: right before each write of the server's, to
// a file, to the database or to the player. What the server has said stays so, and the board goes on as if nothing had been.
// TEFUDA_E2E_ROUNDS=1 kills it in every step of the player's; else, at each write, in one of five.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { BoardSite, Clock, dateOf, day, Killer } from './support/boards.mjs';
import { pick } from './support/picker.mjs';
import { Random } from './support/random.mjs';
import { patience, until } from './support/until.mjs';

/** The server is killed in one step of so many, in other ones each time. */
const steps = process.env.TEFUDA_E2E_ROUNDS ? 1 : 5;
/** In Selfish all seats decide at once. */
const games = ['fortyone', 'selfish'];

/** More writes than any step of a player's causes. */
const most = 100;

let clock, killer, site;
before(async () => {
    clock = new Clock();
    killer = new Killer(clock);
    site = await BoardSite.start('daily_kill', killer, '--players-per-day', '1000');
});
after(async () => {
    await site.stop();
    clock.remove();
});

/**
 * Does a step. The server is killed right before its n-th write since then, if the step takes so many.
 * \returns what the step gives; nothing where the server was killed: then it runs again
 */
async function killedAt(n, step) {
    const { child } = site.server;
    const died = once(child, 'close').then(() => null);
    killer.at(n);
    // The connection may be lost before the server's end is known.
    const given = await Promise.race([step().catch((error) => Promise.race([died, later(error)])), died]);
    killer.at(0);
    const lives = given !== null && (await site.get('/healthz').then(() => true, () => false));
    if (lives) return given;
    await died;
    assert.equal(child.signalCode, 'SIGKILL');
    await site.run();
}
const later = (error) => new Promise((_, reject) => setTimeout(reject, patience, error).unref());

/** A player's way through today's board, who makes the same choices whatever happens. */
class Attempt {
    constructor(player, game) {
        Object.assign(this, { player, game, acknowledged: [], seen: 0 }); // `seen`: the newest update or action that it was told of
        this.killed = new Set(); // the steps in which the server was killed
    }

    get kills() {
        return this.killed.size;
    }

    /**
     * \param n kills the server right before the n-th write of a step, once a step; 0: never
     * \param steps in one of so many steps
     */
    async play(n, steps = 1) {
        let number = 0;
        const step = async (name, work) => {
            if (n === 0 || this.killed.has(name) || (n + number++) % steps !== 0) return await work();
            const given = await killedAt(n, work);
            if (given === undefined) this.killed.add(name);
            return given;
        };
        while (!(await this.#goOn(step)));
        return this;
    }

    /** Comes as somebody who knows nothing but who it is. \returns whether the match is over; else the server was killed */
    async #goOn(step) {
        const seat = await site.seat(this.player.secret);
        const answer = await step('create', async () => {
            seat.send({ type: 'create', game: this.game, daily: true });
            return await seat.take(({ type }) => type === 'created' || type === 'error');
        });
        if (!answer) return false;
        const isFirst = this.room === undefined;
        if (answer.type === 'error') assert.equal(answer.code, 'daily_played', answer.message);
        else assert.ok(isFirst, 'one board a player and day');
        const room = answer.room ?? answer.details.room;
        if (!isFirst) assert.equal(room, this.room);
        this.room = room;
        assert.equal((await site.mine(this.player.secret, this.game)).room, room);
        assert.equal((await site.get(`/api/rooms/${room}`)).status, 403, 'it is nobody else\'s');

        let update = await step('join', async () => {
            seat.send({ type: 'resume', room });
            const back = await seat.take(({ type }) => type === 'joined' || type === 'error');
            if (back.type === 'error') {
                assert.ok(!this.hasJoined, back.code);
                await seat.ask({ type: 'join', room, name: 'Me' }, 'joined');
                this.hasJoined = true;
            }
            const first = await seat.take('update');
            assert.ok(first.seq >= this.seen, `what the player was told is there: ${first.seq} after ${this.seen}`);
            seat.got.unshift(first);
            return await this.#due(seat);
        });
        while (update && !update.over) update = await step(`act ${update.decision}`, () => this.#act(seat, update));
        seat.close();
        if (update) this.view = update.view;
        return update !== undefined;
    }

    async #act(seat, { decision, legal }) {
        const action = pick(legal, new Random(decision));
        seat.send({ type: 'act', room: this.room, decision, action, id: decision });
        const { seq } = await seat.take('ok');
        this.acknowledged.push({ seq, action });
        this.seen = Math.max(this.seen, seq);
        return await this.#due(seat);
    }

    /** The first update in which the player has to act, or the match is over. */
    async #due(seat) {
        for (;;) {
            const update = await seat.take('update');
            this.seen = Math.max(this.seen, update.seq);
            if (update.must || update.over) return update;
        }
    }
}

/** What happened in a match, without when. */
const events = ({ chance, actions, result }) => ({ chance, result, actions: actions.map(({ seat, action }) => ({ seat, action })) });

/** Repeats it with players or days of their own, killed at the first write, the second …, until so many were not. \returns all of what it gave */
async function atEachWrite(once, unkilled = 1) {
    const all = [];
    for (let n = 1; ; n++) {
        assert.ok(n < most, 'a step never ends');
        all.push(await once(n));
        if (all.length >= unkilled && all.slice(-unkilled).every(({ kills }) => kills === 0)) return all;
    }
}

const margin = async ({ secret }, game) => (await site.mine(secret, game)).margin;
const board = async (path) => await until(async () => { const { status, json } = await site.get(path); return status === 200 && json; }, 'the open board');
/** In hundreds; everybody is human. */
const percent = (own, all) => {
    const points = all.reduce((sum, other) => sum + (other < own ? 1 : other === own ? 0.5 : 0), -0.5);
    return Math.round(points / (all.length - 1) * 1000) / 10;
};

for (const [number, game] of games.entries())
    test(`a board of ${game} goes on after a kill at any write of the server's, as if there had been none`, async (context) => {
        const today = 2 * number;
        clock.set(clock.begin + today * day + day / 2);
        const make = async () => new Attempt(await site.make(), game);
        const whole = await (await make()).play(0);
        const other = await site.finish(await site.make(), game, 3);
        other.close();
        const expected = await until(async () => {
            const { margin, par } = await site.mine(whole.player.secret, game);
            return Number.isInteger(par) && { margin, par };
        }, 'the par');
        const attempts = await atEachWrite(async (n) => {
            const attempt = await (await make()).play(n, steps);
            const { room, margin, par } = await site.mine(attempt.player.secret, game);
            assert.deepEqual({ room, margin, par }, { room: attempt.room, ...expected });
            return attempt;
        }, steps);
        clock.set(clock.begin + (today + 1) * day + 3602);
        const { results } = await board(`/api/daily/${dateOf(clock.begin + today * day)}/${game}`);
        assert.equal(results.length, attempts.length + 2);
        const replayOf = async (room) => (await site.get(`/api/rooms/${room}/matches/1`)).json;
        const same = events(await replayOf(whole.room));
        for (const { player, room, acknowledged } of attempts) {
            const line = results.find((result) => result.room === room);
            assert.deepEqual([line.player, line.margin, line.percent], [player.id, expected.margin, percent(line.margin, results.map(({ margin }) => margin))]);
            const replay = await replayOf(room);
            assert.deepEqual(events(replay), same, 'the same cards, and the same actions of bots');
            for (const { seq, action } of acknowledged) assert.deepEqual(events(replay).actions[seq - 2], { seat: 0, action });
        }
        const kills = attempts.reduce((sum, attempt) => sum + attempt.kills, 0);
        assert.ok(kills > whole.acknowledged.length, `${kills} kills`);
        context.diagnostic(`| ${game} | ${attempts.length} attempts of ${whole.acknowledged.length} actions | ${kills} kills |`);
    });

test('a board is settled once and for all, also where the server is killed at any write while it opens', async (context) => {
    let today = 2 * games.length;
    const days = await atEachWrite(async (n) => {
        clock.set(clock.begin + today * day + day / 2);
        const path = `/api/daily/${dateOf(clock.now)}/selfish`;
        const players = [];
        for (const choices of [1, 2, 3]) {
            const player = await site.make();
            (await site.finish(player, 'selfish', choices)).close();
            players.push({ ...player, margin: await margin(player, 'selfish') });
        }
        (await site.begin(await site.make(), 'selfish')).close();
        const { commitment } = (await site.today()).boards.find(({ game }) => game === 'selfish');
        const told = await killedAt(n, async () => {
            clock.set(clock.begin + (today + 1) * day + 3602);
            return await board(path);
        });
        const { par: _, ...open } = await board(path);
        const margins = players.map((player) => player.margin);
        assert.equal(open.commitment, commitment);
        assert.deepEqual(open.results.map(({ margin }) => margin), margins.toSorted((a, b) => b - a));
        for (const { id, margin: own } of players) {
            const line = open.results.find(({ player }) => player === id);
            assert.deepEqual([line.margin, line.percent], [own, percent(own, margins)]);
            assert.equal((await site.get(`/api/players/${id}`)).json.daily.played, 1);
        }
        assert.equal(open.choices[0].actions.reduce((sum, { players }) => sum + players, 0), 3, 'all met the first decision');
        if (told) assert.deepEqual({ ...told, par: null }, { ...open, par: null });
        today += 2;
        return { kills: told ? 0 : 1 };
    });
    assert.ok(days.length > 3, 'there was something to interrupt');
    context.diagnostic(`| settled | ${days.length} days | ${days.length - 1} kills |`);
});
