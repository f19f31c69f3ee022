// Builds WebSocket frames by hand, for frames that no library would send.
import net from 'node:net';
import { once } from 'node:events';
import { patience } from './until.mjs';

export const opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

export function frame(kind, payload, { fin = true, masked = true, reserved = 0 } = {}) {
    const body = Buffer.from(payload);
    const first = (fin ? 0x80 : 0) | reserved | kind;
    const bit = masked ? 0x80 : 0;
    let head;
    if (body.length < 126) {
        head = Buffer.from([first, bit | body.length]);
    } else {
        head = Buffer.from([first, bit | 126, 0, 0]);
        head.writeUInt16BE(body.length, 2);
    }
    if (!masked) return Buffer.concat([head, body]);
    const mask = Buffer.from([1, 2, 3, 4]);
    return Buffer.concat([head, mask, body.map((byte, i) => byte ^ mask[i % 4])]);
}

/** The parts of a valid handshake. */
export const handshake = {
    head: 'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n',
    fields: 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n',
    key: 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
};

async function open(server) {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.setTimeout(patience, () => socket.destroy(new Error('timeout while waiting for an answer')));
    return socket;
}

/** Sends exactly these bytes. Returns the status and body of the first response; no status if the server closed the
 *  connection without one. */
export async function answerTo(server, bytes) {
    const socket = await open(server);
    socket.write(bytes);
    let received = '';
    try {
        for await (const chunk of socket) {
            received += chunk.toString('latin1');
            const [head, body] = received.split('\r\n\r\n', 2);
            const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
            if (body === undefined || body.length < length) continue;
            return { status: Number(head.split(' ')[1]), body: body.slice(0, length) };
        }
    } catch (error) {
        if (error.code !== 'ECONNRESET') throw error;
    } finally {
        socket.destroy();
    }
    return {};
}

/** Opens a WebSocket, sends these bytes, and waits for the close frame. Returns its code, or a text if there was none. */
export async function closeCodeAfter(server, bytes) {
    const socket = await open(server);
    socket.write(`${handshake.head}${handshake.fields}${handshake.key}\r\n`);
    let received = Buffer.alloc(0);
    let sent = false;
    for await (const chunk of socket) {
        received = Buffer.concat([received, chunk]);
        const headEnd = received.indexOf('\r\n\r\n');
        if (headEnd < 0) continue;
        if (!sent) {
            sent = true;
            socket.write(bytes);
        }
        for (let at = headEnd + 4; at + 2 <= received.length; ) {
            let length = received[at + 1] & 0x7f;
            let head = 2;
            if (length === 126) {
                length = received.readUInt16BE(at + 2);
                head = 4;
            }
            if ((received[at] & 0x0f) === opcode.close && at + head + 2 <= received.length) {
                socket.destroy();
                return received.readUInt16BE(at + head);
            }
            at += head + length;
        }
    }
    return 'closed without a close frame';
}
