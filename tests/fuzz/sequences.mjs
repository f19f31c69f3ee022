// Usage: node tests/fuzz/sequences.mjs [--seconds N] [--seed N] [--connections N]
// Sends random messages in random order over several connections, several in one packet too, with HTTP requests beside them, to a
// server of its own; kills it in the middle, verifies what it has stored, and starts it again. It fails where the server ends, logs
// an error, closes a connection that has kept the limits, answers a message not once or with what its schema does not allow, or has
// stored something that can't be read. The same seed sends the same, as far as the server's timing allows.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { WebSocket } from '../e2e/support/socket.mjs';
import { fillTemplate } from '../e2e/support/picker.mjs';
import { Random } from '../e2e/support/random.mjs';
import { Schemas } from '../e2e/support/schemas.mjs';
import { binary, Server } from '../e2e/support/server.mjs';
import { pause, until } from '../e2e/support/until.mjs';
import { temporary } from '../durability/tables.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' }, connections: { type: 'string', default: '12' } } });
const random = new Random(Number(values.seed));
const folder = temporary();
const chance = (one_in) => random.below(one_in) === 0;

const problems = [];
const fault = (text) => problems.push(text);
const counts = { messages: 0, replies: 0, connections: 0, requests: 0, kills: 0 };

/** What all connections know: rooms, seats by their tokens, and players by their secrets, ids and codes; old ones too. */
const rooms = ['NOSUCHROOM'];
const tokens = ['0'.repeat(32)];
const players = { secrets: [], ids: ['nosuchplayer'], codes: ['AAAAA-AAAAA'] };

const names = ['Mio', 'Mіo', 'Ｍｉｏ', 'n', 'x'.repeat(24), '手', '👨\u200d👩\u200d👧', 'a\u0301\u0302\u0303', ' ', '', 'a\u202eb', 'Haru'];
const numbers = [0, 1, 2, 3, 12, 13, -1, 1e9, 2 ** 53, 0.5, 1e-300];
const clocks = [{ decision: 0.02, bank: 0 }, { decision: 0, bank: 0.05 }, { decision: 1e-300, bank: 1e-300 }, { decision: 30, bank: 60 }, { decision: 0, bank: 86400 }];
const options = [{}, { games: 2 }, { games: 0 }, { jokers: 2 }, { nope: 1 }, []];
const odd = [null, true, 5, 'text', [], {}, '\ud83d\ude00', { a: { b: [] } }, 1e308];

/** Undefined in most cases, so that the field is left out. */
const seldom = (value) => (chance(4) ? value : undefined);
const levels = ['easy', 'normal', 'hard', null, 'best'];

const kinds = {
    create: ({ games }) => {
        const seats = seldom(random.of([2, 3, 4, 6, 13, 1, 0.5]));
        return { game: random.of([...games, 'chess']), seats, options: seldom(random.of(options)), public: seldom(chance(2)), clock: seldom(random.of(clocks)),
            hints: seldom(chance(2)), bots: seats && seldom(Array.from({ length: Math.floor(seats) }, () => random.of(levels))) };
    },
    join: () => ({ room: random.of(rooms), name: random.of(names), seat: seldom(random.of(numbers)), role: seldom(random.of(['player', 'spectator'])),
        entropy: seldom('e'), updates: seldom(random.of(['full', 'events'])), extras: seldom(chance(2)) }),
    resume: () => ({ room: random.of(rooms), token: chance(3) ? undefined : random.of(tokens), updates: seldom('events'), since: seldom(random.of([...numbers, 5, 20, 60])),
        match: seldom(random.of(numbers)), renew: seldom(chance(3)), extras: seldom(true) }),
    leave: () => ({ room: random.of(rooms) }),
    move: () => ({ room: random.of(rooms), seat: random.of(numbers) }),
    start: () => ({ room: random.of(rooms) }),
    fill: () => ({ room: random.of(rooms), seat: seldom(random.of(numbers)), level: seldom(random.of(['easy', 'normal', 'hard'])) }),
    kick: () => ({ room: random.of(rooms), seat: random.of(numbers) }),
    rematch: ({ games }) => ({ room: random.of(rooms), entropy: seldom('f'), game: seldom(random.of(games)) }),
    change: ({ games }) => ({ room: random.of(rooms), game: seldom(random.of([...games, 'chess'])), options: seldom(random.of(options)), seats: seldom(random.of([2, 3, 4, 13, 0])),
        clock: seldom(random.of([null, ...clocks])), hints: seldom(chance(2)) }),
    chat: () => ({ room: random.of(rooms), text: random.of(['hi', 'x'.repeat(500), '😀', '']) }),
    advise: () => ({ room: random.of(rooms) }),
    list: () => ({ after: seldom(random.of(rooms)), game: seldom('selfish'), extras: seldom(true) }),
    ping: () => ({}),
    act: ({ updates }) => {
        const [room, update] = random.of([...updates]) ?? [random.of(rooms), {}];
        const action = update.legal && !chance(8) ? fillTemplate(random.of(update.legal), random) : random.of([{}, { type: 'play' }, { type: 'draw', x: 1 }]);
        return { room, decision: update.decision ?? random.of(numbers), action };
    },
};
const frequent = [...Object.keys(kinds), 'join', 'join', 'resume', 'fill', 'start', ...Array(12).fill('act')];

