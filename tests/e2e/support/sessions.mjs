// Plays the sessions of protocol/PROTOCOL.md on a server. A session is a block of indented lines between two comments:
//   → {…}     a message from the client   GET /…   an HTTP request
//   ← {…}     a message from the server   B → {…}  a message from the other player, whose replies are not shown
//   ✂ …       the connection is lost      ⇄ …      a new connection
import WebSocket from 'ws';

const indent = '    ';
const inDocument = /<!-- session: (.+) -->\n\n([^]*?)\n<!-- end -->/g;

/** \returns a map from each session's name to its lines */
export function sessionsOf(document) {
    const lines = (body) => body.trimEnd().split('\n').map((line) => line.slice(indent.length));
    return new Map([...document.matchAll(inDocument)].map(([, name, body]) => [name, lines(body)]));
}

/** The document with the lines of its sessions replaced. */
export function withSessions(document, sessions) {
    const body = (lines) => lines.map((line) => `${indent}${line}\n`).join('');
    return document.replace(inDocument, (_, name) => `<!-- session: ${name} -->\n\n${body(sessions.get(name))}\n<!-- end -->`);
}

/** A connection that queues received messages until `next` is called. */
class Connection {
    static async open(url) {
        const connection = new Connection(new WebSocket(url, { perMessageDeflate: false }));
        await new Promise((resolve, reject) => connection.socket.once('open', resolve).once('error', reject));
        return connection;
    }

    constructor(socket) {
        this.socket = socket;
        this.got = [];
        this.wake = () => {};
        socket.on('message', (data) => {
            this.got.push(JSON.parse(data));
            this.wake();
        });
    }

    async next() {
        while (!this.got.length) await new Promise((resolve) => (this.wake = resolve));
        return this.got.shift();
    }
}

class Session {
    constructor(server) {
        this.server = server;
        this.names = new Map(); // from values that differ each time to their placeholders
    }

    async play(lines) {
        const played = [];
        try {
            for (const line of lines) played.push(await this.#line(line));
        } finally {
            this.own?.socket.terminate();
            this.other?.socket.terminate();
        }
        return played;
    }

    async #line(line) {
        const [, mark, rest] = /^(→|←|B →|GET|✂|⇄) ?(.*)$/.exec(line) ?? [];
        if (mark === '→') (await this.#own()).socket.send(this.#real(rest));
        else if (mark === '←') return `← ${this.#told(await this.#answer())}`;
        else if (mark === 'B →') await this.#otherSays(JSON.parse(this.#real(rest)));
        else if (mark === 'GET') this.fetched = (await this.server.get(this.#real(rest))).json;
        else if (mark === '✂') this.own.socket.terminate();
        else if (mark === '⇄') this.own = await Connection.open(this.server.socketUrl);
        else throw new Error(`This line is not valid in a session: ${line}`);
        return line;
    }

    async #own() {
        return (this.own ??= await Connection.open(this.server.socketUrl));
    }

    /** Sends a message from the other player and waits for the reply, after which its effects have been sent, too. */
    async #otherSays(message) {
        this.other ??= await Connection.open(this.server.socketUrl);
        this.other.socket.send(JSON.stringify({ ...message, id: 'other' }));
        while ((await this.other.next()).re !== 'other');
    }

    async #answer() {
        const { fetched } = this;
        this.fetched = undefined;
        return fetched ?? (await (await this.#own()).next());
    }

    #real(text) {
        return [...this.names].reduce((real, [value, name]) => real.replaceAll(name, value), text);
    }

    /** The message's text with placeholders for values that differ each time, and 0 for times. */
    #told(message) {
        if (message.type === 'created' || message.type === 'room') this.#name(message.room, 'ROOM');
        if (message.type === 'joined') this.#name(message.token, 'TOKEN');
        if (message.type === 'welcome') {
            this.#name(message.server.version, 'VERSION');
            message.games = ['fortyone', 'GAMES'];
        }
        // The first match has a fixed seed.
        if (message.match > 1 && message.commitment) this.#name(message.commitment, 'COMMITMENT');
        const text = JSON.stringify(message, (key, value) => (key === 'ms' ? 0 : value));
        return [...this.names].reduce((told, [value, name]) => told.replaceAll(value, name), text);
    }

    #name(value, name) {
        if (value) this.names.set(value, name);
    }
}

/** Plays a session. \returns its lines with the messages that the server really sent */
export function playSession(server, lines) {
    return new Session(server).play(lines);
}
