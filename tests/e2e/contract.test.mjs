// The messages of the protocol one by one: what is refused, in which order errors are checked, limits, and replies.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { fresh } from './support/chance.mjs';
import { closeCodeAfter, frame, opcode } from './support/raw_socket.mjs';
import { World } from './support/world.mjs';

let world;
before(async () => (world = await World.start()));
after(() => world.stop());

/** A fortyone room with both seats taken, so that a match is being played. */
async function playing() {
    const [host, guest] = await world.several(2);
    const { room } = await host.create('fortyone');
    const { joined: hostSeat } = await host.join(room, 'host');
    await guest.join(room, 'guest');
    await host.take('room');
    const updates = [await host.take('update'), await guest.take('update')];
    return { room, host, guest, hostSeat, updates };
}

/** A fortyone room with one seat taken. */
async function waiting() {
    const host = await world.client();
    const { room } = await host.create('fortyone');
    await host.join(room, 'host');
    return { room, host };
}

test('welcome comes first, with the server, its games and its limits', async () => {
    const { welcome } = await world.client();
    assert.deepEqual(welcome, {
        type: 'welcome',
        protocol: 1,
        server: { name: welcome.server.name, version: world.server.version },
        games: world.catalogue.map(({ id }) => id),
        limits: { messages_per_second: 100, burst: 300, rooms: 1000, seats: 1000, message_bytes: 16384 },
        you: null,
    });
});

test('re is the id, a string or a number; without an id there is no ok', async () => {
    const client = await world.client();
    for (const id of ['', 'a', '手札', '😀', '"\\', 0, 1, -7, 1.5, 1e300, 2 ** 53]) {
        client.send({ type: 'ping', id });
        assert.deepEqual(await client.take('pong'), { type: 'pong', re: id });
    }
    client.send({ type: 'ping' });
    assert.deepEqual(await client.take('pong'), { type: 'pong' });
    client.send({ type: 'list' });
    assert.deepEqual(await client.take('rooms'), { type: 'rooms', rooms: [] });
    client.send({ type: 'create', game: 'fortyone' });
    const created = await client.take('created');
    assert.equal('re' in created, false);
    client.send({ type: 'join', room: created.room, name: 'a' });
    assert.equal('re' in (await client.take('joined')), false);
    await client.take('room');
    client.send({ type: 'chat', room: created.room, text: 'no ok before this' });
    await client.take('chat');
    client.send({ type: 'leave', room: created.room });
    await client.quiet(created.room);
    client.sendAnything({ type: 'leave', room: created.room });
    assert.equal('re' in (await client.take('error')), false);
});

test('replies keep the order of the messages', async () => {
    const { room, host } = await waiting();
    for (let i = 0; i < 30; i++)
        host.sendAnything([{ type: 'list', id: i }, { type: 'act', room, decision: 1, action: {}, id: i }, { type: 'nope', id: i }][i % 3]);
    for (let i = 0; i < 30; i++) assert.equal((await host.next()).re, i);
});

test('an id that is neither string nor number is refused without re', async () => {
    const client = await world.client();
    for (const id of [null, true, {}, [], [1]]) {
        client.sendAnything({ type: 'ping', id });
        const error = await client.take('error');
        assert.deepEqual([error.code, 're' in error], ['bad_message', false]);
    }
});

