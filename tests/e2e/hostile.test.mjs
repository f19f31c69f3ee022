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

/** Runs the attacks during a match, which must be the same as without them. */
async function unharmedBy(attacks) {
    const alone = await playBeside([]);
    assert.deepEqual(await playBeside(attacks), alone);
}

test('invalid handshakes and requests are refused with a message, or the connection is cut', async () => {
    const { head, fields, key } = handshake;
    const many = (count) => Array.from({ length: count }, (_, i) => `X-${i}: x\r\n`).join('');
    const cases = [
        ['no Host', `GET /ws HTTP/1.1\r\n${fields}${key}\r\n`, 400],
        ['two Hosts', `${head}Host: other\r\n${fields}${key}\r\n`, 400],
        ['another method', `POST /ws HTTP/1.1\r\nHost: x\r\n${fields}${key}\r\n`, 405],
        ['HTTP/1.0', `GET /ws HTTP/1.0\r\nHost: x\r\n${fields}${key}\r\n`, 426],
        ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
        ['another version', `${head}${fields.replace('13', '14')}${key}\r\n`, 426],
        ['no key', `${head}${fields}\r\n`, 400],
        ['a key of another length', `${head}${fields}Sec-WebSocket-Key: c2hvcnQ=\r\n\r\n`, 400],
        ['a key that is no base64', `${head}${fields}Sec-WebSocket-Key: !!!!!!!!!!!!!!!!!!!!!!==\r\n\r\n`, 400],
        ['a field split over lines', `${head}X: a\r\n b\r\n${fields}\r\n`, 400],
        ['a line end in a field', `${head}X: a\rb\r\n${fields}${key}\r\n`, 400],
        ['a NUL in a field', `${head}X: a\0b\r\n${fields}${key}\r\n`, 400],
        ['a field without a name', `${head}: x\r\n${fields}${key}\r\n`, 400],
        ['a field of 9,000 bytes', `${head}X: ${'x'.repeat(9000)}\r\n${fields}${key}\r\n`, 431],
        ['2,000 fields', `${head}${many(2000)}${fields}${key}\r\n`, 431],
        ['a target of 20,000 bytes', `GET /${'x'.repeat(20000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
        ['a body in two lengths', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nGET /', 400],
        ['a body of a length and in chunks', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
        ['a body in chunks that are none', 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n', 400],
        ['a length below nothing', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
        ['a huge length', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n', 400],
        ['garbage', Buffer.from(Array.from({ length: 400 }, (_, i) => (i * 37 + 128) % 256)), 400],
        ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), 400],
        ['garbage behind a request', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n\x01\x02\x03\r\n\r\n', 200],
        ['a target that leads out', 'GET /../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n', 404],
        ['one that leads out, written otherwise', 'GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ];
    await unharmedBy(cases.map(([what, bytes, status]) => async () => {
        const answer = await answerTo(world.server, bytes);
        assert.ok(answer.status === status || (answer.status === undefined && status === 400), `${what}: ${answer.status}`);
        if (answer.status >= 400) assert.match(JSON.parse(answer.body).message, /\S/, what);
    }));
    assert.equal((await world.server.get('/healthz')).status, 200);
});

test('frames that violate RFC 6455 are answered with the close code that it requires', async () => {
    const text = (payload, more) => frame(opcode.text, payload, more);
    const rest = (payload, more) => frame(opcode.continuation, payload, more);
    const part = { fin: false };
    const bytes = (...parts) => Buffer.concat(parts.map((piece) => Buffer.from(piece)));
    const announced = (length, kind = 1) => bytes([0x80 | kind, 0xff], length, [1, 2, 3, 4]);
    const close = (code, reason = '') => frame(opcode.close, bytes([code >> 8, code & 255], reason));
    const cases = [
        ['a control frame in fragments', frame(opcode.ping, 'x', part), 1002],
        ['a long control frame', frame(opcode.ping, 'x'.repeat(126)), 1002],
        ['a long close', frame(opcode.close, bytes([3, 0xe8], 'x'.repeat(124))), 1002],
        ['a continuation of nothing', rest('x'), 1002],
        ['a continuation after a whole message', bytes(text('1'), rest('x')), 1002],
        ['a new text within a text', bytes(text('a', part), text('b')), 1002],
        ['a binary within a text', bytes(text('a', part), frame(opcode.binary, 'b')), 1002],
        ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((kind) => [`opcode ${kind}`, frame(kind, 'x'), 1002]),
        ...[0x40, 0x20, 0x10, 0x70].map((reserved) => [`reserved bits ${reserved}`, text('{}', { reserved }), 1002]),
        ['a control frame with a reserved bit', frame(opcode.ping, 'x', { reserved: 0x40 }), 1002],
        ['not masked', text('{}', { masked: false }), 1002],
        ['a ping that is not masked', frame(opcode.ping, '', { masked: false }), 1002],
        ['a close of one byte', frame(opcode.close, 'x'), 1002],
        ...[0, 999, 1004, 1005, 1006, 1015, 2999].map((code) => [`close code ${code}`, close(code), 1002]),
        ['a close whose reason is no UTF-8', frame(opcode.close, bytes([3, 0xe8], [0xff])), [1002, 1007]],
        ['a length in more bytes than it needs', bytes([0x81, 0xfe, 0, 1, 1, 2, 3, 4, 0x79]), 1002],
        ['2^63 bytes announced', announced([0x80, 0, 0, 0, 0, 0, 0, 0]), [1002, 1009]],
        ['2^63 - 1 bytes announced', announced([0x7f, 255, 255, 255, 255, 255, 255, 255]), 1009],
        ['2^32 bytes announced', announced([0, 0, 0, 1, 0, 0, 0, 0]), 1009],
        ['16 KiB and a byte announced', frame(opcode.text, ' '.repeat(16385)).subarray(0, 8), 1009],
        ['a long message', text(' '.repeat(16385)), 1009],
        ['a long message in many fragments', bytes(text(' '.repeat(100), part), ...Array(163).fill(rest(' '.repeat(100), part))), 1009],
        ['binary', frame(opcode.binary, '{"type":"ping"}'), 1003],
        ['no UTF-8', text(Buffer.from([0x22, 0xff, 0x22])), 1007],
        ['an overlong form', text(Buffer.from([0x22, 0xc0, 0xaf, 0x22])), 1007],
        ['a surrogate', text(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), 1007],
        ['beyond Unicode', text(Buffer.from([0xf4, 0x90, 0x80, 0x80])), 1007],
        ['a character cut off', text(Buffer.from([0x22, 0xe6, 0x89])), 1007],
        ['no UTF-8 over two fragments', bytes(text(Buffer.from([0x22, 0xe6]), part), rest(Buffer.from([0x28, 0x22]))), 1007],
        ['a good close', close(1000, 'enough'), 1000],
        ['a close of its own', close(4999), 4999],
    ];
    await unharmedBy(cases.map(([what, sent, code]) => async () => {
        const got = await closeCodeAfter(world.server, sent);
        assert.ok([code].flat().includes(got), `${what}: ${got}`);
    }));
});

test('control frames between fragments are allowed', async () => {
    const client = await world.client();
    const { _socket: socket } = client.socket;
    socket.write(frame(opcode.text, '{"type":"pi', { fin: false }));
    socket.write(frame(opcode.ping, 'a'));
    socket.write(frame(opcode.continuation, 'ng","id":"手'.slice(0, -1), { fin: false }));
    socket.write(frame(opcode.pong, 'never asked for'));
    const hand = Buffer.from('手');
    socket.write(frame(opcode.continuation, hand.subarray(0, 1), { fin: false }));
    socket.write(frame(opcode.continuation, Buffer.concat([hand.subarray(1), Buffer.from('"}')])));
    assert.deepEqual(await client.take('pong'), { type: 'pong', re: '手' });
});

test('invalid or unusual JSON gets the right error code, and the connection stays open', async () => {
    const ping = '{"type":"ping"}';
    const nested = (depth, open, close) => open.repeat(depth) + close.repeat(depth);
    const kick = (seat) => `{"type":"kick","room":"NONE","seat":${seat}}`;
    const deep = `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`;
    const cases = [
        ...[`\ufeff${ping}`, `${ping}\0`, `${ping}\0{`, `\0${ping}`, `${ping}x`, `${ping}${ping}`, `${ping},`, `/**/${ping}`, '{"type":"ping",}',
            '{"type":"ping" "id":1}', '{"type":"ping","id":+1}', '{"type":"ping","id":.5}', '{"type":"ping","id":1.}', '{"type":"ping","id":0x1}',
            '{"type":"ping","id":Infinity}', '{"type":"ping","id":-}', '{"type":"ping","id":"\u0001"}', '{"type":"ping","id":"\\x41"}',
            '{"type":"ping","id":"\\u12"}', '{"type":"ping","id":"\\ud800"}', '{"type":"ping","id":"\\udfff\\ud800"}', '{"\\udead":1}',
            '{"type":"ping","id":1,"\\u0069d":2}', '{"type":"list","x":[{"y":1,"y":1}]}', '['.repeat(16000), '{"a":'.repeat(3000), '"', '"\\'].map((text) => [text, 'bad_json']),
        ...[nested(8000, '[', ']'), `{"type":"list","x":${nested(8000, '[', ']')}}`, `{"type":"list","x":${deep}}`, '[]', `[${ping}]`, '12', '"ping"', 'null',
            `{"type":"leave","room":${nested(4000, '[', ']')}}`, `{"type":"leave","room":["NONE"]}`, '{"type":["leave"],"room":"NONE"}',
            '{"type":"list","type ":1}', `{"type":"ping","id":${nested(4000, '[', ']')}}`, `{"type":"ping"${Array.from({ length: 1500 }, (_, i) => `,"${i}":1`).join('')}}`,
            kick('"1"'), kick('[1]'), kick('{}'), kick('null'), kick('true'), kick('1.5'), kick(`0.${'0'.repeat(400)}1`), '{"type":"ping","id":1e999}'].map((text) => [text, 'bad_message']),
        // Numbers of any size and form are accepted as numbers; the room is checked before their range.
        ...['1', '1.0', '-0', '-0.0', '1e0', '1e308', '1e999', '-1e999', '9'.repeat(400), '123456789012345678901234567890'].map((seat) => [kick(seat), 'no_such_room']),
        [`{"type":"leave","room":"${'x'.repeat(16000)}"}`, 'no_such_room'], ['{"type":"leave","room":"\\u0000"}', 'no_such_room'],
        [`{"type":"create","game":"${'\u{1f0a1}'.repeat(4000)}"}`, 'unknown_game'], [`{"type":"${'x'.repeat(16000)}"}`, 'unknown_type'],
        ['{"type":"create","game":"fortyone","seats":1e999}', 'bad_options'], ['{"type":"create","game":"fortyone","clock":{"decision":1e999,"bank":0}}', 'bad_options'],
        [`{"type":"create","game":"selfish","options":${deep}}`, 'bad_options'], ['{"type":"create","game":"selfish","options":{"jokers":1e999}}', 'bad_options'],
        [`{"type":"create","game":"selfish","fixed":${deep}}`, 'bad_options'], [`{"type":"create","game":"selfish","fixed":${nested(4000, '[', ']')}}`, 'bad_options'],
    ];
    const client = await world.client();
    await unharmedBy(cases.map(([text, code]) => async () => {
        client.sendText(text);
        const got = await client.take('error');
        assert.equal(got.code, code, text.slice(0, 200));
        assert.ok(got.message.length < 500, 'an error text repeats only a little of the message');
    }));
    client.send({ type: 'ping', id: 1 });
    assert.equal((await client.take('pong')).re, 1);
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
