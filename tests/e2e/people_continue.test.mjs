// Continuing a match from a moment of a finished one, at either store and over kills of the server.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { checkReplay } from './support/chance.mjs';
import { Random } from './support/random.mjs';
import { Site } from './support/people.mjs';

let site;
before(async () => (site = await Site.start('continue')));
after(() => site.stop());

const replayOf = async (room, match = 1) => (await site.ask('GET', `/api/rooms/${room}/matches/${match}`)).json;

test('a match goes on after kills of the server, and its replay is whole', async () => {
    const [one, other] = [await site.make(), await site.make()];
    const { room: source } = await site.match(one, other);
    const played = await replayOf(source);
    const actions = Math.floor(played.actions.length / 2);

    const maker = await site.seat(one.secret);
    const { room, commitment } = await maker.ask({ type: 'create', game: 'fortyone', from: { room: source, match: 1, actions } }, 'created');
    assert.equal(commitment, played.commitment);
    const { token } = await maker.ask({ type: 'join', room, name: 'One' }, 'joined');
    await site.kill(); // before it has begun
    const back = await site.seat(one.secret);
    await back.ask({ type: 'resume', room, token }, 'joined');
    back.send({ type: 'fill', room, level: 'normal' });
    const first = await back.take('update');
    assert.deepEqual(first.events, [{ type: 'continued', room: source, match: 1, actions }]);
    const there = (await site.ask('GET', `/api/rooms/${source}/matches/1/updates?seat=0`)).json.updates[actions];
    assert.deepEqual(first.view, there.view);

    await site.kill(); // while it is played
    const again = await site.seat(one.secret);
    again.token = token;
    again.send({ type: 'resume', room, token });
    await again.play(new Random(3));
    const replay = await replayOf(room);
    assert.deepEqual(replay.from, { room: source, match: 1, actions });
    assert.deepEqual(replay.actions.slice(0, actions), played.actions.slice(0, actions));
    assert.ok(replay.actions.length > actions);
    assert.deepEqual([replay.server_seed, replay.entropy], [played.server_seed, played.entropy]);
    checkReplay(replay);
    const { updates } = (await site.ask('GET', `/api/rooms/${room}/matches/1/updates`)).json;
    assert.equal(updates.length, replay.actions.length + 1, 'its updates are whole, too');

    const results = (await site.results(one.id)).results.map((result) => result.room);
    assert.deepEqual(results, [source], 'it has no result');
});
