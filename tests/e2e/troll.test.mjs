// A troll against an operator who has the commands of `tefuda-server admin` and nothing else: what each of the troll's tricks does to
// two people at a table, and which command ends it. TEFUDA_TROLL_TRICKS: how many the last test plays (1500).
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { Operator } from './support/admin.mjs';
import { fetch } from './support/fetch.mjs';
import { Random } from './support/random.mjs';
import { Server } from './support/server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tefuda-troll-'));
const operator = new Operator(join(folder, 'admin.sock'));
let server;
before(async () => (server = await Server.start('--data', folder, '--trust-forwarded', '--max-connections', '400')));
after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
});

/** Rejects where the server says nothing for 70 s: it lets no request wait for longer than a minute. */
function inTime(what, promise) {
    let timer;
    const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`No answer in 70 s: ${what}.`)), 70_000)));
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Somebody who comes from this address: a new player, or nobody. Everything that is received is kept. */
class Person {
    static async come(name, address, { known = true } = {}) {
        const person = new Person();
        Object.assign(person, { name, address, got: [], last: 0, waiting: new Map() });
        const headers = { 'x-forwarded-for': address };
        if (known) {
            const body = JSON.stringify({ name, secret: true });
            // A full server closes a connection that it can't take without a word.
            const made = await fetch(`${server.url}/api/me`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }).catch(() => undefined);
            const answer = await made?.json();
            if (made?.status !== 201) return { refused: made?.status ?? 'closed' };
            Object.assign(person, answer);
            headers.authorization = `Bearer ${person.secret}`;
        }
        person.socket = new WebSocket(server.socketUrl, { headers });
        person.closed = new Promise((resolve) => person.socket.on('close', resolve));
        person.socket.on('message', (text) => {
            const message = JSON.parse(text);
            person.got.push(message);
            person.waiting.get(message.re)?.(message);
        });
        const status = await inTime(`the upgrade of ${name}`, new Promise((resolve) => {
            person.socket.once('open', () => resolve(101));
            person.socket.once('unexpected-response', (request, answer) => (resolve(answer.statusCode), request.destroy()));
            person.socket.on('error', () => resolve('closed'));
        }));
        return status === 101 ? person : { refused: status };
    }

    /** Resolves to the answer; undefined where the connection is closed. */
    say(message) {
        const id = ++this.last;
        const answer = new Promise((resolve) => this.waiting.set(id, resolve));
        if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...message, id }));
        return inTime(`an answer to ${message.type}`, Promise.race([answer, this.closed.then(() => undefined)]));
    }

    /** The texts of the chat since the last look. */
    heard() {
        const lines = this.got.filter(({ type }) => type === 'chat').map(({ text }) => text);
        this.got.length = 0;
        return lines;
    }
}

/** Two people at a public table, whose host comes first. */
async function table(t, ...names) {
    const people = [];
    for (const name of names) people.push(await Person.come(name, '192.0.2.1'));
    const { room } = await people[0].say({ type: 'create', game: 'selfish', seats: 4, public: true });
    for (const person of people) assert.equal((await person.say({ type: 'join', room, name: person.name })).type, 'joined');
    t.after(async () => {
        await Promise.all(people.map((person) => person.say({ type: 'leave', room })));
        for (const person of people) person.socket.terminate();
    });
    return { room, people };
}

test('a troll with many addresses is put out by its networks, at a full server too, and comes again from others', async (t) => {
    const { room, people } = await table(t, 'Aki', 'Ben');
    const random = new Random(1);
    const trolls = [];
    let here; // The troll's networks.
    const address = () => (random.below(2) ? `${here.v4}.${random.below(64)}` : `${here.v6}:${random.below(65536).toString(16)}::1`);
    const tricks = {
        come: async () => {
            const one = await Person.come(random.of(['Troll', 'Aki', 'admin', 'T R O L L']), address(), { known: random.below(2) === 0 });
            if (one.refused) return { code: one.refused };
            trolls.push(one);
            one.closed.then(() => trolls.splice(trolls.indexOf(one), 1));
            return { type: 'came' };
        },
        join: async () => await random.of(trolls)?.say({ type: 'join', room, name: 'Troll', ...(random.below(2) && { role: 'spectator' }) }),
        chat: async () => await random.of(trolls)?.say({ type: 'chat', room, text: 'You are all fools.' }),
        create: async () => await random.of(trolls)?.say({ type: 'create', game: 'fortyone', public: true }),
        leave: async () => await random.of(trolls)?.say({ type: 'leave', room }),
        kick: async () => await random.of(trolls)?.say({ type: 'kick', room, seat: random.below(4) }),
        report: async () => await random.of(trolls)?.say({ type: 'report', room, seat: random.below(4), text: 'You are all fools.' }),
    };
    const outcomes = new Map();
    const play = async () => {
        const name = random.of(Object.keys(tricks));
        const answer = await tricks[name]();
        const outcome = `${name}: ${answer?.code ?? answer?.type ?? 'nobody there'}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    };
    const all = Number(process.env.TEFUDA_TROLL_TRICKS ?? 1500), in_a_round = 10_000;
    for (let round = 0; round * in_a_round < all; round++) {
        here = { v4: `198.18.${round}`, v6: `2001:db8:${round.toString(16)}` };
        for (let played = 0; played < Math.min(all - round * in_a_round, in_a_round); played++) {
            await play();
            if (played % 100 === 0) for (const person of people) assert.equal((await person.say({ type: 'ping' })).type, 'pong');
        }
        assert.ok(people.some((person) => person.heard().length > 0), 'the troll was heard');
        const late = await Person.come('Eri', `192.0.2.${10 + round}`, { known: false });
        assert.equal(late.refused, undefined, 'there is a place for who comes from elsewhere');
        assert.equal((await late.say({ type: 'create', game: 'selfish', seats: 3 }))?.type, 'created');
        late.socket.terminate();

        for (const network of [`${here.v4}.0/24`, `${here.v6}::/48`]) await operator.answer('ban', '--address', network, '--yes', '--because', 'Enough.');
        await Promise.all(trolls.map((troll) => troll.closed));
        for (const person of people) person.heard();
        for (let i = 0; i < 50; i++) await play();
        for (const known of [true, false]) assert.equal((await Person.come('Troll', address(), { known })).refused, 403);
        for (const person of people) {
            assert.equal((await person.say({ type: 'ping' })).type, 'pong');
            assert.deepEqual(person.heard(), []);
        }
        // What the troll has made can be found and closed; of itself it goes after a while, because nobody is there.
        const left = (await operator.rows('rooms')).filter(({ room: code, seats }) => code !== room && !seats.some(({ connected }) => connected));
        for (const { room: code } of left.slice(0, 5)) await operator.answer('close', code);
        assert.ok(!(await operator.rows('rooms')).some(({ room: code }) => left.slice(0, 5).some((one) => one.room === code)));
        const host = (await operator.row('room', room)).seats[0];
        assert.deepEqual([host.name, host.connected], ['Aki', true], 'the people still sit there');
    }
    for (const [outcome, count] of [...outcomes].sort()) t.diagnostic(`${outcome}: ${count}`);
    t.diagnostic(`${(await operator.rows('rooms')).length} rooms are left`);
});
