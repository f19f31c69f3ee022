// GET /metrics: its format, and its values after known actions.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Match } from './support/match.mjs';
import { readMetrics } from './support/metrics.mjs';
import { Random } from './support/random.mjs';
import { until } from './support/until.mjs';
import { World } from './support/world.mjs';

let world;
before(async () => (world = await World.start()));
after(() => world.stop());

async function metrics() {
    const { status, type, text } = await world.server.get('/metrics');
    assert.equal(status, 200);
    assert.equal(type, 'text/plain; version=0.0.4; charset=utf-8');
    return readMetrics(text);
}

/** The changes of the counters and gauges with this name since `before`, by label. */
function changes(now, before, name) {
    const changed = [...now.values].filter(([key, value]) => key.split('{')[0] === name && value !== before.values.get(key));
    return Object.fromEntries(changed.map(([key, value]) => [key.slice(name.length), value - before.values.get(key)]));
}

test('the format, types and initial values', async () => {
    const { values, types } = await metrics();
    for (const [name, type] of [
        ['tefuda_connections', 'gauge'], ['tefuda_websockets', 'gauge'], ['tefuda_connections_accepted_total', 'counter'],
        ['tefuda_rooms', 'gauge'], ['tefuda_actions_total', 'counter'], ['tefuda_action_to_update_seconds', 'histogram'],
        ['tefuda_bot_seconds', 'histogram'], ['tefuda_journal_commit_seconds', 'histogram'], ['tefuda_journal_batch', 'histogram'], ['tefuda_journal_queue', 'gauge'],
        ['process_start_time_seconds', 'gauge'], ['process_cpu_seconds_total', 'counter'],
    ]) assert.equal(types.get(name), type, name);
    const build = [...values.keys()].find((key) => key.startsWith('tefuda_build_info{'));
    assert.ok(build.includes(`version="${world.server.version}"`), build);
    for (const { id } of world.catalogue)
        for (const status of ['waiting', 'playing', 'finished']) assert.equal(values.get(`tefuda_rooms{game="${id}",status="${status}"}`), 0);
});

test('metrics about the process', async () => {
    const { values } = await metrics();
    const age = Date.now() / 1000 - values.get('process_start_time_seconds');
    assert.ok(age > -2 && age < 600, `${age} s old`);
    assert.ok(values.get('process_resident_memory_bytes') > 1e6);
    assert.ok(values.get('process_virtual_memory_bytes') >= values.get('process_resident_memory_bytes'));
    assert.ok(values.get('process_open_fds') > 3 && values.get('process_open_fds') <= values.get('process_max_fds'));
    assert.ok(values.get('process_threads') >= 2);
});

test('a match changes the metrics of rooms, actions, messages, bytes and delays', async () => {
    const start = await metrics();
    const match = await Match.open(world, { game: 'fortyone', seats: 2 });
    const during = await metrics();
    assert.deepEqual(changes(during, start, 'tefuda_rooms'), { '{game="fortyone",status="playing"}': 1 });
    assert.deepEqual(changes(during, start, 'tefuda_websockets'), { '': 3 });
    assert.deepEqual(changes(during, start, 'tefuda_matches_begun_total'), { '{game="fortyone"}': 1 });
    assert.deepEqual(changes(during, start, 'tefuda_matches_ended_total'), {});

    const [{ client, last }] = match.players.filter((player) => player.last.legal);
    await client.refused('stale_decision', { type: 'act', room: match.room, decision: last.decision + 1, action: {} });
    await client.refused('illegal_action', { type: 'act', room: match.room, decision: last.decision, action: { type: 'cheat' } });
    await match.play(new Random(3));
    const end = await metrics();
    const actions = match.replay.actions.length;
    const label = (result) => `{game="fortyone",actor="client",result="${result}"}`;
    assert.deepEqual(changes(end, start, 'tefuda_actions_total'), { [label('accepted')]: actions, [label('stale')]: 1, [label('illegal')]: 1 });
    assert.deepEqual(changes(end, start, 'tefuda_errors_total'), { '{code="stale_decision"}': 1, '{code="illegal_action"}': 1 });
    assert.deepEqual(changes(end, start, 'tefuda_action_to_update_seconds_count'), { '': actions });
    assert.ok(changes(end, start, 'tefuda_action_to_update_seconds_sum')[''] < 60);
    assert.deepEqual(changes(end, start, 'tefuda_rooms'), { '{game="fortyone",status="finished"}': 1 });
    assert.deepEqual(changes(end, start, 'tefuda_matches_ended_total'), { '{game="fortyone"}': 1 });
    assert.deepEqual(changes(end, start, 'tefuda_limits_hit_total'), {});

    const clients = match.observers.map((observer) => observer.client);
    const received = clients.flatMap((one) => one.raw);
    const sent = clients.flatMap((one) => [...one.sent.values()]);
    assert.deepEqual(changes(end, start, 'tefuda_messages_sent_total'), { '': received.length });
    assert.deepEqual(changes(end, start, 'tefuda_messages_received_total'), { '': sent.length });
    const bytes = (texts) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    assert.deepEqual(changes(end, start, 'tefuda_sent_bytes_total'), { '': bytes(received) });
    assert.deepEqual(changes(end, start, 'tefuda_received_bytes_total'), { '': bytes(sent) });
    match.close();
});

test('the actions of bots are counted separately', async () => {
    const start = await metrics();
    const client = await world.client();
    const { room } = await client.create('fortyone');
    await client.join(room, 'watcher', { role: 'spectator' });
    const host = await world.client();
    await host.join(room, 'host');
    await host.ask({ type: 'fill', room });
    // The host leaves, so that two bots play the match to its end.
    host.send({ type: 'leave', room });
    while ((await client.next()).status !== 'finished');
    const end = await metrics();
    const { actions } = await world.replay(room);
    assert.equal(changes(end, start, 'tefuda_actions_total')['{game="fortyone",actor="bot",result="accepted"}'], actions.length);
    assert.equal(changes(end, start, 'tefuda_actions_total')['{game="fortyone",actor="bot",result="illegal"}'], undefined);
    assert.equal(changes(end, start, 'tefuda_actions_total')['{game="fortyone",actor="client",result="accepted"}'], undefined);
    assert.deepEqual(changes(end, start, 'tefuda_action_to_update_seconds_count'), {});
});

test('errors that do not come from a room are counted, too', async () => {
    const start = await metrics();
    const client = await world.client();
    for (const [code, message] of [
        ['unknown_type', { type: 'shuffle' }], ['bad_message', { type: 'ping', x: 1 }], ['unknown_game', { type: 'create', game: 'chess' }],
        ['no_such_room', { type: 'leave', room: 'NOROOM22' }], ['unknown_type', { type: 'cheat' }],
    ]) await client.refused(code, message);
    const errors = { '{code="unknown_type"}': 2, '{code="bad_message"}': 1, '{code="unknown_game"}': 1, '{code="no_such_room"}': 1 };
    assert.deepEqual(changes(await metrics(), start, 'tefuda_errors_total'), errors);
});

test('a connection that ends is no longer counted as open', async () => {
    const client = await world.client();
    const start = await metrics();
    await client.close();
    // The server updates the gauge some time after it has answered the close frame.
    const now = await until(async () => {
        const all = await metrics();
        return all.values.get('tefuda_websockets') !== start.values.get('tefuda_websockets') && all;
    }, 'the end of the connection');
    assert.deepEqual(changes(now, start, 'tefuda_websockets'), { '': -1 });
    assert.deepEqual(changes(now, start, 'tefuda_connections_refused_total'), {});
});