test('invalid JSON and duplicate fields are bad_json', async () => {
    const client = await world.client();
    const texts = [
        '', ' ', '{', '{"type":"ping"', '{"type":"ping"}}', '{"type":"ping",}', "{'type':'ping'}", 'ping', '{"type":"ping"} x', 'NaN',
        '{"type":"ping","id":01}', '{"type":"ping","id":"\t"}', '\ufeff\ufeff{"type":"ping"}', '{"type":"ping","type":"ping"}',
        '{"type":"ping","id":1,"id":1}', '{"type":"ping","\\u0069d":1,"id":1}',
        '{"type":"create","game":"selfish","options":{"jokers":1,"jokers":1}}',
        '{"type":"create","game":"fortyone","clock":{"bank":1,"decision":1,"bank":1}}',
        '{"type":"nope","x":{"a":[{"b":1,"b":1}]}}',
        // Lone surrogates.
        '{"type":"ping","id":"\\ud800"}', '{"type":"ping","id":"\\udc00"}', '{"type":"ping","id":"\\udc00\\ud800"}',
        '{"type":"ping","id":"\\ud83dx"}', '{"\\ud800":1}',
    ];
    for (const text of texts) {
        client.sendText(text);
        const error = await client.take('error');
        assert.deepEqual([error.code, 're' in error], ['bad_json', false], text);
    }
    client.sendText(' \t\r\n{"type":"ping","id":"\\ud83d\\ude00"}\n');
    assert.equal((await client.take('pong')).re, '😀');
});

test('a message that is no object or has no type is bad_message; an unknown type is unknown_type', async () => {
    const client = await world.client();
    for (const text of ['1', 'null', '"ping"', '[]', '[{"type":"ping"}]', '{}', '{"type":1}', '{"type":null}', '{"type":["ping"]}']) {
        client.sendText(text);
        assert.equal((await client.take('error')).code, 'bad_message', text);
    }
    for (const type of ['', 'Ping', 'ping ', 'update', 'welcome', 'ok', 'joined']) await client.refused('unknown_type', { type, x: 1 });
    client.sendAnything({ type: 'nope', id: {} });
    const error = await client.take('error');
    assert.deepEqual([error.code, 're' in error], ['unknown_type', false]);
});

const whole = {
    create: { type: 'create', game: 'fortyone', seats: 2, options: {}, public: false, clock: { decision: 1, bank: 1 }, hints: true, chat: true, spectators: true },
    join: { type: 'join', room: 'R', name: 'n', seat: 0, role: 'player', entropy: 'e', updates: 'full', extras: true },
    resume: { type: 'resume', room: 'R', token: 't', updates: 'full', since: 1, match: 1, extras: true },
    leave: { type: 'leave', room: 'R' },
    move: { type: 'move', room: 'R', seat: 0 },
    start: { type: 'start', room: 'R' },
    fill: { type: 'fill', room: 'R', seat: 0, level: 'easy' },
    kick: { type: 'kick', room: 'R', seat: 0 },
    rematch: { type: 'rematch', room: 'R', entropy: 'e', game: 'selfish' },
    change: { type: 'change', room: 'R', game: 'selfish', options: {}, seats: 2, hints: true },
    act: { type: 'act', room: 'R', decision: 1, action: {} },
    chat: { type: 'chat', room: 'R', text: 't' },
    call: { type: 'call', room: 'R', link: 'https://talk.example/room' },
    advise: { type: 'advise', room: 'R' },
    report: { type: 'report', room: 'R', seat: 0, text: 't' },
    new_evening: { type: 'new_evening', room: 'R' },
    block: { type: 'block', player: 'p' },
    unblock: { type: 'unblock', player: 'p' },
    list: { type: 'list' },
    ping: { type: 'ping' },
};
const needed = {
    create: ['game'], join: ['room', 'name'], resume: ['room'], leave: ['room'], move: ['room', 'seat'], start: ['room'], fill: ['room'],
    kick: ['room', 'seat'], rematch: ['room'], change: ['room'], act: ['room', 'decision', 'action'], chat: ['room', 'text'], call: ['room', 'link'], advise: ['room'],
    report: ['room'], new_evening: ['room'], block: ['player'], unblock: ['player'], list: [], ping: [],
};

