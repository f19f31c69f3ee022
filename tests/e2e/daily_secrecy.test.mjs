// Two worlds, across rooms: whatever anybody but a board's player receives before it opens does not depend on its secret. In two
// servers with different secrets a player plays the board; what all others are told is the same, byte for byte, but for the
// board's commitment, codes of rooms and ids of players.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { database } from './support/people.mjs';
import { BoardSite, Clock } from './support/boards.mjs';

const games = ['fortyone', 'selfish', 'sugekari21', 'ttpageone', 'twentytwo'];
// One database would have one secret.
const skip = database ? 'one database has one secret' : false;
let clock, worlds;

before(async () => {
    if (skip) return;
    clock = new Clock();
    worlds = [await BoardSite.start('one', clock), await BoardSite.start('other', clock)];
});
after(async () => {
    if (skip) return;
    for (const world of worlds) await world.stop();
    clock.remove();
});

/** All that others are told of a room and its player, without what always differs. */
async function told(world, { player, other, room, own }) {
    const { json: today } = await world.get('/api/daily');
    const date = today.date;
    const texts = [];
    const paths = [`/api/rooms/${room}`, ...['', '/updates', '/updates?seat=0', '/updates?seat=1', '/analysis'].map((what) => `/api/rooms/${room}/matches/1${what}`),
        `/api/rooms/${room}/matches/2`, `/room/${room}`, `/replay/${room}/1`, `/api/players/${player.id}`, `/api/players/${player.id}/results`, '/api/rooms',
        '/api/daily', ...games.map((game) => `/api/daily/${date}/${game}`)];
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
    for (const { commitment, game } of today.boards) all = all.replaceAll(commitment, `COMMITMENT of ${game}`);
    return all;
}

for (const game of games)
    test(`others learn the same of two boards of ${game} that differ in their secrets`, { skip }, async () => {
        const seen = await Promise.all(worlds.map(async (world) => {
            const [player, other] = [await world.make({ name: 'Player' }), await world.make({ name: 'Other' })];
            const stages = [];
            const seat = await world.seat(player.secret);
            const { room } = await seat.ask({ type: 'create', game, daily: true }, 'created');
            const own = [[world.server.url, 'URL']];
            stages.push(await told(world, { player, other, room, own }));
            await seat.ask({ type: 'join', room, name: 'Me' }, 'joined');
            const first = await seat.take('update');
            stages.push(await told(world, { player, other, room, own }));
            seat.got.unshift(first);
            await seat.play();
            stages.push(await told(world, { player, other, room, own }));
            seat.close();
            return { stages, commitment: (await world.today()).boards.find((board) => board.game === game).commitment };
        }));
        assert.notEqual(seen[0].commitment, seen[1].commitment, 'the secrets differ');
        for (const [stage, text] of seen[0].stages.entries())
            assert.deepEqual(text.split('\n'), seen[1].stages[stage].split('\n'), `${['made', 'begun', 'finished'][stage]}`);
    });
