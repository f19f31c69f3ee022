// A connection for tests of the server as a process, which compare nothing but a few messages.
import { WebSocket } from './socket.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A connection, and what it has received: `got` waits for a message of a type and gives the newest, `ask` sends one first. */
export function connect(server) {
    const socket = new WebSocket(server.socketUrl);
    const messages = [];
    socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
    const got = async (type) => {
        for (let tries = 0; tries < 1000; tries++) {
            const found = messages.findLast((message) => message.type === type);
            if (found) return found;
            await pause(10);
        }
        throw new Error(`no ${type}: ${JSON.stringify(messages).slice(0, 500)}`);
    };
    const ask = async (message, type) => {
        socket.send(JSON.stringify(message));
        return got(type);
    };
    return { socket, messages, got, ask };
}
