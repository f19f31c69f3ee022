// Rooms: what those of one address cost the others, and what guessed codes tell.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from '../e2e/support/until.mjs';
import { Player, report, Siege } from './siege.mjs';

test('lists of a game without rooms are found without a look at all others', async (context) => {
    const siege = await Siege.lay(context, '--message-rate', '100000');
    const player = await Player.connect(siege.port);
    /** How long the server computes for so many lists of a game that has no rooms. */
    const work = async () => {
        const before = siege.computed();
        for (let sent = 0; sent < 40_000; sent += 500) {
            for (let i = 0; i < 500; i++) player.send({ type: 'list', game: 'bridge', id: i });
            await player.next(({ re }) => re === 499);
        }
        return siege.computed() - before;
    };
    await work();
    const none = await work();
    await siege.attack('rooms', { addresses: ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4'], rooms: 500, each: 50 });
    const many = await work();
    report('40,000 lists of a game without rooms', { 'ms of work without any rooms': none * 1000, 'with 2,000 of other games': many * 1000 });
    assert.ok(many < 3 * none, `${many} s of work beside 2,000 rooms, ${none} s without`);
});

test('right and wrong codes look alike to whoever guesses too many', async (context) => {
    // So few guesses that the limit is always reached: else the one that comes back now and then would be told the truth.
    const siege = await Siege.lay(context, '--guess-rate', '0.01');
    const maker = await Player.connect(siege.port);
    const rooms = [];
    for (let i = 0; i < 20; i++) rooms.push((await maker.ask({ type: 'create', game: 'fortyone' }, 'created')).room);
    assert.ok(rooms.every((room) => /^[A-Z2-9]{10}$/.test(room)), `${rooms}`);
    const wrong = rooms.map((room) => room.split('').reverse().join(''));
    const get = (path) => siege.get(path, '127.0.1.1');
    const guesser = await Player.connect(siege.port, '127.0.1.1');
    let tried = 0;
    const learnt = new Map();
    const note = (way, what, is_right) => {
        const seen = learnt.get(way) ?? new Map();
        learnt.set(way, seen.set(is_right, (seen.get(is_right) ?? new Set()).add(what)));
    };
    for (const [is_right, codes] of [[true, rooms], [false, wrong]])
        for (const code of codes) {
            note('document', (await get(`/api/rooms/${code}`)).status, is_right);
            note('page', (await get(`/room/${code}`)).text.replaceAll(code, 'CODE'), is_right);
            guesser.send({ type: 'join', room: code, name: 'g', role: 'spectator', id: `j${++tried}` });
            note('join', (await guesser.next(({ re }) => re === `j${tried}`)).code, is_right);
            guesser.send({ type: 'resume', room: code, token: 'f'.repeat(32), id: `r${tried}` });
            note('resume', (await guesser.next(({ re }) => re === `r${tried}`)).code, is_right);
        }
    for (const [way, seen] of learnt) assert.deepEqual(seen.get(true), seen.get(false), way);
    assert.deepEqual([...learnt.get('join').get(true)], ['rate_limited']);
    report('40 codes beyond the limit of guesses', { 'right ones recognised': 0 });
});

test('a bot at a human\'s table thinks before those of an address with 300 of them', async (context) => {
    const siege = await Siege.lay(context);
    const { full } = await siege.attack('hardBots', { address: '127.0.1.1', rooms: 60, seats: 6 });
    assert.equal(full, 60, 'matches of theirs');
    await until(async () => (await siege.figure('tefuda_actions_total')) > 60, 'the bots\' moves');
    const player = await Player.connect(siege.port);
    const times = [];
    const before = await siege.figure('tefuda_actions_total');
    for (let match = 0; match < 4; match++) {
        const { room } = await player.ask({ type: 'create', game: 'fortyone' }, 'created');
        await player.ask({ type: 'join', room, name: 'n' }, 'joined');
        player.send({ type: 'fill', room, level: 'easy' });
        let asked = performance.now();
        for (let moves = 0; moves < 15; ) {
            const update = await player.next((message) => message.type === 'update' && message.room === room);
            if (update.over) break;
            // The bot's move is answered by ours at once: what lies between is the bot's time.
            if (update.decision === undefined) continue;
            if (moves > 0) times.push(performance.now() - asked);
            moves++;
            await player.ask({ type: 'act', room, decision: update.decision, action: fill(update.legal[0]) });
            asked = performance.now();
        }
    }
    times.sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)];
    const others = ((await siege.figure('tefuda_actions_total')) - before) / times.length;
    report('300 hard bots', { 'easy bot median ms': median, 'p99 ms': times.at(-1), 'actions meanwhile': others, MiB: siege.memory() });
    assert.ok(times.length > 10);
    // In one queue for all it would wait for one of each of their 60 matches.
    assert.ok(others < 30, `${others} actions of others while one bot thinks`);
});

/** The template's first choice. */
function fill(template) {
    return Object.fromEntries(Object.entries(template).filter(([name]) => name !== 'optional')
        .map(([name, value]) => [name, value?.choose ? value.from.slice(0, [value.choose].flat()[0]) : value]));
}
