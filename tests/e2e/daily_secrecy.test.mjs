// Two worlds, across rooms: whatever anybody but a board's player receives before it opens does not depend on its secret, nor on what
// the player does. In two worlds a player plays the board; what all others are told is the same, byte for byte, but for the board's
// commitment, codes of rooms and ids of players. With a database the others are at another server of it.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { BoardSite, Clock, dateOf, day } from './support/boards.mjs';
import { readMetrics } from './support/metrics.mjs';
import { database } from './support/people.mjs';
import { pick } from './support/picker.mjs';
import { Random } from './support/random.mjs';

const games = ['fortyone', 'selfish', 'sugekari21', 'ttpageone', 'twentytwo'];
let clock, sites;

before(async () => {
    clock = new Clock();
    sites = [await BoardSite.start('one', clock), await BoardSite.start('other', clock)];
});
after(async () => {
    for (const site of sites) await site.stop();
    clock.remove();
});

/** Two worlds with different secrets. In a database, where a day has one, they are two days, and the others are at another server. */
const worlds = database
    ? [0, 1].map((later) => ({ days: 2, later, near: () => sites[0], far: () => sites[1] }))
    : [0, 1].map((n) => ({ days: 1, later: 0, near: () => sites[n], far: () => sites[n] }));

/** How long and how much it has worked, which grows with the actions of a match, whose number the cards decide; what came too late, which
    time decides; and who is connected. */