test('unknown fields, missing fields and wrong types are bad_message, for every type and field', async () => {
    const client = await world.client();
    for (const [type, message] of Object.entries(whole)) {
        for (const extra of ['x', 're', 'Id', 'rooms', 'host']) await client.refused('bad_message', { ...message, [extra]: 1 });
        for (const field of needed[type]) {
            const { [field]: _, ...rest } = message;
            await client.refused('bad_message', rest);
        }
        for (const [field, right] of Object.entries(message)) {
            if (field === 'type') continue;
            for (const wrong of [null, true, 1, 'x', [], {}, [1]]) {
                // Skip values of the right type, whose contents other tests check, and names, which have their own error.
                const alike = typeof wrong === typeof right && Array.isArray(wrong) === Array.isArray(right) && wrong !== null;
                const choice = ['role', 'updates', 'level'].includes(field) && wrong === 'x';
                const mayBeNull = field === 'link' && wrong === null;
                if ((alike && !choice) || field === 'name' || mayBeNull) continue;
                await client.refused('bad_message', { ...message, [field]: wrong });
            }
        }
    }
    for (const clock of [{}, { decision: 1 }, { bank: 1 }, { decision: 1, bank: 1, x: 1 }, { decision: '1', bank: 1 }, { decision: 1, bank: null }])
        await client.refused('bad_message', { type: 'create', game: 'fortyone', clock });
    for (const more of [{ seat: 0 }, { entropy: '' }, { seat: 0, entropy: 'e' }])
        await client.refused('bad_message', { type: 'join', room: 'R', name: 'n', role: 'spectator', ...more });
});

test('a valid message for a room that does not exist is no_such_room', async () => {
    const client = await world.client();
    for (const [type, message] of Object.entries(whole)) {
        if (!message.room) continue;
        await client.refused('no_such_room', message);
        const least = Object.fromEntries(Object.entries(message).filter(([field]) => ['type', ...needed[type]].includes(field)));
        await client.refused('no_such_room', least);
    }
    for (const room of ['', 'r', '😀', 'x'.repeat(1000)]) await client.refused('no_such_room', { type: 'start', room });
});

test('names have 1 to 24 code points, at least one of them visible', async () => {
    const client = await world.client();
    const bad = ['', 'x'.repeat(25), '手'.repeat(25), '😀'.repeat(25), ' ', '   ', '\t', '\n', '\u0000', '\u007f', '\u0085', '\u00a0', '\u3000',
        '\u2003 \u2028', '\u1680', '\u202f\u205f', '\u0001\u001f \u3000'];
    for (const name of bad) await client.refused('bad_name', { type: 'join', room: 'R', name });
    const good = ['x', 'x'.repeat(24), '手'.repeat(24), '😀'.repeat(24), ' x ', '👩‍👩‍👧'];
    for (const name of good) {
        const { room } = await client.create('fortyone');
        const { info } = await client.join(room, name);
        assert.equal(info.seats[0].name, name);
    }
    // Errors in the message are checked before the name.
    await client.refused('bad_message', { type: 'join', room: 'R', name: '', x: 1 });
    await client.refused('bad_message', { type: 'join', room: 'R', name: '', seat: 'x' });
});

test('entropy has up to 128 code points, in join and in rematch', async () => {
    const client = await world.client();
    for (const entropy of ['', 'x'.repeat(128), '手'.repeat(128), '😀'.repeat(128), '\u202e', ' '])  {
        const { room } = await client.create('fortyone');
        await client.join(room, 'a', { entropy });
        await client.refused('not_playing', { type: 'rematch', room, entropy });
    }
    for (const entropy of ['x'.repeat(129), '😀'.repeat(129)]) {
        await client.refused('bad_message', { type: 'join', room: 'R', name: 'a', entropy });
        await client.refused('bad_message', { type: 'rematch', room: 'R', entropy });
    }
});

test('a chat message has 1 to 500 code points and goes to everybody in the room', async () => {
    const { room, host } = await waiting();
    const [watcher, stranger] = await world.several(2);
    await watcher.join(room, 'watcher', { role: 'spectator' });
    await host.take('room');
    for (const text of ['', 'x'.repeat(501), '😀'.repeat(501)]) await host.refused('bad_message', { type: 'chat', room, text });
    for (const text of ['x', '😀'.repeat(500), ' ', 'a\nb']) {
        await host.ask({ type: 'chat', room, text });
        const said = { type: 'chat', room, from: 0, name: 'host', text };
        assert.deepEqual(await host.take('chat'), said);
        assert.deepEqual(await watcher.take('chat'), said);
    }
    await watcher.ask({ type: 'chat', room, text: 'from outside' });
    assert.deepEqual(await watcher.take('chat'), { type: 'chat', room, from: null, name: 'watcher', text: 'from outside' });
    assert.equal((await host.take('chat')).from, null);
    await stranger.refused('not_seated', { type: 'chat', room, text: 'x' });
    await host.quiet(room);
});