class Wire {
    constructor(server, schemas, games) {
        Object.assign(this, { schemas, games, updates: new Map(), waiting: new Map(), gameOf: new Map(), next: 1, open: false });
        const secret = chance(2) && players.secrets.length ? random.of(players.secrets) : undefined;
        const headers = !secret ? {} : chance(2) ? { Authorization: `Bearer ${secret}` } : { Cookie: `tefuda=${secret}` };
        this.socket = new WebSocket(server.socketUrl, { perMessageDeflate: chance(2), headers });
        // Somebody may end the secret of others.
        this.isSomebody = Boolean(secret);
        counts.connections++;
        this.ready = new Promise((resolve) => {
            this.socket.on('open', () => resolve((this.open = true)));
            this.socket.on('close', (code) => {
                this.open = false;
                if (![1000, 1001, 1005, 1006, ...(this.isSomebody ? [1008] : [])].includes(code)) fault(`closed with ${code}`);
                resolve(false);
            });
            this.socket.on('error', () => resolve(false));
        });
        this.socket.on('message', (data) => this.receive(JSON.parse(data)));
    }

    receive(message) {
        if (message.type === 'room') this.gameOf.set(message.room, message.game);
        try {
            this.schemas.check(`server.${message.type}`, message, this.gameOf.get(message.room));
        } catch (problem) {
            fault(`${problem.message}`.slice(0, 500));
        }
        if (message.type === 'created') rooms.push(message.room);
        if (message.token) tokens.push(message.token);
        if (rooms.length > 40) rooms.splice(1, 10);
        if (tokens.length > 60) tokens.splice(1, 20);
        if (message.type === 'update') this.updates.set(message.room, message);
        if (['left', 'replaced', 'moved'].includes(message.type)) this.updates.delete(message.room);
        if (message.re === undefined) return;
        counts.replies++;
        if (!this.waiting.delete(message.re)) fault(`a second reply to ${message.re}: ${JSON.stringify(message).slice(0, 200)}`);
    }

    /** A message that is mostly as its schema wants it. */
    message() {
        const type = random.of(frequent);
        const message = Object.fromEntries(Object.entries({ type, ...kinds[type](this) }).filter(([, value]) => value !== undefined));
        if (chance(30)) message[random.of(Object.keys(message))] = random.of(odd);
        if (chance(60)) message.more = random.of(odd);
        const id = this.next++;
        this.waiting.set(id, message);
        counts.messages++;
        return JSON.stringify({ ...message, id });
    }

    step() {
        const several = Array.from({ length: chance(3) ? 1 + random.below(8) : 1 }, () => this.message());
        // In one packet.
        this.socket._socket?.cork();
        for (const text of several) this.socket.send(text);
        this.socket._socket?.uncork();
        if (chance(40)) this.socket.send(random.of(['{', '[]', '""', '{"type":"nope"}', '{"type":"ping","type":"ping"}']));
    }
}

async function request(server) {
    const room = random.of(rooms);
    const path = random.of([`/api/rooms/${room}`, '/api/rooms', `/api/rooms/${room}/matches/1`, `/api/rooms/${room}/matches/${random.of(numbers)}`,
        `/api/rooms/${room}/matches/1/updates`, `/room/${room}`, '/api/games', '/metrics', '/readyz', '/api/rooms/%00', `/api/rooms/${room}/matches/1/analysis`]);
    counts.requests++;
    try {
        const { status } = await server.get(path);
        if (status >= 500) fault(`${path}: ${status}`);
    } catch {
        if (server.child.exitCode === null && !server.killed) fault(`${path} was not answered`);
    }
}

