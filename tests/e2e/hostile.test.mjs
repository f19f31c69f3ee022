// Hostile and broken clients must not affect a match that is played at the same time.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Match } from './support/match.mjs';
import { pick } from './support/picker.mjs';
import { Random } from './support/random.mjs';
import { answerTo, closeCodeAfter, frame, handshake, opcode } from './support/raw_socket.mjs';
import { hostileMessages } from './support/hostile_messages.mjs';
import { World } from './support/world.mjs';

let world;
before(async () => (world = await World.start('--allow-fixed', '--no-limits')));
after(() => world.stop());

/** Plays the same match each time, with a fixed deal and the same random choices. One attack runs at the same time as each
 *  action. Returns the match's replay without the parts that are always different. */
async function playBeside(attacks) {
    const match = await Match.open(world, { game: 'ttpageone', seats: 4, fixed: { server_seed: 'ab'.repeat(32), shuffles: [] } });
    const random = new Random(7);
    const step = async () => {
        if (match.over) return;
        const player = match.someSeat(random);
        await match.act(player.seat, pick(player.last.legal, random));
    };
    for (const attack of attacks) await Promise.all([attack(), step()]);
    await match.play(random);
    match.close();
    const { room, actions, ...rest } = match.replay;
    return { ...rest, actions: actions.map(({ seat, action }) => ({ seat, action })) };
}

test('a match goes on as alone beside broken handshakes, frames and messages', async () => {
    const { head, fields, key } = handshake;
    const client = await world.client();
    const answered = (bytes, status) => async () => {
        const answer = await answerTo(world.server, bytes);
        assert.equal(answer.status, status);
        assert.match(JSON.parse(answer.body).message, /\S/);
    };
    const closed = (bytes, code) => async () => assert.equal(await closeCodeAfter(world.server, bytes), code);
    const refused = (text, code) => async () => {
        client.sendText(text);
        assert.equal((await client.take('error')).code, code);
    };
    const attacks = [
        answered(`GET /ws HTTP/1.1\r\n${fields}${key}\r\n`, 400),
        answered(`${head}${fields.replace('13', '14')}${key}\r\n`, 426),
        answered(`${head}X: ${'x'.repeat(9000)}\r\n${fields}${key}\r\n`, 431),
        answered('GET /../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n', 404),
        closed(frame(opcode.ping, 'x', { fin: false }), 1002),
        closed(frame(opcode.text, '{}', { masked: false }), 1002),
        closed(frame(opcode.binary, '{"type":"ping"}'), 1003),
        closed(frame(opcode.text, Buffer.from([0x22, 0xff, 0x22])), 1007),
        closed(frame(opcode.text, ' '.repeat(16385)), 1009),
        refused('['.repeat(16000), 'bad_json'),
        refused(`{"type":"list","x":${'['.repeat(8000)}${']'.repeat(8000)}}`, 'bad_message'),
        refused(`{"type":"create","game":"selfish","options":${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}}`, 'bad_options'),
    ];
    assert.deepEqual(await playBeside(attacks), await playBeside([]));
});

test('every message of /asyncapi.json with a missing field, a wrong type or an additional field is refused', async () => {
    const client = await world.client();
    let tried = 0;
    for (const { message, code, why } of hostileMessages(world.asyncapi)) {
        await client.refused(code, message).catch((error) => assert.fail(`${why}: ${error.message}`));
        tried++;
    }
    assert.ok(tried > 400, `${tried} messages`);
});

/** A room of Selfish with three seats in the given state, and a client for each role: stranger, replaced, watcher, guest, host. */
async function table(state) {
    const [host, guest, third, watcher, stranger, replaced] = await world.several(6);
    const { room } = await host.create('selfish', { seats: 3 });
    const everybody = [host, guest, third, watcher];
    await host.join(room, 'host');
    await replaced.join(room, 'guest');
    const { token } = replaced;
    await guest.resume(room, token);
    await watcher.join(room, 'watcher', { role: 'spectator' });
    if (state !== 'waiting') await third.join(room, 'third');
    if (state === 'finished') {
        const random = new Random(3);
        const latest = new Map();
        for (let over = false; !over; ) {
            for (const client of everybody) for (const message of await client.rest(room)) if (message.type === 'update') latest.set(client, message);
            over = latest.get(watcher).view.result !== null;
            const actor = everybody.find((client) => latest.get(client).legal);
            if (!over) await actor.ask({ type: 'act', room, decision: latest.get(actor).decision, action: pick(latest.get(actor).legal, random) });
        }
    }
    for (const client of [...everybody, replaced]) await client.rest(room);
    return { room, token, people: { stranger, replaced, watcher, guest, host }, everybody };
}

