// Attacks on players who come back: guessed codes and secrets, players without number, and what a thief of an export has.
// TEFUDA_HOSTILE_MANY=1 sends a million guesses and makes 100,000 players.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pick } from '../e2e/support/picker.mjs';
import { Random } from '../e2e/support/random.mjs';
import { is_long, Player, report, Siege } from './siege.mjs';

const attacker = '127.0.1.1';
/** The attack sends so many requests at once on all connections: a neighbour waits for no more than these. */
const at_once = 1000;
const sum = (statuses) => Object.values(statuses).reduce((all, each) => all + each, 0);

/** A player at this address, with a code and an open WebSocket. */
async function somebody(siege, address) {
    const fields = await siege.player(address);
    const { text } = await siege.ask('POST', '/api/me/code', address, fields, { for: 'recovery' });
    return { fields, code: JSON.parse(text).code };
}

for (const [what, path, fields, body, refusal] of [
    ['codes', '/api/me/recover', '', '{"code":"RANDOM"}', 403],
    ['secrets', '/api/me/revoke', 'Authorization: Bearer RANDOM\r\n', '{}', 401],
])
    test(`wrong ${what} are answered as slowly as --guess-rate says, and neither the owner nor others wait`, async (context) => {
        // The limit of all requests would hide the one of guesses.
        const siege = await Siege.lay(context, '--http-rate', '1000000');
        const { fields: owner, code } = await somebody(siege, attacker);
        const count = is_long ? 1_000_000 : 10_000;
        const begun = performance.now();
        let statuses;
        const pings = await siege.pings(async () => (statuses = await siege.attack('posts', { address: attacker, path, count, fields, body })));
        const seconds = (performance.now() - begun) / 1000;
        assert.equal(sum(statuses), count, JSON.stringify(statuses));
        assert.deepEqual(Object.keys(statuses), [`${refusal}`, '429'], 'none is right');
        assert.ok(statuses[refusal] <= 300 + 5 * (seconds + 1), `${statuses[refusal]} guesses were answered in ${seconds} s`);
        // Whoever has the secret or the code gets in, at the address that has guessed too much, too.
        assert.equal((await siege.get('/api/me', attacker, owner)).status, 200);
        (await Player.connect(siege.port, attacker, 'ws', owner)).close();
        assert.equal((await siege.ask('POST', '/api/me/recover', attacker, {}, { code, secret: true })).status, 200);
        await siege.play();
        assert.ok(count / pings.count < at_once, `${count} guesses, ${pings.count} pings`);
        report(`${count} wrong ${what}`, { 'guesses answered': statuses[refusal], 'guesses/s sent': count / seconds, 'p99 ping ms': pings.p99, MiB: siege.memory() });
    });

test('an address makes a hundred players a day, whatever it tries, and fills no disk', async (context) => {
    const siege = await Siege.lay(context, '--http-rate', '1000000');
    const count = is_long ? 100_000 : 5_000;
    const size = () => readdirSync(siege.folder).filter((name) => name.startsWith('people')).reduce((all, name) => all + statSync(join(siege.folder, name)).size, 0);
    let statuses;
    const pings = await siege.pings(async () => (statuses = await siege.attack('posts', { address: attacker, path: '/api/me', count, body: '{"kind":"bot"}' })));
    assert.equal(sum(statuses), count, JSON.stringify(statuses));
    assert.deepEqual(Object.keys(statuses), ['201', '429']);
    assert.ok(statuses[201] >= 100 && statuses[201] <= 102, `${statuses[201]} players`);
    assert.ok(size() < 8 * 2 ** 20, `${size()} bytes of players`);
    assert.ok((await siege.player()).Authorization, 'another address makes its own');
    await siege.play();
    assert.ok(count / pings.count < at_once, `${count} requests, ${pings.count} pings`);
    report(`${count} players from an address`, { made: statuses[201], 'p99 ping ms': pings.p99, 'MiB of players': size() / 2 ** 20, MiB: siege.memory() });
});

test('who reads an export can do nothing with any text in it', async (context) => {
    const siege = await Siege.lay(context, '--guess-rate', '100000');
    const { fields } = await somebody(siege);
    const players = [await Player.connect(siege.port, undefined, 'ws', fields), await Player.connect(siege.port)];
    const { room } = await players[0].ask({ type: 'create', game: 'fortyone' }, 'created');
    for (const player of players) await player.ask({ type: 'join', room, name: 'Exporter' }, 'joined');
    const random = new Random(1);
    await Promise.all(players.map(async (player) => {
        for (;;) {
            const update = await player.take('update');
            if (update.over) return;
            if (update.must) player.send({ type: 'act', room, decision: update.decision, action: pick(update.legal, random) });
        }
    }));
    const other = await siege.player(attacker);
    const stolen = await siege.get('/api/me/export', undefined, fields);
    assert.equal(JSON.parse(stolen.text).results.length, 1);
    const texts = new Set();
    JSON.stringify(JSON.parse(stolen.text), (key, value) => (texts.add(key), ['string', 'number'].includes(typeof value) && texts.add(`${value}`), value));
    const mine = JSON.parse((await siege.get('/api/me', attacker, other)).text);
    for (const text of texts) {
        const printable = /^[\x21-\x7e]+$/.test(text);
        if (printable) {
            assert.equal((await siege.get('/api/me', attacker, { Authorization: `Bearer ${text}` })).status, 401, text);
            assert.equal((await siege.get('/api/me', attacker, { Cookie: `tefuda=${text}` })).text, 'null', text);
        }
        assert.notEqual((await siege.ask('POST', '/api/me/recover', attacker, {}, { code: text })).status, 200, text);
        const thief = await Player.connect(siege.port, attacker);
        await thief.ask({ type: 'resume', room, token: text }, 'bad_token');
        thief.close();
    }
    // Nobody is shown somebody else's, whatever is added to the path.
    const { player: { id } } = JSON.parse(stolen.text);
    assert.notEqual(mine.id, id);
    for (const path of [`/api/me/export?id=${id}`, `/api/me/export?player=${id}`])
        assert.equal(JSON.parse((await siege.get(path, attacker, other)).text).player.id, mine.id);
    for (const path of [`/api/me/export/${id}`, `/api/players/${id}/export`, `/api/me/../players/${id}/export`])
        assert.notEqual((await siege.get(path, attacker, other)).status, 200, path);
    assert.equal((await siege.get('/api/me/export', attacker)).status, 401);
});