const work = /_seconds(_|$)|^process_|^tefuda_(errors_total\{code="stale_decision"|connections|websockets|messages_|received_bytes|sent_bytes|actions_total\{.*"(accepted|stale)"|journal_(queue|batch)|database_connections|build_info)/;

/** Everything else in the metrics, as it has changed since. */
async function metrics(site, since = {}) {
    const { values } = readMetrics((await site.get('/metrics')).text);
    return Object.fromEntries([...values].filter(([key]) => !work.test(key)).map(([key, value]) => [key, value - (since[key] ?? 0)]));
}

/** All that others are told of a room and its player, without what always differs. */
async function told(world, { player, other, room, own }) {
    const { json: today } = await world.get('/api/daily');
    const date = today.date;
    const texts = [];
    const paths = [`/api/rooms/${room}`, ...['', '/updates', '/updates?seat=0', '/updates?seat=1', '/analysis', '/par'].map((what) => `/api/rooms/${room}/matches/1${what}`),
        `/api/rooms/${room}/matches/2`, `/room/${room}`, `/replay/${room}/1`, `/api/players/${player.id}`, `/api/players/${player.id}/results`, '/api/rooms',
        '/api/daily', ...games.flatMap((game) => [`/api/daily/${date}/${game}`, `/api/puzzles?game=${game}`])];
    for (const secret of [undefined, other.secret])
        for (const path of paths) {
            const { status, text } = await world.ask('GET', path, { secret });
            texts.push(`${path} ${status} ${text}`);
        }
    const watcher = await world.seat(other.secret);
    for (const message of [{ type: 'join', room, name: 'W' }, { type: 'join', room, name: 'W', role: 'spectator' }, { type: 'resume', room },
        { type: 'resume', room, token: '0'.repeat(32) }, { type: 'chat', room, text: 'Hello' }, { type: 'act', room, decision: 1, action: {} }, { type: 'advise', room },
        { type: 'report', room }])
        texts.push(JSON.stringify(await watcher.ask(message, 'error')));
    texts.push(JSON.stringify(await watcher.ask({ type: 'list' }, 'rooms')));
    assert.equal(watcher.got.length, 0, 'nothing else came');
    watcher.close();
    let all = texts.join('\n');
    for (const [value, name] of [[room, 'ROOM'], [player.id, 'PLAYER'], [other.id, 'OTHER'], ...own]) all = all.replaceAll(value, name);
    for (const [i, name] of ['DAY', 'NEXT'].entries()) all = all.replaceAll(dateOf(Date.parse(date) / 1000 + i * day), name);
    for (const { commitment, game } of today.boards) all = all.replaceAll(commitment, `COMMITMENT of ${game}`);
    return all;
}

for (const [number, game] of games.entries())
    test(`others learn the same of two boards of ${game} that differ in their secrets`, async () => {
        const seen = [];
        for (const world of worlds) {
            clock.set(clock.begin + (number * world.days + world.later) * day + day / 2);
            const [near, far] = [world.near(), world.far()];
            const [player, other] = [await near.make({ name: 'Player' }), await near.make({ name: 'Other' })];
            const since = [await metrics(near), await metrics(far)];
            const stages = [];
            const seat = await near.seat(player.secret);
            const { room } = await seat.ask({ type: 'create', game, daily: true }, 'created');
            const look = async () => {
                const text = await told(far, { player, other, room, own: [[far.server.url, 'URL']] });
                stages.push({ text: text.split('\n'), metrics: [await metrics(near, since[0]), await metrics(far, since[1])] });
            };
            await look();
            await seat.ask({ type: 'join', room, name: 'Me' }, 'joined');
            const first = await seat.take('update');
            await look();
            seat.got.unshift(first);
            await seat.play();
            await look();
            seat.close();
            seen.push({ stages, commitment: (await near.today()).boards.find((board) => board.game === game).commitment });
        }
        assert.notEqual(seen[0].commitment, seen[1].commitment, 'the secrets differ');
        for (const [n, stage] of seen[0].stages.entries()) assert.deepEqual(stage, seen[1].stages[n], ['made', 'begun', 'finished'][n]);
    });

/** A second world as this one is now, with the same secrets. */
async function twinOf(site) {
    const twin = await BoardSite.start('twin', clock);
    await Promise.all([site.end(), twin.end()]);
    rmSync(twin.data, { recursive: true });
    cpSync(site.data, twin.data, { recursive: true });
    await Promise.all([site.run(), twin.run()]);
    return twin;
}

const skip = database ? 'a database can\'t be copied here' : false;
for (const [number, game] of games.entries())
    test(`a player of ${game} learns the same whatever another one has done on the same board`, { skip }, async (context) => {
        clock.set(clock.begin + (games.length + number) * day + day / 2);
        const [site] = sites;
        const [player, other] = [await site.make({ name: 'Player' }), await site.make({ name: 'Other' })];
        await site.today();
        const twin = await twinOf(site);
        context.after(() => twin.stop());
        const seen = [];
        for (const [n, world] of [site, twin].entries()) {
            const before = await metrics(world);
            const another = await world.begin(player, game);
            const early = await another.take(({ must }) => must);
            another.send({ type: 'act', room: another.room, decision: early.decision, action: pick(early.legal, new Random(n)) });
            const seat = await world.seat(other.secret);
            const heard = [];
            seat.socket.on('message', (data) => heard.push(data.toString()));
            const { room } = await seat.ask({ type: 'create', game, daily: true }, 'created');
            const { token } = await seat.ask({ type: 'join', room, name: 'Me' }, 'joined');
            await seat.play(new Random(9));
            const last = await another.play(new Random(n));
            const { json: { boards } } = await world.get('/api/daily', other.secret);
            // Its percent says how it compares, so it depends on what others have made.
            const mine = boards.map((board) => (board.mine ? { ...board, mine: { ...board.mine, percent: null, par: null } } : board));
            let text = [...heard, JSON.stringify(mine)].join('\n').replaceAll(/("status":"finished".*"commitment":")[^"]*/g, '$1that of no match');
            for (const [value, name] of [[room, 'ROOM'], [token, 'TOKEN'], [another.room, 'ANOTHER']]) text = text.replaceAll(value, name);
            const others = await told(world, { player, other, room: another.room, own: [[world.server.url, 'URL'], [room, 'ROOM']] });
            seen.push({ text: text.split('\n'), others: others.replaceAll(/"(percent|par)":[^,}]*/g, '').split('\n'), metrics: await metrics(world, before), last });
            another.close();
            seat.close();
        }
        const [{ last: one, ...first }, { last: two, ...second }] = seen;
        assert.notDeepEqual(one.view, two.view, 'they did not do the same');
        assert.deepEqual(second, first);
    });
