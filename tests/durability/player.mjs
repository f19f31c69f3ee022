// A player whose connection may be lost at any time. It resumes with its token, and remembers everything that it received.
import assert from 'node:assert/strict';
import { pick } from '../e2e/support/picker.mjs';
import { WebSocket } from '../e2e/support/socket.mjs';
import { patience } from '../e2e/support/until.mjs';

/** The number of known updates to request again after a reconnection, in order to compare them. */
const overlap = 3;

/** An update's text without the parts that differ when it is sent again. */
const lasting = (text) => text.replace(/,"deadline_ms":\d+/, '').replace(',"resync":true', '');

export class Player {
    constructor(random, name) {
        this.random = random;
        this.name = name;
        this.match = 1;
        this.heard = new Map(); // the text of each update, by `match seq`
        this.accepted = []; // the acknowledged actions: match, seq, seat, action
        this.asked = new Map(); // messages without a reply so far, by id
        this.refusals = new Map(); // the number of errors, by code
        this.compared = 0;
        this.rematches = true;
        this.nextId = 1;
    }

    /** Connects and takes its seat, with its token if it has one; returns when it knows the current state. */
    async connect(server) {
        this.socket = new WebSocket(server.socketUrl, { perMessageDeflate: false });
        this.alive = true;
        this.missed = [];
        const seated = new Promise((resolve, reject) => {
            this.seated = resolve;
            this.failed = reject;
        });
        this.closed = new Promise((resolve) => {
            this.socket.on('close', (code) => {
                this.alive = false;
                this.asked.clear();
                this.failed(new Error(`closed with ${code}`));
                resolve(code);
            });
        });
        this.socket.on('error', () => {});
        this.socket.on('message', (data) => {
            try {
                this.#take(data.toString());
            } catch (error) {
                this.problem ??= error;
                this.failed(error);
            }
        });
        seated.catch(() => {});
        await new Promise((resolve) => this.socket.once('open', resolve).once('close', resolve));
        if (this.token) {
            const since = Math.max(1, (this.seq ?? 1) - this.random.below(overlap + 1));
            this.since = since;
            this.#send({ type: 'resume', room: this.room, token: this.token, since, match: this.match });
        } else if (this.room) {
            this.#send({ type: 'join', room: this.room, name: this.name });
        } else {
            this.#send({ type: 'create', ...this.creates });
        }
        const late = setTimeout(() => this.failed(new Error(`${this.room}: timeout while waiting for a seat`)), patience);
        await seated.finally(() => clearTimeout(late));
    }

    #send(message) {
        const id = this.nextId++;
        this.asked.set(id, { ...message, match: this.match });
        this.socket.send(JSON.stringify({ ...message, id }));
    }

    #take(text) {
        const message = JSON.parse(text);
        if (message.type === 'created') {
            this.room = message.room;
            this.#send({ type: 'join', room: this.room, name: this.name });
        } else if (message.type === 'joined') {
            this.token = message.token;
            this.seat = message.seat;
        } else if (message.type === 'room') this.#takeRoom(message);
        else if (message.type === 'update') this.#takeUpdate(message, text);
        else if (message.type === 'ok') this.#takeOk(message);
        else if (message.type === 'error') this.#takeError(message);
        else if (message.type === 'closing') this.closing = true;
    }

    #takeRoom(message) {
        const on = message.status === 'playing' ? message.match : message.match - 1;
        if (message.status === 'waiting') {
            // The player who opened the room adds the bots.
            for (let bots = this.bots ?? 0; bots > 0; bots--) this.#send({ type: 'fill', room: this.room, level: 'easy' });
            this.bots = 0;
            this.seated();
            return;
        }
        assert.ok(on >= this.match, `${this.room}: match ${on} after ${this.match}`);
        if (on > this.match) this.seq = undefined;
        this.match = on;
        this.over = message.status === 'finished';
        if (this.over && this.rematches) this.#send({ type: 'rematch', room: this.room });
    }

    #takeUpdate(message, text) {
        const key = `${this.match} ${message.seq}`;
        const before = this.heard.get(key);
        if (message.resync) {
            // The server must not have lost an update that the player has received.
            assert.ok(message.seq >= (this.seq ?? 0), `${this.room}: update ${message.seq} after ${this.seq}`);
        } else {
            if (before) {
                assert.equal(lasting(text), before, `${this.room}: update ${key} again`);
                this.compared++;
            }
            this.heard.set(key, lasting(text));
        }
        if (message.resync || !this.since) this.seated();
        this.seq = Math.max(this.seq ?? 0, message.seq);
        if (message.decision === undefined || message.decision === this.decided) return;
        // Updates that are sent again need no action; only the newest one does.
        if (message.resync || message.seq === this.seq) this.#decide(message);
    }

    #decide({ decision, legal }) {
        this.decided = decision;
        this.#send({ type: 'act', room: this.room, decision, action: pick(legal, this.random) });
    }

    #takeOk({ re, seq }) {
        const asked = this.asked.get(re);
        this.asked.delete(re);
        if (asked?.type === 'act') this.accepted.push({ match: asked.match, seq, seat: this.seat, action: asked.action });
    }

    #takeError({ re, code, message }) {
        const asked = this.asked.get(re);
        this.asked.delete(re);
        this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
        if (code === 'stale_decision') return;
        if (code === 'unavailable') {
            // Nothing has changed, so repeat the message later, but not on a new connection after a restart.
            const again = { ...asked };
            delete again.match;
            const { socket } = this;
            setTimeout(() => this.alive && this.socket === socket && this.#send(again), 100);
            return;
        }
        if (code === 'not_playing' || code === 'already_playing') return;
        throw new Error(`${this.room}: ${code} (${message}) for ${JSON.stringify(asked)}`);
    }

    /** After a lost connection the current decision may have to be made again. */
    forgetDecision() {
        this.decided = undefined;
    }

    async drop() {
        if (!this.alive) return;
        this.socket.terminate();
        await this.closed;
    }
}