test('create refuses unknown games, then invalid seats, options and clocks', async () => {
    const client = await world.client();
    const refused = (code, message) => client.refused(code, { type: 'create', ...message });
    for (const game of ['', 'Fortyone', 'chess', '😀']) await refused('unknown_game', { game, seats: 99, options: { x: 1 }, clock: { decision: -1, bank: 0 } });
    await refused('bad_message', { game: 'chess', x: 1 });
    for (const { id, seats } of world.catalogue) {
        for (let count = -1; count <= 15; count++) if (!seats.values.includes(count)) await refused('bad_options', { game: id, seats: count });
        for (const count of [1e9, -1e300]) await refused('bad_options', { game: id, seats: count });
        await refused('bad_message', { game: id, seats: 2.5 });
        for (const options of [{ x: 1 }, { '': null }]) await refused('bad_options', { game: id, options });
    }
    const wrong = {
        selfish: [{ turns: 'x' }, { turns: null }, { turns: true }, { coming_out: 0 }, { coming_out: 'true' }, { scoring: 'none' }, { selfish_tie: 1 },
            { jokers: 3 }, { jokers: -1 }, { jokers: 0.5 }, { jokers: '1' }, { jokers: false }, { Jokers: 1 }],
        sugekari21: [{ two_player: 'x' }, { exchange: 'left' }, { games: 2 }, { games: 0 }, { games: '3' }, { jokers: true }, { jokers: true, games: 1 },
            { jokers: 1, games: 3 }],
        ttpageone: [{ games: 0 }, { games: 10 }, { games: 1.5 }, { teams: 1 }, { teams: 3 }, { teams: 4 }, { teams: true }],
        twentytwo: [{ variant: 22 }, { variant: '27' }, { decks: 3 }, { decks: 0 }, { max_lead: 0 }, { variant: '22', max_lead: 2 }, { variant: '26', decks: 2 },
            { variant: '26', decks: 1 }, { variant: '26', max_lead: 1 }, { variant: '26', max_lead: 5 }, { follow: 'no' }, { reading: 'free' }, { losing_cards: 'go' }],
    };
    for (const [game, list] of Object.entries(wrong)) for (const options of list) await refused('bad_options', { game, options });
    for (const options of [{ exchange: 'partner' }, { games: 3, exchange: 'partner' }, { games: 3, jokers: true }])
        await refused('bad_options', { game: 'sugekari21', seats: 2, options });
    await refused('bad_options', { game: 'twentytwo', seats: 7, options: { decks: 1 } });
    for (const [seats, teams] of [[3, 2], [5, 2], [3, 3], [4, 3], [5, 3]]) await refused('bad_options', { game: 'ttpageone', seats, options: { teams } });
    for (const clock of [[0, 0], [-1, 5], [5, -1], [86400.5, 0], [0, 86401], [1e300, 1]])
        await refused('bad_options', { game: 'fortyone', clock: { decision: clock[0], bank: clock[1] } });
});

