// What the server remembers of clients and matches is bounded.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pause } from '../e2e/support/until.mjs';
import { is_long, Player, report, Siege } from './siege.mjs';

const addresses = (from, count) => Array.from({ length: count }, (_, i) => `127.0.1.${from + i}`);

test('a connection remembers no rooms in which it takes no part', async (context) => {
    const siege = await Siege.lay(context);
    const rooms = [];
    const maker = await Player.connect(siege.port);
    for (let i = 0; i < 600; i++) {
        rooms.push((await maker.ask({ type: 'create', game: 'fortyone' }, 'created')).room);
        if (i % 5 === 0) await pause(40);
    }
    const connections = is_long ? 300 : 75;
    // What so many connections need themselves.
    await siege.attack('named', { addresses: addresses(1, 2), connections, rooms: rooms.slice(0, 20) });
    const before = siege.memory();
    const { answers } = await siege.attack('named', { addresses: addresses(3, 2), connections, rooms });
    const each = (siege.memory() - before) * 2 ** 20 / answers;
    await siege.play();
    report(`${2 * connections} connections name 600 rooms`, { answers, 'bytes more for each': each });
    assert.equal(answers, 2 * connections * rooms.length);
    // The connections have some 25 bytes for each name; a name that were remembered would have 173.
    assert.ok(each < 90, `${each} bytes`);
});

test('the actions of all matches in memory have a bound, also at the start', async (context) => {
    const siege = await Siege.lay(context, '--max-match-bytes', `${2 ** 18}`);
    const player = await Player.connect(siege.port);
    const rooms = [];
    let refused;
    for (let i = 0; i < 100 && !refused; i++) {
        const id = `c${i}`;
        player.send({ type: 'create', id, game: 'ttpageone', seats: 6, options: { games: 9 }, bots: Array(6).fill('easy') });
        const reply = await player.next(({ re }) => re === id);
        if (reply.type === 'error') {
            refused = reply.code;
            break;
        }
        rooms.push(reply.room);
        player.send({ type: 'join', room: reply.room, name: 'n', role: 'spectator', updates: 'events' });
        await player.next(({ room, status }) => room === reply.room && status === 'finished');
    }
    assert.equal(refused, 'server_full');
    await siege.server.stop();
    await siege.start();
    report(`${rooms.length} long matches, 256 KiB of them in memory`, { MiB: siege.memory() });
    assert.equal((await siege.server.get(`/api/rooms/${rooms[0]}/matches/1`)).status, 200);
});
