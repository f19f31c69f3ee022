// Attacks. Each runs in a thread of its own (siege.mjs) and goes on until that is terminated; it posts one message when all of it
// is under way.
import net from 'node:net';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { frame, handshake, opcode } from '../e2e/support/raw_socket.mjs';

const text = (message) => frame(opcode.text, JSON.stringify(message));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Resolves with the event, or with nothing if the connection fails. */
const event = (socket, name) => once(socket, name).catch(() => {});
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** A TCP connection from this address. What happens to it is its owner's to see. */
async function connect(port, localAddress) {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    await Promise.race([event(socket, 'connect'), event(socket, 'close')]);
    return socket;
}

/** A WebSocket from this address that is open, if the server lets it. With `reads` it throws away what it is sent. */
async function open(port, address, reads = true) {
    const socket = await connect(port, address);
    socket.write(`${handshake.head}${handshake.fields}${handshake.key}\r\n`);
    await Promise.race([event(socket, 'data'), event(socket, 'close')]);
    if (reads) socket.resume();
    else socket.pause();
    return socket;
}

/** Calls `each` with every JSON message that the server sends; messages in one frame each, as the server writes them. */
function listen(socket, each) {
    let rest = Buffer.alloc(0);
    socket.on('data', (data) => {
        rest = Buffer.concat([rest, data]);
        for (;;) {
            if (rest.length < 2) return;
            let length = rest[1] & 0x7f;
            let head = 2;
            if (length === 126) [length, head] = [rest.length < 4 ? Infinity : rest.readUInt16BE(2), 4];
            else if (length === 127) [length, head] = [rest.length < 10 ? Infinity : Number(rest.readBigUInt64BE(2)), 10];
            if (rest.length < head + length) return;
            if ((rest[0] & 0x0f) === opcode.text) each(JSON.parse(rest.subarray(head, head + length)));
            rest = rest.subarray(head + length);
        }
    });
}