test('create adds the default options, chooses the number of decks, and keeps clock and public', async () => {
    const client = await world.client();
    const complete = async (game, more = {}) => {
        const { room } = await client.create(game, more);
        return (await client.join(room, 'a', { role: 'spectator' })).info;
    };
    const cases = [
        ['fortyone', {}, {}, 2],
        ['selfish', {}, { turns: 'stop', coming_out: false, scoring: 'full', selfish_tie: 'sudden_death', jokers: 0, games: 1 }, 4],
        ['selfish', { options: { jokers: 2 }, seats: 13 }, { turns: 'stop', coming_out: false, scoring: 'full', selfish_tie: 'sudden_death', jokers: 2, games: 1 }, 13],
        ['sugekari21', {}, { two_player: 'redeal', exchange: 'none', games: 1, jokers: false }, 4],
        ['sugekari21', { seats: 2, options: { two_player: 'refill' } }, { two_player: 'refill', exchange: 'none', games: 1, jokers: false }, 2],
        ['sugekari21', { seats: 2, options: { exchange: 'hearts', games: 3 } }, { two_player: 'redeal', exchange: 'hearts', games: 3, jokers: false }, 2],
        ['ttpageone', {}, { games: 1, teams: 0 }, 4],
        ['twentytwo', {}, { variant: '22', decks: 1, follow: 'free', reading: 'usual', losing_cards: 'stay' }, 4],
        ['twentytwo', { seats: 6 }, { variant: '22', decks: 1, follow: 'free', reading: 'usual', losing_cards: 'stay' }, 6],
        ['twentytwo', { seats: 7 }, { variant: '22', decks: 2, follow: 'free', reading: 'usual', losing_cards: 'stay' }, 7],
        ['twentytwo', { options: { variant: '26' } }, { variant: '26', max_lead: 0, follow: 'free', reading: 'usual', losing_cards: 'stay' }, 4],
    ];
    for (const [game, more, options, seats] of cases) {
        const info = await complete(game, more);
        assert.deepEqual([info.options, info.seats.length, info.clock, info.public], [options, seats, null, false]);
    }
    for (const clock of [{ decision: 0.5, bank: 0 }, { decision: 0, bank: 0.25 }, { decision: 86400, bank: 86400 }])
        assert.deepEqual((await complete('fortyone', { clock, public: true })).clock, clock);
});

test('a created room has a commitment and is empty', async () => {
    const client = await world.client();
    const created = await client.create('selfish', { seats: 3, public: true });
    assert.match(created.commitment, /^[0-9a-f]{64}$/);
    const { info } = await client.join(created.room, 'watcher', { role: 'spectator' });
    assert.deepEqual(info, {
        type: 'room',
        room: created.room,
        game: 'selfish',
        options: { turns: 'stop', coming_out: false, scoring: 'full', selfish_tie: 'sudden_death', jokers: 0, games: 1 },
        status: 'waiting',
        seats: [0, 1, 2].map((seat) => ({ seat, name: null, kind: 'empty', connected: false, host: false })),
        spectators: 1,
        public: true,
        clock: null,
        match: 1,
        commitment: created.commitment,
    });
    const other = await client.create('selfish');
    assert.notEqual(other.room, created.room);
    assert.notEqual(other.commitment, created.commitment);
});

test('fixed is refused with any value if the server does not allow it', async () => {
    const client = await world.client();
    const seed = '00'.repeat(32);
    for (const fixed of [{ server_seed: seed, shuffles: [] }, {}, 5, null, 'x', []]) await client.refused('bad_options', { type: 'create', game: 'fortyone', fixed });
    await client.refused('unknown_game', { type: 'create', game: 'x', fixed: {} });
});

