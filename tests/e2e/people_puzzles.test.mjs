// Puzzles from finished public matches, at either store.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from './support/until.mjs';
import { Site } from './support/people.mjs';

const game = 'fortyone';
let site;
/** Those that come with the server. */
let shipped;
before(async () => {
    site = await Site.start('puzzles', '--bot-think', '20', '--http-rate', '100000');
    shipped = (await ask(`?game=${game}`)).json.puzzles;
});
after(() => site.stop());

const ask = async (path, method = 'GET', body = undefined) => await site.ask(method, `/api/puzzles${path}`, { body });
const list = async () => (await ask(`?game=${game}`)).json.puzzles.filter((id) => !shipped.includes(id));

/** Plays until there is a puzzle: the ids. */
async function found(fields, matches = 10) {
    const [one, other] = [await site.make(), await site.make()];
    const rooms = [];
    for (let tries = 0; tries < matches; ++tries) {
        rooms.push((await site.match(one, other, fields)).room);
        // An analysis of it waits for the same threads, so that what was to be found is found soon after.
        const path = `/api/rooms/${rooms.at(-1)}/matches/1/analysis`;
        await until(async () => (await site.ask('GET', path)).status === 200, 'the analysis');
        if ((await list()).length > 0) break;
    }
    return { rooms, ids: await list() };
}

test('private matches give no puzzle, public ones do; it is what the seat saw, and is answered at once', async () => {
    for (const fields of [{}, { public: false }]) assert.deepEqual((await found(fields, 3)).ids, []);
    const { rooms, ids } = await found({ public: true });
    assert.ok(ids.length > 0, 'a puzzle in ten matches');
    for (const id of ids) {
        const shown = await ask(`/${id}`);
        assert.deepEqual(Object.keys(shown.json), ['id', 'game', 'options', 'seats', 'seat', 'view', 'legal']);
        for (const room of rooms) assert.ok(!shown.text.includes(room), 'its match is not told');
        const { view, legal, seat } = shown.json;
        assert.equal(view.seat, seat);
        assert.ok(view.to_act.includes(seat) && legal.length > 0);
        for (const [other, hand] of view.hands.entries()) if (other !== seat) assert.ok(hand.every((card) => card === null));

        assert.equal((await ask(`/${id}`, 'POST', { action: { type: 'play', card: 'XX' } })).status, 400, 'not allowed');
        const { best, others } = (await ask(`/${id}`, 'POST', { action: legal[0] })).json;
        assert.ok(others.length > 0 && best.value - others[0].value >= 0.199);
        const right = (await ask(`/${id}`, 'POST', { action: best.action })).json;
        assert.deepEqual([right.right, right.value], [true, best.value]);
        const other = (await ask(`/${id}`, 'POST', { action: others[0].action })).json;
        assert.deepEqual([other.right, other.value], [false, others[0].value]);

        // It is a moment of that match.
        const { room, match, actions } = right;
        assert.ok(rooms.includes(room));
        const path = `/api/rooms/${room}/matches/${match}`;
        const { updates } = (await site.ask('GET', `${path}/updates?seat=${seat}`)).json;
        assert.deepEqual([updates[actions].view, updates[actions].legal], [view, legal]);
        const maker = await site.seat((await site.make()).secret);
        await maker.ask({ type: 'create', game, from: { room, match, actions } }, 'created');
        maker.close();
    }
    await site.kill();
    // The server may have found more meanwhile.
    const kept = await list();
    assert.deepEqual(ids.filter((id) => !kept.includes(id)), [], 'also after a kill');
});
