// A client for tests. It validates every message that it receives or sends, and tests consume its messages one by one.
import WebSocket from 'ws';
import assert from 'node:assert/strict';
import { patience } from './until.mjs';

export class Client {
    /** Connects and consumes `welcome`. \param secret of the player who this is; nobody without it */
    static async connect(world, secret) {
        const client = new Client(world, secret);
        client.welcome = await client.take('welcome');
        return client;
    }

    constructor(world, secret) {
        this.world = world;
        this.games = world.games; // game by room code, known from `room` messages
        this.inbox = [];
        this.raw = []; // the text of every received message
        this.texts = new WeakMap(); // the text of each message object
        this.sent = new Map(); // sent texts by id, to repeat them after `rate_limited`
        this.waiting = [];
        this.nextId = 1;
        this.problem = undefined;
        this.socket = new WebSocket(world.server.socketUrl, { perMessageDeflate: false, headers: secret ? { authorization: `Bearer ${secret}` } : {} });
        this.closed = new Promise((resolve) => {
            this.socket.on('close', (code, reason) => {
                this.closeCode = code;
                this.#wake();
                resolve({ code, reason: reason.toString() });
            });
        });
        this.socket.on('error', (error) => this.#fail(error));
        this.socket.on('message', (data, isBinary) => this.#receive(data.toString(), isBinary));
        world.clients.add(this);
    }

    #receive(text, isBinary) {
        try {
            assert.equal(isBinary, false, 'the server speaks text');
            const message = JSON.parse(text);
            if (message.type === 'room') this.games.set(message.room, message.game);
            // A match that is over may have had another game than the room has now.
            this.world.schemas.check(`server.${message.type}`, message, message.view?.game ?? this.games.get(message.room));
            this.world.seen(message.type);
            if (message.code === 'rate_limited' && this.sent.has(message.re)) {
                setTimeout(() => this.sendText(this.sent.get(message.re)), message.details.retry_after_ms);
                return;
            }
            this.raw.push(text);
            this.texts.set(message, text);
            this.inbox.push(message);
            this.#wake();
        } catch (error) {
            this.#fail(error);
        }
    }

    #fail(error) {
        this.problem ??= error;
        this.#wake();
    }

    #wake() {
        for (const resolve of this.waiting.splice(0)) resolve();
    }

    async #something(what) {
        if (!this.inbox.length && !this.problem) await this.#arrival(what);
        if (this.problem) throw this.problem;
    }

    async #arrival(what) {
        const timer = setTimeout(() => this.#fail(new Error(`timeout while waiting for ${what}`)), patience);
        try {
            while (!this.inbox.length && !this.problem) {
                if (this.closeCode) throw new Error(`closed with ${this.closeCode} while waiting for ${what}`);
                await new Promise((resolve) => this.waiting.push(resolve));
            }
        } finally {
            clearTimeout(timer);
        }
    }

    /** Consumes the next message of any type. */
    async next(what = 'a message') {
        await this.#something(what);
        return this.inbox.shift();
    }

    /** Consumes the next message, which must be of this type. */
    async take(type) {
        const message = await this.next(type);
        // Matches take very many messages: the text is made only where it is read.
        if (message.type !== type) assert.fail(`expected ${type}, got ${JSON.stringify(message).slice(0, 600)}`);
        return message;
    }

    sendText(text) {
        this.socket.send(text);
    }

    /** Sends a message that need not be valid. */
    sendAnything(message) {
        const text = JSON.stringify(message);
        if (message.id !== undefined) this.sent.set(message.id, text);
        this.sendText(text);
    }

    /** Sends a valid message. */
    send(message) {
        const game = message.game ?? this.games.get(message.room);
        this.world.schemas.check(`client.${message.type}`, message, game);
        this.sendAnything(message);
    }

    /** Sends a valid message with an id; the next message must be its reply, of this type. */
    async ask(message, type = 'ok') {
        const id = `q${this.nextId++}`;
        this.send({ ...message, id });
        const reply = await this.take(type);
        assert.equal(reply.re, id);
        return reply;
    }

    /** Sends any message with an id; the next message must be the error with this code. */
    async refused(code, message) {
        const id = `e${this.nextId++}`;
        this.sendAnything({ ...message, id });
        const reply = await this.take('error');
        assert.deepEqual({ code: reply.code, re: reply.re }, { code, re: id }, `${reply.message} ${JSON.stringify(message).slice(0, 300)}`);
        assert.match(reply.message, /\S/);
        return reply;
    }

    /** Consumes and returns all messages of the room up to now. A room handles messages in order, so the reply to an
     *  invalid act comes after everything else. */
    async rest(room) {
        const id = `b${this.nextId++}`;
        this.sendAnything({ type: 'act', room, decision: 0, action: {}, id });
        const messages = [];
        for (;;) {
            const message = await this.next('the end of what a room has to say');
            if (message.type === 'error' && message.re === id) return messages;
            messages.push(message);
        }
    }

    /** Checks that the room has sent nothing more. */
    async quiet(room) {
        assert.deepEqual(await this.rest(room), []);
    }

    // Short forms of common messages.

    async create(game, more = {}) {
        const reply = await this.ask({ type: 'create', game, ...more }, 'created');
        this.games.set(reply.room, game);
        return reply;
    }

    /** Joins a room; consumes and returns `joined` and `room`. */
    async join(room, name, more = {}) {
        const joined = await this.ask({ type: 'join', room, name, ...more }, 'joined');
        assert.equal(joined.room, room);
        this.token = joined.token ?? this.token;
        return { joined, info: await this.take('room') };
    }

    async resume(room, token, more = {}) {
        const joined = await this.ask({ type: 'resume', room, token, ...more }, 'joined');
        return { joined, info: await this.take('room') };
    }

    /** Closes the connection with a handshake, and waits until it is closed. */
    async close() {
        this.socket.close();
        return await this.closed;
    }

    /** Cuts the connection without a close frame. */
    async drop() {
        this.socket.terminate();
        return await this.closed;
    }
}
