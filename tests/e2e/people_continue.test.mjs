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

test('one goes back in a match against a bot: the old room is gone after a kill, the new one goes on', async () => {
    const one = await site.make();
    const maker = await site.seat(one.secret);
    const { room: source } = await maker.ask({ type: 'create', game: 'fortyone', bots: [null, 'easy'] }, 'created');
    await maker.ask({ type: 'join', room: source, name: 'One' }, 'joined');
    const first = await maker.take('update');
    const { seq, decision, legal } = first.legal ? first : await maker.take((message) => message.legal);
    maker.send({ type: 'act', room: source, decision, action: legal[0] });
    await maker.take((message) => message.seq > seq);
    const from = { room: source, match: 1, actions: 0 };
    const { room } = await maker.ask({ type: 'create', game: 'fortyone', from, bots: [null, 'easy'] }, 'created');
    assert.equal((await maker.take('closed')).room, source);
    await site.kill();
    assert.equal((await site.ask('GET', `/api/rooms/${source}`)).status, 404);
    const back = await site.seat(one.secret);
    await back.ask({ type: 'join', room, name: 'One' }, 'joined');
    const { view, events } = await back.take('update');
    assert.deepEqual([view, events], [first.view, [{ type: 'continued', ...from }]]);
});
