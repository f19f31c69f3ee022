// Players over time: a clock that jumps, and a server that is killed after each answer.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Clock, day } from './support/boards.mjs';
import { Site } from './support/people.mjs';
import { until } from './support/until.mjs';

const clock = new Clock();
const begin = clock.now;
/** The server's wall clock is so many seconds ahead of the first moment. */
const jump = (seconds) => clock.set(begin + seconds);
let site;
before(async () => {
    site = new Site('people-time', ['--retention', '36500', '--http-rate', '100000']);
    site.command = clock.command();
    await site.run();
});
after(async () => {
    await site.stop();
    clock.remove();
});

const status = async (...all) => (await site.ask(...all)).status;
async function exists({ id }) {
    const found = await status('GET', `/api/players/${id}`);
    assert.ok([200, 404].includes(found), `${found}`);
    return found === 200;
}

test('a code of a link is good for 120 seconds, one for recovery for good', async () => {
    jump(0);
    const { secret } = await site.make();
    const [first, recovery] = [await site.code('link', secret), await site.code('recovery', secret)];
    jump(60);
    assert.equal(await status('POST', '/api/me/recover', { body: { code: first, secret: true } }), 200);
    const second = await site.code('link', secret);
    jump(60 + 122);
    assert.equal(await status('POST', '/api/me/recover', { body: { code: second } }), 403);
    jump(80 * day);
    assert.equal(await status('POST', '/api/me/recover', { body: { code: recovery, secret: true } }), 200);
});

test('a player without a result and without a connection is deleted after 90 days', async () => {
    jump(0);
    const early = await site.make();
    jump(2 * day);
    const [unused, seen, one, other] = [await site.make(), await site.make(), await site.make(), await site.make()];
    const { seats } = await site.match(one, other);
    const waits = await site.seat(unused.secret);
    const { room } = await waits.ask({ type: 'create', game: 'fortyone', public: true }, 'created');
    await waits.ask({ type: 'join', room, name: 'Unused' }, 'joined');
    for (const seat of [...seats, waits]) seat.close();
    jump(60 * day);
    (await site.seat(seen.secret)).close();
    // Answered after the visit was written down.
    await site.ask('GET', '/api/me', { secret: seen.secret });
    // It looks each hour, and soon after the start.
    jump(91 * day);
    await site.kill();
    await until(async () => !(await exists(early)), 'the end of who came 91 days ago');
    assert.ok(await exists(unused), 'after 89 days it is there');
    jump(93 * day);
    await site.kill();
    await until(async () => !(await exists(unused)), 'its end after 91 days');
    assert.equal(await status('GET', '/api/me', { secret: unused.secret }), 401);
    for (const kept of [seen, one, other]) assert.ok(await exists(kept));
    await until(async () => !(await site.ask('GET', `/api/rooms/${room}`)).text.includes(unused.id), 'its seat to be left');
    jump(0);
});

test('whatever was answered for is still so after kill -9', async () => {
    await site.kill();
    const one = await site.make({ name: 'Survivor' });
    const whoIs = async (secret) => (await site.ask('GET', '/api/me', { secret })).json.id;
    const recover = (code) => site.ask('POST', '/api/me/recover', { body: { code, secret: true } });
    const link = await site.code('link', one.secret);
    const replaced = await site.code('recovery', one.secret), recovery = await site.code('recovery', one.secret);
    await site.ask('PATCH', '/api/me', { body: { name: 'Renamed' }, secret: one.secret });
    await site.kill();
    for (const path of ['/api/me', `/api/players/${one.id}`]) assert.equal((await site.ask('GET', path, { secret: one.secret })).json.name, 'Renamed');
    assert.deepEqual([(await recover(replaced)).status, (await recover(recovery)).status], [403, 200]);
    const second = (await recover(link)).json.secret;
    await site.kill();
    assert.equal(await whoIs(second), one.id);
    assert.equal((await recover(link)).status, 403, 'good once');

    const { seats, room } = await site.match(one, await site.make());
    for (const seat of seats) seat.close();
    await site.ask('POST', '/api/me/revoke', { secret: one.secret });
    await site.kill();
    assert.equal(await status('GET', '/api/me', { secret: second }), 401);
    assert.equal(await whoIs(one.secret), one.id);
    const { finished } = await site.games(one.secret);
    assert.deepEqual(finished.map((result) => [result.room, result.match]), [[room, 1]]);
    assert.equal((await site.ask('GET', `/api/players/${one.id}`)).json.games.fortyone.played, 1);

    await site.ask('DELETE', '/api/me', { secret: one.secret });
    await site.kill();
    assert.equal(await status('GET', '/api/me', { secret: one.secret }), 401);
    assert.equal(await exists(one), false);
    const replay = (await site.ask('GET', `/api/rooms/${room}/matches/1`)).json;
    assert.deepEqual([replay.players[0], replay.names[0]], [null, '\u2013']);
});

test('each secret and code was told once, and is nowhere else', async () => {
    assert.ok((await site.searchSecrets()).secrets > 10);
});