test('an invalid fixed deal is bad_options', async (t) => {
    const fixing = await World.start('--allow-fixed');
    t.after(() => fixing.stop());
    const client = await fixing.client();
    const seed = 'ab'.repeat(32);
    const pack = fresh();
    const wrong = [
        5, null, [], 'x', {}, { server_seed: seed }, { shuffles: [] }, { server_seed: seed, shuffles: [], x: 1 }, { server_seed: seed, shuffles: {} },
        { server_seed: seed, shuffles: ['AS'] }, { server_seed: seed, shuffles: [['1S']] }, { server_seed: seed, shuffles: [[null]] },
        { server_seed: 'ab'.repeat(31), shuffles: [] }, { server_seed: 'xx'.repeat(32), shuffles: [] }, { server_seed: '', shuffles: [] },
        { server_seed: 5, shuffles: [] }, { server_seed: seed, shuffles: [[]] }, { server_seed: seed, shuffles: [pack.slice(1)] },
        { server_seed: seed, shuffles: [[...pack.slice(1), pack[1]]] }, { server_seed: seed, shuffles: [[...pack, 'XX']] },
    ];
    for (const fixed of wrong) await client.refused('bad_options', { type: 'create', game: 'fortyone', fixed });
    const packs = [['fortyone', {}, pack], ['selfish', { jokers: 1 }, fresh(1, 1)], ['ttpageone', {}, fresh(1, 1)], ['sugekari21', {}, pack],
        ['sugekari21', { games: 3, jokers: true }, pack], ['twentytwo', {}, pack], ['twentytwo', { decks: 2 }, fresh(2)], ['twentytwo', { variant: '26' }, fresh(2, 4)]];
    for (const [game, options, cards] of packs) {
        await client.create(game, { options, fixed: { server_seed: seed, shuffles: [cards] } });
        await client.refused('bad_options', { type: 'create', game, options, fixed: { server_seed: seed, shuffles: [cards.slice(1)] } });
    }
    const one = await client.create('fortyone', { fixed: { server_seed: seed, shuffles: [] } });
    const two = await client.create('fortyone', { fixed: { server_seed: seed, shuffles: [] } });
    assert.equal(one.commitment, two.commitment);
});