const attacks = {
    /** Makes `rooms` public rooms from each of the addresses, on connections of `each` rooms, and sits in them. */
    async rooms({ port, addresses, rooms, each }) {
        const create = text({ type: 'create', game: 'fortyone', public: true });
        await Promise.all(addresses.flatMap((address) => times(Math.ceil(rooms / each), async () => {
            const socket = await open(port, address, false);
            let answers = 0;
            const done = new Promise((resolve) => {
                socket.once('close', resolve);
                listen(socket, ({ type, room }) => {
                    if (type !== 'created') return;
                    socket.write(text({ type: 'join', room, name: 'n' }));
                    if (++answers === each) resolve();
                });
            });
            socket.resume();
            // No faster than the rate of messages that is never refused.
            for (let sent = 0; sent < each && !socket.destroyed; sent += 5) {
                socket.write(Buffer.concat(times(Math.min(5, each - sent), () => create)));
                await pause(55);
            }
            await done;
        })));
    },

    /** Asks for the list of rooms again and again, and reads nothing. */
    async unreadLists({ port, address, connections, lists }) {
        const sockets = await Promise.all(times(connections, () => open(port, address, false)));
        const list = text({ type: 'list' });
        // Step by step: a connection for which too much waits is closed, and all the others wait just below that.
        for (let sent = 0; sent < lists; sent++) {
            for (const socket of sockets) if (!socket.destroyed) socket.write(list);
            await pause(40);
        }
    },

    /** Asks for a document on many connections, `requests` times on each, and reads nothing. */
    async unreadGets({ port, address, connections, requests, path }) {
        const get = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
        const sockets = await Promise.all(times(connections, () => connect(port, address)));
        for (const socket of sockets) {
            socket.pause();
            socket.write(get.repeat(requests));
        }
    },

    /**
     * Resumes a seat in each of its rooms as often at once as the rate of messages allows, with all that can be sent again, and reads it.
     * \returns how many of the connections got all of it
     */
    async resumes({ port, address, seats, times: count }) {
        const whole = await Promise.all(seats.map(async ({ room, token, seq }) => {
            const socket = await open(port, address);
            const done = new Promise((resolve) => {
                let end = '';
                socket.on('data', (data) => (end = (end + data.toString('latin1')).slice(-data.length - 20)).includes('"re":"last"') && resolve(true));
                socket.once('close', () => resolve(false));
            });
            const resume = (i) => text({ type: 'resume', room, token, since: seq - 62, updates: i % 2 ? 'full' : 'events', ...(i === count - 1 && { id: 'last' }) });
            socket.write(Buffer.concat(times(count, resume)));
            return await done;
        }));
        return { answered: whole.filter((each) => each).length };
    },

    /** Resumes a seat on each connection, with what was missed, `rate` times a second, and reads it. */
    async resumeRate({ port, address, seats, connections, rate, seconds }) {
        const sockets = await Promise.all(times(connections, () => open(port, address)));
        const every = 50;
        for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(every))
            sockets.forEach((socket, i) => {
                const { room, token, seq } = seats[i % seats.length];
                const resume = text({ type: 'resume', room, token, since: seq - 1, updates: 'events' });
                if (!socket.destroyed) socket.write(Buffer.concat(times(Math.round(rate * every / 1000), () => resume)));
            });
    },

    /** Names each of these rooms once on each connection. \\returns the errors that came */
    async named({ port, addresses, connections, rooms }) {
        let answers = 0;
        await Promise.all(addresses.flatMap((address) => times(connections, async () => {
            const socket = await open(port, address, false);
            let own = 0;
            const done = new Promise((resolve) => {
                socket.once('close', resolve);
                listen(socket, ({ type }) => type === 'error' && ++answers && ++own === rooms.length && resolve());
            });
            socket.resume();
            for (let sent = 0; sent < rooms.length && !socket.destroyed; sent += 5) {
                socket.write(Buffer.concat(rooms.slice(sent, sent + 5).map((room) => text({ type: 'leave', room }))));
                await pause(55);
            }
            await done;
        })));
        return { answers };
    },

    /** Watches one room on many connections, and all of them talk. */
    async chatter({ port, address, room, connections, seconds }) {
        const sockets = await Promise.all(times(connections, () => open(port, address)));
        for (const socket of sockets) socket.write(text({ type: 'join', room, name: 'a', role: 'spectator' }));
        const line = text({ type: 'chat', room, text: 'x'.repeat(200) });
        for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(250))
            for (const socket of sockets) if (!socket.destroyed) socket.write(line);
    },

    /** Sits down with hard bots in as many rooms as it may, for long matches, and plays nothing itself. */
    async hardBots({ port, address, rooms, seats }) {
        const socket = await open(port, address, false);
        let seated = 0;
        let full = 0;
        const done = new Promise((resolve) => {
            socket.once('close', resolve);
            listen(socket, (message) => {
                if (message.type === 'created') {
                    const { room } = message;
                    socket.write(Buffer.concat([text({ type: 'join', room, name: 'a' }), ...times(seats - 1, () => text({ type: 'fill', room, level: 'hard' }))]));
                    if (++seated < rooms) setTimeout(create, seats * 20);
                }
                // A bot plays on after 3 s: the whole match is the bots'.
                if (message.type === 'update' && message.seq === 1) {
                    socket.write(text({ type: 'leave', room: message.view.room ?? message.room }));
                    if (++full === rooms) resolve();
                }
            });
        });
        socket.resume();
        const create = () => socket.write(text({ type: 'create', game: 'ttpageone', seats, options: { games: 9 } }));
        create();
        await done;
        return { seated, full };
    },

    /** Opens WebSockets, and says nothing on them. */
    async idle({ port, addresses, connections }) {
        let open_ = 0;
        for (const address of addresses)
            await Promise.all(times(connections, async () => {
                const socket = await open(port, address);
                if (!socket.destroyed) open_++;
            }));
        return { open: open_ };
    },

    /** Sends `count` requests with JSON to this path, as fast as they are answered. In fields and body RANDOM is a random code. \returns how often each status came */
    async posts({ port, address, path, count, fields = '', body = '', connections = 20 }) {
        const random = () => times(25, () => '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'[Math.floor(Math.random() * 32)]).join('');
        const at_once = 50;
        const statuses = {};
        await Promise.all(times(connections, async (i) => {
            const socket = await connect(port, address);
            const own = Math.floor((count + i) / connections);
            let sent = 0, answered = 0, rest = '';
            const send = () => {
                const requests = times(Math.min(at_once, own - sent), () => {
                    const text = body.replace('RANDOM', random());
                    return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${fields.replace('RANDOM', random())}Content-Length: ${text.length}\r\n\r\n${text}`;
                });
                sent += requests.length;
                socket.write(requests.join(''));
            };
            await new Promise((resolve) => {
                socket.once('close', resolve);
                socket.setEncoding('latin1').on('data', (data) => {
                    const [...found] = (rest + data).matchAll(/HTTP\/1\.1 (\d{3}) /g);
                    rest = (rest + data).slice(-12);
                    if (/HTTP\/1\.1 \d{3} $/.test(rest)) rest = '';
                    for (const [, status] of found) statuses[status] = (statuses[status] ?? 0) + 1;
                    answered += found.length;
                    if (answered === own) resolve();
                    else if (answered === sent) send();
                });
                send();
            });
            socket.destroy();
        }));
        return statuses;
    },
};

const { name, options } = workerData;
parentPort.postMessage(await attacks[name](options));
// Whatever is open stays so until the thread is terminated.
setInterval(() => {}, 1000);
