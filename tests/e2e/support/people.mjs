// A server with players who come back, and what was given out and heard there.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { fetch } from './fetch.mjs';
import { OpenApi } from './open_api.mjs';
import { pick } from './picker.mjs';
import { Random } from './random.mjs';
import { Server } from './server.mjs';

/** A PostgreSQL database, for the tests that run at both stores; else they use a folder. */
export const database = process.env.TEFUDA_PEOPLE_DATABASE;

export const closed = (socket) => new Promise((resolve) => socket.on('close', resolve));

export class Site {
    /** Starts a server whose players stay when it is killed. \param name of the node, where there is a database */
    static async start(name, ...flags) {
        const site = new Site(name, flags);
        await site.run();
        return site;
    }

    constructor(name, flags) {
        this.data = mkdtempSync(join(tmpdir(), 'tefuda-people-'));
        this.flags = [...(database ? ['--database', database, '--node', name] : ['--data', this.data]), '--log-level', 'trace', ...flags];
        this.log = '';
        this.command = []; // starts the server
        this.secrets = new Set(); // every secret and code that was given out
        this.players = new Set(); // every player's id
        this.answers = []; // all of HTTP: what was sent back, and to which cookie
        this.texts = []; // all that came over WebSockets
    }

    async run() {
        this.server = await Server.startBy(this.command, ...this.flags);
    }

    async end() {
        const code = await this.server.stop();
        this.log += this.server.log;
        this.server.log = '';
        return code;
    }

    /** Kills the server, and starts it again. */
    async kill() {
        this.server.child.kill('SIGKILL');
        await this.end();
        await this.run();
    }

    async stop() {
        await this.end();
        rmSync(this.data, { recursive: true });
    }

    async ask(method, path, { body, secret, cookie, headers = {}, url = this.server.url } = {}) {
        const all = { ...headers };
        if (body !== undefined) all['content-type'] ??= 'application/json';
        if (secret) all.authorization = `Bearer ${secret}`;
        if (cookie) all.cookie = `${await this.cookieName()}=${cookie}`;
        const answer = await fetch(url + path, { method, headers: all, body: typeof body === 'object' ? JSON.stringify(body) : body });
        const text = await answer.text();
        const json = text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
        const set = answer.headers.get('set-cookie');
        const got = /^tefuda-[0-9a-z]{6}=([^;]+)/.exec(set ?? '')?.[1];
        for (const one of [got, json?.secret, json?.code]) if (one) this.secrets.add(one);
        if (json?.secret || got) this.players.add(json.id);
        this.answers.push({ text: `${text} ${set}`, cookie });
        if (path.startsWith('/api/me') && url === this.server.url) {
            assert.equal(answer.headers.get('cache-control'), 'no-store', `${method} ${path}`);
            assert.equal(answer.headers.get('access-control-allow-origin'), null, `${method} ${path}`);
        }
        if (answer.status >= 400) assert.match(json.message, /\S/, `${method} ${path}`);
        if (url === this.server.url) {
            this.api ??= await OpenApi.of(url);
            this.api.check(method, path, { status: answer.status, type: answer.headers.get('content-type'), text });
        }
        return { status: answer.status, headers: answer.headers, json, text, set, cookie: got };
    }

    /** What this site's cookies are called. */
    async cookieName() {
        this.name ??= fetch(`${this.server.url}/api/me`, { method: 'POST' }).then((made) => made.headers.get('set-cookie').split('=')[0]);
        return await this.name;
    }

    async make(body = {}) {
        return (await this.ask('POST', '/api/me', { body: { secret: true, ...body } })).json;
    }

    /** A code for this use. */
    async code(use, secret) {
        return (await this.ask('POST', '/api/me/code', { body: { for: use }, secret })).json.code;
    }

    async games(secret, query = '') {
        return (await this.ask('GET', `/api/me/games${query}`, { secret })).json;
    }

    async results(id, query = '') {
        return (await this.ask('GET', `/api/players/${id}/results${query}`)).json;
    }