test('errors are checked in the order of the protocol', async () => {
    const { room, host, guest, updates } = await playing();
    const [stranger, watcher] = await world.several(2);
    await watcher.join(room, 'watcher', { role: 'spectator' });
    await watcher.take('update');
    for (const player of [host, guest]) await player.take('room');
    const open = await waiting();
    const token = 'ff'.repeat(16);

    await stranger.refused('bad_name', { type: 'join', room: 'NONE', name: '' });
    await stranger.refused('no_such_room', { type: 'resume', room: 'NONE', token });
    await stranger.refused('no_such_room', { type: 'act', room: 'NONE', decision: 1, action: {} });
    await stranger.refused('bad_token', { type: 'resume', room, token });
    await stranger.refused('bad_token', { type: 'resume', room, token: '' });
    await host.refused('bad_token', { type: 'resume', room, token });

    for (const outsider of [stranger, watcher]) {
        await outsider.refused('not_seated', { type: 'move', room, seat: 99 });
        await outsider.refused('not_seated', { type: 'start', room });
        await outsider.refused('not_seated', { type: 'fill', room, seat: 99 });
        await outsider.refused('not_seated', { type: 'kick', room, seat: 99 });
        await outsider.refused('not_seated', { type: 'rematch', room });
        await outsider.refused('not_seated', { type: 'change', room, game: 'nope' });
        await outsider.refused('not_seated', { type: 'act', room, decision: 1, action: {} });
        await outsider.refused('not_seated', { type: 'act', room: open.room, decision: 1, action: {} });
    }
    await stranger.refused('not_seated', { type: 'leave', room });

    await host.refused('already_joined', { type: 'join', room, name: 'again' });
    await host.refused('already_joined', { type: 'join', room, name: 'again', seat: 99 });
    await host.refused('already_joined', { type: 'join', room, name: 'again', role: 'spectator' });
    await watcher.refused('already_joined', { type: 'join', room, name: 'again', role: 'spectator' });
    await host.refused('already_joined', { type: 'resume', room, token: guest.token });

    await guest.refused('not_host', { type: 'start', room });
    await guest.refused('not_host', { type: 'fill', room, seat: 99 });
    await guest.refused('not_host', { type: 'kick', room, seat: 99 });
    await guest.refused('not_host', { type: 'change', room, game: 'nope' });

    await host.refused('already_playing', { type: 'move', room, seat: 99 });
    await host.refused('already_playing', { type: 'start', room });
    await host.refused('already_playing', { type: 'fill', room });
    await host.refused('already_playing', { type: 'fill', room, seat: 99 });
    await host.refused('already_playing', { type: 'rematch', room });
    await host.refused('already_playing', { type: 'change', room, game: 'nope' });
    await open.host.refused('unknown_game', { type: 'change', room: open.room, game: 'nope', seats: 99 });
    await open.host.refused('bad_options', { type: 'change', room: open.room, seats: 99 });
    await open.host.refused('not_playing', { type: 'act', room: open.room, decision: 1, action: {} });
    await open.host.refused('not_playing', { type: 'rematch', room: open.room });

    for (const seat of [2, -1, 0.5, 1e300, 99]) {
        await stranger.refused('bad_message', { type: 'join', room, name: 'n', seat });
        await stranger.refused('bad_message', { type: 'join', room: open.room, name: 'n', seat });
        await open.host.refused('bad_message', { type: 'fill', room: open.room, seat });
        await open.host.refused('bad_message', { type: 'move', room: open.room, seat });
        await open.host.refused('bad_message', { type: 'kick', room: open.room, seat });
        await host.refused('bad_message', { type: 'kick', room, seat });
    }
    await open.host.refused('bad_message', { type: 'kick', room: open.room, seat: 1 });

    await stranger.refused('room_full', { type: 'join', room, name: 'n' });
    await stranger.refused('room_full', { type: 'join', room, name: 'n', seat: 0 });
    await stranger.refused('seat_taken', { type: 'join', room: open.room, name: 'n', seat: 0 });
    await open.host.refused('seat_taken', { type: 'move', room: open.room, seat: 0 });
    await open.host.refused('seat_taken', { type: 'fill', room: open.room, seat: 0 });
    await open.host.refused('too_few_players', { type: 'start', room: open.room });

    const players = [host, guest];
    const actor = updates.findIndex(({ legal }) => legal);
    const { decision } = updates[actor];
    await players[actor].refused('bad_message', { type: 'act', room, decision: decision + 0.5, action: {} });
    await players[actor].refused('bad_message', { type: 'act', room: 'NONE', decision: 1.5, action: {} });
    for (const other of [decision - 1, decision + 1, -1, 0, 1e300]) {
        await players[actor].refused('stale_decision', { type: 'act', room, decision: other, action: {} });
        await players[actor].refused('stale_decision', { type: 'act', room, decision: other, action: updates[actor].legal[0] });
        await players[1 - actor].refused('stale_decision', { type: 'act', room, decision: other, action: {} });
    }
    const [play] = updates[actor].legal;
    const illegal = [{}, { type: 1 }, { type: 'nope' }, { type: 'pass' }, { type: 'play' }, { ...play, x: 1 }, { ...play, card: 1 }, { ...play, card: null },
        { ...play, card: '1S' }, { ...play, card: [play.card] }, { ...play, card: updates[actor].view.table.starter }, { ...play, optional: [] }, { ...play, id: 1 }];
    for (const action of illegal) await players[actor].refused('illegal_action', { type: 'act', room, decision, action });
    for (const action of [1, null, 'play', [play]]) await players[actor].refused('bad_message', { type: 'act', room, decision, action });
    // A duplicate field in an action is bad_json.
    players[actor].sendText(`{"type":"act","room":"${room}","decision":${decision},"action":{"type":"play","card":"AS","card":"AS"}}`);
    assert.equal((await players[actor].take('error')).code, 'bad_json');
    for (const client of [host, guest, watcher, open.host]) await client.quiet(client === open.host ? open.room : room);
});