/** What is asked about players, by somebody or by nobody. */
async function personal(server) {
    const secret = chance(4) ? undefined : random.of([...players.secrets, 'f'.repeat(64)]);
    const id = random.of(players.ids);
    const page = random.of(['', '?after=', '?after=9999999999.A', '?after=x', '?game=selfish']);
    const body = random.of([undefined, {}, { name: random.of(names) }, { kind: random.of(['human', 'bot', 'cat']), secret: true }, { secret: true },
        { for: random.of(['recovery', 'link', 'x']) }, { code: random.of(players.codes), secret: true }, { more: 1 }, 5]);
    const [method, path] = random.of([['GET', '/api/me'], ['POST', '/api/me'], ['POST', '/api/me'], ['POST', '/api/me'], ['PATCH', '/api/me'], ['POST', '/api/me/code'],
        ['POST', '/api/me/recover'], ['GET', `/api/me/games${page}`], ['GET', '/api/me/export'], ['GET', `/api/players/${id}`],
        ['GET', `/api/players/${id}/results${page}`], ...(chance(10) ? [['DELETE', '/api/me'], ['POST', '/api/me/revoke']] : [])]);
    const headers = { ...(secret && (chance(2) ? { authorization: `Bearer ${secret}` } : { cookie: `tefuda=${secret}` })),
        ...(body !== undefined && { 'content-type': chance(20) ? 'text/plain' : 'application/json' }) };
    counts.requests++;
    try {
        const answer = await fetch(server.url + path, { method, headers, body: method === 'GET' ? undefined : JSON.stringify(body) });
        const text = await answer.text();
        if (answer.status >= 500) fault(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${text}`);
        const told = answer.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : {};
        if (told?.secret) players.secrets.push(told.secret), players.ids.push(told.id);
        if (told?.code) players.codes.push(told.code);
        for (const list of Object.values(players)) if (list.length > 20) list.splice(1, 5);
    } catch {
        if (server.child.exitCode === null && !server.killed) fault(`${method} ${path} was not answered`);
    }
}

/** Until the deadline, then everything must have been answered. */
async function play(server, end) {
    const { json: asyncapi } = await server.get('/asyncapi.json');
    const { json: catalogue } = await server.get('/api/games');
    const schemas = new Schemas(asyncapi);
    const games = catalogue.map(({ id }) => id);
    const wires = [];
    while (Date.now() < end && !problems.length) {
        if (wires.length < Number(values.connections)) {
            const wire = new Wire(server, schemas, games);
            if (await wire.ready) wires.push(wire);
        }
        for (const wire of wires.filter(() => !chance(3))) if (wire.open) wire.step();
        if (chance(4)) request(server);
        if (chance(4)) personal(server);
        // Lost without a word, or closed.
        if (chance(25)) {
            const [wire] = wires.splice(random.below(wires.length), 1);
            chance(2) ? wire.socket.terminate() : wire.socket.close();
        }
        await pause(20 + random.below(40));
        if (server.child.exitCode !== null || server.child.signalCode !== null) fault('the server has ended');
    }
    const unanswered = () => wires.filter(({ open, waiting }) => open && waiting.size);
    await until(() => !unanswered().length, 'all answers').catch(() => {});
    for (const { waiting } of unanswered()) fault(`not answered: ${JSON.stringify([...waiting.values()].slice(0, 3))}`);
    return wires;
}

const end = Date.now() + Number(values.seconds) * 1000;
const flags = ['--data', folder, '--log-level', 'info', '--guess-rate', '1000', '--players-per-day', '100000'];
while (Date.now() < end && !problems.length) {
    const server = await Server.start(...flags);
    const wires = await play(server, Math.min(end, Date.now() + 30_000));
    // Killed while messages are on their way.
    for (const wire of wires) if (wire.open) wire.step();
    server.killed = true;
    counts.kills++;
    server.child.kill('SIGKILL');
    await new Promise((resolve) => server.child.once('close', resolve));
    for (const wire of wires) wire.socket.terminate();
    const errors = server.log.split('\n').filter((line) => / (error|critical) /.test(line));
    if (errors.length) fault(errors.slice(0, 5).join('\n'));
    try {
        execFileSync(binary, ['verify', '--data', folder], { env: {}, stdio: 'pipe' });
    } catch (problem) {
        fault(`verify: ${problem.stdout}${problem.stderr}`);
    }
}
rmSync(folder, { recursive: true, force: true });
console.log(`seed ${values.seed}: ${Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(', ')}`);
for (const problem of problems.slice(0, 10)) console.log(problem);
process.exit(problems.length ? 1 : 0);
