// A connection for tests of the server as a process, which compare nothing but a few messages.
import { WebSocket } from './socket.mjs';
import { until } from './until.mjs';

/** A connection, and what it has received: `got` waits for a message of a type and gives the newest, `ask` sends one first. */
export function connect(server) {
    const socket = new WebSocket(server.socketUrl);
    const messages = [];
    socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
    const got = (type) => until(() => messages.findLast((message) => message.type === type), () => `${type}: ${JSON.stringify(messages).slice(0, 500)}`);
    const ask = async (message, type) => {
        socket.send(JSON.stringify(message));
        return got(type);
    };
    return { socket, messages, got, ask };
}
