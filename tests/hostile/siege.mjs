// A server under attack: it may use 1 GiB of memory, attackers come from addresses of their own (127.0.1.x), and a neighbour
// at another address (127.0.0.9) wants to play meanwhile.
import assert from 'node:assert/strict';
import http from 'node:http';
import { readFileSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { WebSocket } from '../e2e/support/socket.mjs';
import { temporary } from '../durability/tables.mjs';
import { readMetrics } from '../e2e/support/metrics.mjs';
import { Server } from '../e2e/support/server.mjs';
import { patience, pause } from '../e2e/support/until.mjs';

const memory_kib = 1024 * 1024;
const neighbour = '127.0.0.9';
/** TEFUDA_HOSTILE_MANY=1: more connections and messages, at the default limits. */
export const is_long = process.env.TEFUDA_HOSTILE_MANY === '1';

export class Siege {
    /** Starts a server with a journal, as many public rooms as anybody wants, and these flags besides the defaults; it ends with the test. */
    static async lay(context, ...flags) {
        const siege = new Siege(flags);
        await siege.start();
        context.after(() => siege.raise());
        return siege;
    }

    constructor(flags) {
        this.folder = temporary();
        this.flags = ['--data', this.folder, '--log-level', 'info', '--max-public-rooms-per-address', '1000000', ...flags];
        this.attackers = [];
        this.agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
    }

    async start() {
        const shell = ['sh', '-c', `ulimit -v ${memory_kib} && exec "$0" "$@"`];
        this.server = await Server.startBy(shell, ...this.flags);
        this.port = Number(new URL(this.server.url).port);
    }

    /** Runs an attack of attacks.mjs in a thread of its own. Resolves when all of it is under way, with what it returns. */
    async attack(name, options = {}) {
        const worker = new Worker(new URL('attacks.mjs', import.meta.url), { workerData: { name, options: { port: this.port, ...options } } });
        this.attackers.push(worker);
        return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }

    /** The attackers are gone at once, without a word. */
    async withdraw() {
        await Promise.all(this.attackers.splice(0).map((worker) => worker.terminate()));
    }

    async raise() {
        await this.withdraw();
        this.agent.destroy();
        this.server.child.kill('SIGKILL');
        rmSync(this.folder, { recursive: true, force: true });
    }

    /** The most memory that the server has used so far, in MiB. */
    memory() {
        assert.equal(this.server.child.exitCode ?? this.server.child.signalCode, null, `the server has ended: ${this.server.log.slice(-2000)}`);
        return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${this.server.child.pid}/status`))[1]) / 1024;
    }

    /** How long the server has computed so far, in seconds. */
    computed() {
        const fields = readFileSync(`/proc/${this.server.child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
        return (Number(fields[11]) + Number(fields[12])) / 100;
    }

    /** The answer to an HTTP request from this address. \\param body JSON */
    ask(method, path, localAddress = neighbour, headers = {}, body = undefined) {
        return new Promise((resolve, reject) => {
            const asked = http.request({ host: '127.0.0.1', port: this.port, method, path, localAddress, agent: this.agent,
                headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) } }, async (answer) => {
                let text = '';
                for await (const piece of answer.setEncoding('utf8')) text += piece;
                resolve({ status: answer.statusCode, text });
            });
            asked.on('error', reject).end(body && JSON.stringify(body));
        });
    }

    get(path, localAddress = neighbour, headers = {}) {
        return this.ask('GET', path, localAddress, headers);
    }

    /** A new player's fields with its secret, for requests. */
    async player(localAddress = neighbour) {
        const { text } = await this.ask('POST', '/api/me', localAddress, {}, { secret: true });
        return { Authorization: `Bearer ${JSON.parse(text).secret}` };
    }

    /** A figure of /metrics; all samples of the name together. */
    async figure(name) {
        const { values } = readMetrics((await this.server.get('/metrics')).text);
        return [...values].filter(([key]) => key === name || key.startsWith(`${name}{`)).reduce((sum, [, value]) => sum + value, 0);
    }

    /** The neighbour connects, makes a room and has its first hand. */
    async play() {
        const player = await Player.connect(this.port);
        const { room } = await player.ask({ type: 'create', game: 'fortyone' }, 'created');
        await player.ask({ type: 'join', room, name: 'neighbour' }, 'joined');
        player.send({ type: 'fill', room, level: 'easy' });
        await player.take('update');
        player.close();
    }

    /** The neighbour's pings while something happens: how many were answered, and the 99th percentile in ms, which is only told. */
    async pings(during) {
        const player = await Player.connect(this.port);
        const times = [];
        let done = false;
        const end = during().finally(() => (done = true));
        do {
            const begun = performance.now();
            await player.ask({ type: 'ping' }, 'pong');
            times.push(performance.now() - begun);
            await pause(10);
        } while (!done);
        await end;
        player.close();
        return { count: times.length, p99: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] };
    }
}

/** A client that reads what it is sent. */
export class Player {
    static async connect(port, address = neighbour, protocol = 'ws', headers = {}) {
        const player = new Player(new WebSocket(`${protocol}://127.0.0.1:${port}/ws`,
            { localAddress: address, perMessageDeflate: false, rejectUnauthorized: false, headers }));
        await player.take('welcome');
        return player;
    }

    constructor(socket) {
        this.socket = socket;
        this.inbox = [];
        this.wake = () => {};
        this.asked = 0;
        socket.on('message', (data) => {
            this.inbox.push(JSON.parse(data));
            this.wake();
        });
        this.closed = new Promise((resolve) => socket.on('close', resolve));
        socket.on('error', (error) => this.#fail(error));
        socket.on('close', (code) => this.#fail(new Error(`closed with ${code}`)));
    }

    #fail(error) {
        this.problem ??= error;
        this.wake();
    }

    send(message) {
        this.socket.send(JSON.stringify(message));
    }

    /** The next message that fits; the others before it are dropped. */
    async next(fits) {
        const end = performance.now() + patience;
        for (;;) {
            while (this.inbox.length) {
                const message = this.inbox.shift();
                if (fits(message)) return message;
            }
            if (this.problem) throw this.problem;
            if (performance.now() > end) throw new Error('timeout while waiting for a message');
            await new Promise((resolve) => {
                const timer = setTimeout(resolve, patience);
                this.wake = () => (clearTimeout(timer), resolve());
            });
        }
    }

    async take(type) {
        return await this.next((message) => message.type === type);
    }

    /** Sends a message; its reply must be of this type (or an error with this code). */
    async ask(message, type = 'ok') {
        const id = ++this.asked;
        this.send({ ...message, id });
        const reply = await this.next(({ re }) => re === id);
        assert.equal(reply.code ?? reply.type, type, JSON.stringify(reply).slice(0, 300));
        return reply;
    }

    close() {
        this.socket.terminate();
    }
}

/** Prints what an attack has done to the server, as a row of a table. */
export function report(attack, figures) {
    console.log(`| ${attack} | ${Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`).join(', ')} |`);
}