test('an act is answered by ok with seq, then the update; sent twice, it is carried out once', async () => {
    const { room, host, guest, updates } = await playing();
    const players = [host, guest];
    const actor = updates.findIndex(({ legal }) => legal);
    const { decision, legal } = updates[actor];
    const act = { type: 'act', room, decision, action: legal[0] };
    players[actor].send({ ...act, id: 1 });
    players[actor].send({ ...act, id: 2 });
    assert.deepEqual(await players[actor].take('ok'), { type: 'ok', re: 1, seq: 2 });
    const update = await players[actor].take('update');
    assert.deepEqual([update.seq, update.room], [2, room]);
    const error = await players[actor].take('error');
    assert.deepEqual([error.re, error.code], [2, 'stale_decision']);
    assert.equal((await players[1 - actor].take('update')).seq, 2);
    for (const player of players) await player.quiet(room);
    // Without an id there is only the update.
    const next = players[1 - actor];
    const reply = (await next.resume(room, next.token)) && (await next.take('update'));
    next.send({ type: 'act', room, decision: reply.decision, action: reply.legal[0] });
    assert.equal((await next.take('update')).seq, 3);
});

test('with updates: "events" only update 1 and the one with resync have a view', async () => {
    const [host, guest, watcher] = await world.several(3);
    const { room } = await host.create('fortyone');
    await watcher.join(room, 'watcher', { role: 'spectator', updates: 'events' });
    await host.join(room, 'host', { updates: 'events' });
    await guest.join(room, 'guest');
    await host.take('room');
    await watcher.takeAll('room', 'room');
    const first = [await host.take('update'), await guest.take('update')];
    assert.ok(first.every(({ view }) => view) && (await watcher.take('update')).view);
    const actor = first.findIndex(({ legal }) => legal);
    await [host, guest][actor].ask({ type: 'act', room, decision: first[actor].decision, action: first[actor].legal[0] });
    const second = [await host.take('update'), await guest.take('update'), await watcher.take('update')];
    assert.deepEqual(second.map((update) => 'view' in update), [false, true, false]);
    assert.deepEqual(second[0].events, second[2].events);
    await host.resume(room, host.token, { updates: 'events' });
    const again = await host.take('update');
    assert.deepEqual([again.resync, again.seq, again.events, 'view' in again], [true, 2, [], true]);
});

test('violations of the WebSocket protocol are answered with the right close code', async () => {
    const { server } = world;
    const text = (payload, more) => frame(opcode.text, payload, more);
    assert.equal(await closeCodeAfter(server, frame(opcode.binary, '{"type":"ping"}')), 1003, 'a binary message');
    assert.equal(await closeCodeAfter(server, text(Buffer.from([0x22, 0xff, 0x22]))), 1007, 'no UTF-8');
    assert.equal(await closeCodeAfter(server, text(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))), 1007, 'a surrogate in UTF-8');
    assert.equal(await closeCodeAfter(server, text(Buffer.from([0x22, 0xc0, 0xaf, 0x22]))), 1007, 'an overlong form');
    assert.equal(await closeCodeAfter(server, text(' '.repeat(16385))), 1009, 'one byte too many');
    const half = ' '.repeat(9000);
    const fragments = Buffer.concat([text(half, { fin: false }), frame(opcode.continuation, half)]);
    assert.equal(await closeCodeAfter(server, fragments), 1009, 'too many bytes in two fragments');
    assert.equal(await closeCodeAfter(server, text('{}', { masked: false })), 1002, 'not masked');
    assert.equal(await closeCodeAfter(server, text('{}', { reserved: 0x40 })), 1002, 'a reserved bit');
    assert.equal(await closeCodeAfter(server, frame(3, '{}')), 1002, 'a reserved opcode');
    assert.equal(await closeCodeAfter(server, frame(opcode.continuation, '{}')), 1002, 'a continuation of nothing');
    assert.equal(await closeCodeAfter(server, frame(opcode.ping, 'x', { fin: false })), 1002, 'a control frame in fragments');
});

test('a message of 16 KiB is accepted, also in fragments', async () => {
    const client = await world.client();
    const ping = '{"type":"ping","id":1}';
    client.sendText(ping.padEnd(16384));
    assert.equal((await client.take('pong')).re, 1);
    client.socket.send(ping.padEnd(8000), { fin: false });
    client.socket.send(' '.repeat(16384 - 8000), { fin: true });
    assert.equal((await client.take('pong')).re, 1);
    assert.equal(await client.close().then(({ code }) => code), 1000);
});