// For each message, in each state of the room (waiting, playing, finished): the expected codes for a stranger (or a client
// that has lost its seat), a watcher, a guest and the host. '-': the message is accepted; other tests cover it.
const no = 'not_seated', joined = 'already_joined', notHost = 'not_host', full = 'room_full', on = 'already_playing', off = 'not_playing';
const bad = 'bad_message', taken = 'seat_taken', stale = 'stale_decision', none = 'no_advice', token = 'bad_token';
const codes = [
    [{ type: 'join', name: 'n' }, ['-', '-', joined, joined], [full, full, joined, joined], [full, full, joined, joined]],
    [{ type: 'join', name: 'n', seat: 0 }, [taken, taken, joined, joined], [full, full, joined, joined], [full, full, joined, joined]],
    [{ type: 'join', name: 'n', seat: 99 }, [bad, bad, joined, joined], [bad, bad, joined, joined], [bad, bad, joined, joined]],
    [{ type: 'join', name: 'n', role: 'spectator' }, ['-', joined, joined, joined], ['-', joined, joined, joined], ['-', joined, joined, joined]],
    [{ type: 'resume', token: 'guessed' }, [token, token, token, token], [token, token, token, token], [token, token, token, token]],
    [{ type: 'resume', token: '$guest' }, ['-', '-', '-', joined], ['-', '-', '-', joined], ['-', '-', '-', joined]],
    [{ type: 'leave' }, [no, '-', '-', '-'], [no, '-', '-', '-'], [no, '-', '-', '-']],
    [{ type: 'move', seat: 0 }, [no, no, taken, taken], [no, no, on, on], [no, no, taken, taken]],
    [{ type: 'move', seat: 99 }, [no, no, bad, bad], [no, no, on, on], [no, no, bad, bad]],
    [{ type: 'start' }, [no, no, notHost, '-'], [no, no, notHost, on], [no, no, notHost, '-']],
    [{ type: 'fill' }, [no, no, notHost, '-'], [no, no, notHost, on], [no, no, notHost, full]],
    [{ type: 'fill', seat: 0 }, [no, no, notHost, taken], [no, no, notHost, on], [no, no, notHost, full]],
    [{ type: 'fill', seat: 99 }, [no, no, notHost, bad], [no, no, notHost, on], [no, no, notHost, bad]],
    [{ type: 'kick', seat: 99 }, [no, no, notHost, bad], [no, no, notHost, bad], [no, no, notHost, bad]],
    [{ type: 'kick', seat: 2 }, [no, no, notHost, bad], [no, no, notHost, '-'], [no, no, notHost, '-']],
    [{ type: 'rematch' }, [no, no, off, off], [no, no, on, on], [no, no, '-', '-']],
    [{ type: 'rematch', game: 'chess' }, [no, no, off, off], [no, no, on, on], [no, no, 'bad_options', 'bad_options']],
    [{ type: 'change', game: 'chess' }, [no, no, notHost, 'unknown_game'], [no, no, notHost, on], [no, no, notHost, 'unknown_game']],
    [{ type: 'change', seats: 0 }, [no, no, notHost, 'bad_options'], [no, no, notHost, on], [no, no, notHost, 'bad_options']],
    [{ type: 'advise' }, [no, no, none, none], [no, no, none, none], [no, no, none, none]],
    [{ type: 'act', decision: 1e9, action: {} }, [no, no, off, off], [no, no, stale, stale], [no, no, off, off]],
    [{ type: 'chat', text: 'x' }, [no, '-', '-', '-'], [no, '-', '-', '-'], [no, '-', '-', '-']],
];

for (const [column, state] of ['waiting', 'playing', 'finished'].entries())
    test(`every message from every role to a room that is ${state} gets the right error code`, async () => {
        const { room, token: guestToken, people, everybody } = await table(state);
        const row = { stranger: 0, replaced: 0, watcher: 1, guest: 2, host: 3 };
        for (const [message, ...states] of codes) {
            for (const [who, client] of Object.entries(people)) {
                const code = states[column][row[who]];
                if (code === '-') continue;
                const sent = { ...message, room, ...(message.token === '$guest' && { token: guestToken }) };
                await client.refused(code, sent).catch((error) => assert.fail(`${who}, ${state}: ${error.message}`));
                await client.refused('no_such_room', { ...sent, room: 'NONE' });
                await client.refused('bad_message', { ...sent, x: 1 });
            }
        }
        for (const client of everybody) await client.quiet(room);
    });

test('a room code that only resembles an existing one is unknown, also for people in that room', async () => {
    const { room, people, everybody } = await table('waiting');
    const [nul, short] = ['\u0000', room.slice(0, 7)];
    const alike = ['', short, short + nul, nul + room.slice(1), nul.repeat(8), room + nul, room + 'A', ` ${room}`, room + room];
    // A code of digits only has no lower-case form.
    if (room.toLowerCase() !== room) alike.push(room.toLowerCase());
    for (const client of [people.host, people.watcher, people.stranger])
        for (const code of alike) await client.refused('no_such_room', { type: 'chat', room: code, text: 'x' });
    for (const client of everybody) await client.quiet(room);
});
