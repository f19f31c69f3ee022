// Rooms: one address can neither fill the server with them nor keep its bots busy.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pause, until } from '../e2e/support/until.mjs';
import { Player, report, Siege } from './siege.mjs';

const addresses = (count) => Array.from({ length: count }, (_, i) => `127.0.1.${1 + i}`);

test('one address makes so many rooms and no more, and the others can make theirs', async (context) => {
    const siege = await Siege.lay(context, '--max-rooms', '600', '--max-rooms-per-address', '300');
    const { created, refused } = await siege.attack('rooms', { addresses: addresses(1), rooms: 500, each: 100 });
    assert.equal(created, 300);
    assert.equal(refused, 200);
    await siege.play();
    report('500 rooms from one address', { made: created, MiB: siege.memory() });
});

test('when the server is full, rooms in which nobody ever sat make room', async (context) => {
    const siege = await Siege.lay(context, '--max-rooms', '300', '--max-rooms-per-address', '100');
    const player = await Player.connect(siege.port);
    const { room } = await player.ask({ type: 'create', game: 'fortyone' }, 'created');
    await player.ask({ type: 'join', room, name: 'n' }, 'joined');
    const { created } = await siege.attack('rooms', { addresses: addresses(8), rooms: 100, each: 100 });
    assert.equal(created, 800, 'each address may make its own');
    await siege.play();
    await player.ask({ type: 'fill', room, level: 'easy' });
    await player.take('update');
    assert.ok((await siege.figure('tefuda_rooms')) <= 310);
});

test('an address that has filled the server takes no place from those with few rooms', async (context) => {
    const siege = await Siege.lay(context, '--max-rooms', '601', '--max-rooms-per-address', '590');
    const player = await Player.connect(siege.port);
    const { room } = await player.ask({ type: 'create', game: 'fortyone' }, 'created');
    const { token } = await player.ask({ type: 'join', room, name: 'n' }, 'joined');
    player.close();
    // Somebody is in each of them, so that none makes place.
    const watchers = await Promise.all(Array.from({ length: 9 }, async () => {
        const watcher = await Player.connect(siege.port, '127.0.1.2');
        for (let made = 0; made < 60; made++) {
            const { room } = await watcher.ask({ type: 'create', game: 'fortyone' }, 'created');
            await watcher.ask({ type: 'join', room, name: 'n', role: 'spectator' }, 'joined');
            await pause(20);
        }
        return watcher;
    }));
    await watchers[0].ask({ type: 'create', game: 'fortyone' }, 'server_full');
    const { created } = await siege.attack('rooms', { addresses: ['127.0.1.2'], rooms: 500, each: 100 });
    assert.equal(created, 0);
    await siege.play();
    const back = await Player.connect(siege.port);
    await back.ask({ type: 'resume', room, token }, 'joined');
});

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
    await siege.attack('rooms', { addresses: addresses(4), rooms: 500, each: 50, sits: true });
    const many = await work();
    report('40,000 lists of a game without rooms', { 'ms of work without any rooms': none * 1000, 'with 2,000 of other games': many * 1000 });
    assert.ok(many < 3 * none, `${many} s of work beside 2,000 rooms, ${none} s without`);
});

test('who watches the list is never the host of a room whose maker joins a little later', async (context) => {
    const siege = await Siege.lay(context);
    await siege.attack('race', { address: '127.0.1.1' });
    const maker = await Player.connect(siege.port);
    let hosts = 0;
    for (let made = 0; made < 15; made++) {
        const { room } = await maker.ask({ type: 'create', game: 'selfish', seats: 3, public: true }, 'created');
        await pause(50);
        const { seat } = await maker.ask({ type: 'join', room, name: 'n' }, 'joined');
        if (seat === 0) hosts++;
    }
    report('a list that is polled', { rooms: 15, 'whose maker is the host': hosts });
    assert.equal(hosts, 15);
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

test('rooms of bots alone rest while nobody is connected to them, and leave the memory for others', async (context) => {
    const siege = await Siege.lay(context, '--max-rooms', '300');
    const { created } = await siege.attack('botsOnly', { address: '127.0.1.1', rooms: 500, seats: 13, level: 'hard' });
    assert.ok(created >= 450, `${created} rooms`);
    const actions = () => siege.figure('tefuda_actions_total');
    // Moves that were under way are made; from then on there are none.
    let before;
    await until(async () => {
        const same = before === (before = await actions());
        await pause(300);
        return same;
    }, 'the rest of the bots');
    await pause(2000);
    assert.equal(await actions(), before, 'nobody watches them');
    report(`${created} rooms of bots`, { actions: before, MiB: siege.memory() });
    assert.ok((await siege.figure('tefuda_rooms')) <= 310, 'the others have left the memory');
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
