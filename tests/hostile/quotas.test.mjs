// What an address may do in a day, and what may be stored in all.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pause, until } from '../e2e/support/until.mjs';
import { Player, report, Siege } from './siege.mjs';

test('an address that has used up its rooms or its actions of the day waits, and another does not', async (context) => {
    const siege = await Siege.lay(context, '--rooms-per-day', '5', '--actions-per-day', '200', '--message-rate', '100000');
    const player = await Player.connect(siege.port);
    const rooms = [];
    for (let i = 0; i < 5; i++) rooms.push((await player.ask({ type: 'create', game: 'fortyone' }, 'created')).room);
    await player.ask({ type: 'create', game: 'fortyone' }, 'too_many_rooms');
    const again = await Player.connect(siege.port);
    await again.ask({ type: 'create', game: 'fortyone' }, 'too_many_rooms');
    await player.ask({ type: 'join', room: rooms[0], name: 'n' }, 'joined');
    const act = { type: 'act', room: rooms[0], decision: 1, action: {} };
    let limited;
    for (let i = 0; i < 230 && !limited; i++) {
        player.send({ ...act, id: `a${i}` });
        const reply = await player.next(({ re }) => re === `a${i}`);
        if (reply.code === 'rate_limited') limited = reply;
    }
    assert.ok(limited?.details.retry_after_ms > 0);
    const other = await Player.connect(siege.port, '127.0.0.8');
    const { room } = await other.ask({ type: 'create', game: 'fortyone' }, 'created');
    await other.ask({ type: 'join', room, name: 'n' }, 'joined');
    await other.ask({ ...act, room }, 'not_playing');
});

test('who starts a match pays for what its bots do, and not who made the room', async (context) => {
    const siege = await Siege.lay(context, '--actions-per-day', '250');
    const maker = await Player.connect(siege.port);
    const { room } = await maker.ask({ type: 'create', game: 'ttpageone', seats: 6, options: { games: 9 } }, 'created');
    const stranger = await Player.connect(siege.port, '127.0.1.1');
    const { token } = await stranger.ask({ type: 'join', room, name: 'n' }, 'joined');
    for (let seat = 1; seat < 6; seat++) await stranger.ask({ type: 'fill', room, level: 'easy' });
    await stranger.ask({ type: 'leave', room });
    await maker.ask({ type: 'join', room, name: 'm', role: 'spectator', updates: 'events' }, 'joined');
    await maker.next(({ status }) => status === 'finished');
    const actions = await siege.figure('tefuda_actions_total');
    report('bots in the room of somebody else', { actions });
    assert.ok(actions > 250);
    const again = await Player.connect(siege.port, '127.0.1.1');
    await again.ask({ type: 'resume', room, token }, 'rate_limited');
    await maker.ask({ type: 'join', room, name: 'm' }, 'room_full');
});

test('beyond --max-disk the oldest finished matches go early, and the log says so', async (context) => {
    const siege = await Siege.lay(context);
    /** Has bots play so many matches, all at once, and stops the server. Resolves to their rooms. */
    const play = async (count) => {
        const player = await Player.connect(siege.port);
        const rooms = [];
        for (let i = 0; i < count; i++) {
            const { room } = await player.ask({ type: 'create', game: 'ttpageone', seats: 6, options: { games: 9 }, bots: Array(6).fill('easy') }, 'created');
            rooms.push(room);
        }
        for (const room of rooms) player.send({ type: 'join', room, name: 'n', role: 'spectator', updates: 'events' });
        const on = new Set(rooms);
        while (on.size) on.delete((await player.next(({ status }) => status === 'finished')).room);
        player.close();
        assert.equal(await siege.server.stop(), 0);
        return rooms;
    };
    // The server folds its journal when it stops; a match has ended in the second in which it was folded.
    const [oldest] = await play(1);
    await pause(1100);
    await siege.start();
    // How long such matches are is chance, so it goes by what they take.
    do await play(15), await siege.start();
    while (statSync(join(siege.folder, 'rooms.sqlite')).size < 1.5 * 2 ** 20);
    const [newest] = await play(1);
    const size = () => readdirSync(siege.folder).reduce((sum, file) => sum + statSync(join(siege.folder, file)).size, 0) / 2 ** 20;
    const before = size();
    siege.flags.push('--max-disk', '1');
    await siege.start();
    await until(() => /oldest finished matches/.test(siege.server.log), 'the line of the log');
    // The rooms are removed just after the line.
    const statusOf = async (room) => (await siege.server.get(`/api/rooms/${room}/matches/1`)).status;
    await until(async () => (await statusOf(oldest)) === 404, 'the end of the oldest');
    assert.equal(await statusOf(newest), 200, 'the newest is there');
    report('long matches, then --max-disk 1', { 'MiB on disk before': before, 'MiB on disk after': size() });
});