    /** The outcome of an upgrade: its messages up to `welcome`, or the status that refused it. */
    open(headers = {}) {
        const socket = new WebSocket(this.server.socketUrl, { headers });
        socket.on('message', (data) => this.texts.push(data.toString()));
        return new Promise((resolve, reject) => {
            socket.on('unexpected-response', (_, answer) => resolve({ status: answer.statusCode, headers: answer.headers }));
            socket.on('message', (text) => resolve({ status: 101, socket, welcome: JSON.parse(text) }));
            socket.on('error', reject);
        });
    }

    /** A client that is somebody, or nobody. */
    async seat(secret) {
        const { socket, welcome } = await this.open(secret ? { authorization: `Bearer ${secret}` } : {});
        return new Seat(socket, welcome);
    }

    /** Two players and a room of fortyone in which they play a match; the first player's seat is 0. */
    async match(one, other, fields = {}) {
        const seats = [await this.seat(one.secret), await this.seat(other.secret)];
        const { room } = await seats[0].ask({ type: 'create', game: 'fortyone', ...fields }, 'created');
        for (const [i, seat] of seats.entries()) seat.token = (await seat.ask({ type: 'join', room, name: `P${i}` }, 'joined')).token;
        await Promise.all(seats.map((seat, i) => seat.play(new Random(i))));
        return { room, seats };
    }

    /** Each secret and code was told once, to whoever asked for it, and is in nothing else that the server has sent or written. */
    async searchSecrets() {
        const metrics = await (await fetch(`${this.server.url}/metrics`)).text();
        await this.end();
        for (const secret of this.secrets) {
            const renews = ({ text, cookie }) => cookie === secret && !text.split(' tefuda-')[0].includes(secret);
            assert.equal(this.answers.filter((answer) => answer.text.includes(secret) && !renews(answer)).length, 1);
        }
        const files = readdirSync(this.data, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
        const places = [['metrics', metrics], ['log', this.log], ['sockets', this.texts.join('\n')]];
        for (const { path, parentPath, name } of files) places.push([name, readFileSync(join(parentPath ?? path, name), 'latin1')]);
        for (const [place, text] of places)
            for (const secret of this.secrets)
                assert.ok(!text.includes(secret) && !text.includes(secret.replaceAll('-', '')), `a secret is in ${place}`);
        // Ids are public, but the log is not for them.
        for (const id of this.players) assert.ok(!this.log.includes(id) && !metrics.includes(id), 'a player is in the log');
        await this.run();
        // For whoever searches the database.
        if (process.env.TEFUDA_PEOPLE_TOLD)
            for (const secret of this.secrets) appendFileSync(process.env.TEFUDA_PEOPLE_TOLD, `${secret}\n${secret.replaceAll('-', '')}\n`);
        return { places: places.length, secrets: this.secrets.size };
    }
}

export class Seat {
    constructor(socket, welcome) {
        Object.assign(this, { socket, welcome, got: [], hopeful: [] });
        socket.on('message', (data) => {
            this.got.push(JSON.parse(data));
            this.hopeful.splice(0).forEach((wake) => wake());
        });
    }

    send(message) {
        this.socket.send(JSON.stringify(message));
    }

    /** The next message that is so, or an error. */
    async take(is) {
        for (;;) {
            const at = this.got.findIndex((message) => message.type === is || (typeof is === 'function' && is(message)) || (message.type === 'error' && is !== 'error'));
            if (at >= 0) {
                const [found] = this.got.splice(0, at + 1).slice(-1);
                assert.ok(found.type === is || typeof is === 'function', JSON.stringify(found));
                return found;
            }
            await new Promise((resolve) => this.hopeful.push(resolve));
        }
    }

    async ask(message, type) {
        this.send(message);
        return await this.take(type);
    }

    /** Plays at random until the match is over, and returns the last update. */
    async play(random = new Random(1)) {
        for (;;) {
            // Another seat may have ended the decision before the action arrived: the update that follows has what is next.
            const update = await this.take(({ type, code }) => type === 'update' || code === 'stale_decision');
            assert.ok(update.type === 'update' || update.code === 'stale_decision', JSON.stringify(update));
            if (update.over) return update;
            if (update.must) this.send({ type: 'act', room: update.room, decision: update.decision, action: pick(update.legal, random) });
        }
    }

    close() {
        this.socket.terminate();
    }
}
