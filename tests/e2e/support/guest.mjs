// Somebody who comes to a server from an address of its own, as a player or as nobody.
import WebSocket from 'ws';
import assert from 'node:assert/strict';
import { fetch } from './fetch.mjs';

/** A new player with its secret. */
export async function makePlayer(server, name) {
    const made = await fetch(`${server.url}/api/me`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name, secret: true }) });
    assert.equal(made.status, 201);
    return await made.json();
}

/** A connection after its `welcome`, with all that it is sent until somebody takes it; or the answer that refused it. */
export async function comeTo(server, { secret, address, room } = {}) {
    const headers = { ...(secret && { authorization: `Bearer ${secret}` }), ...(address && { 'x-forwarded-for': address }) };
    const socket = new WebSocket(`${server.socketUrl}${room ? `?room=${room}` : ''}`, { headers });
    const messages = [];
    let wake = () => {};
    socket.on('message', (text) => (messages.push(JSON.parse(text)), wake()));
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })));
    const outcome = await new Promise((resolve) => {
        socket.on('open', () => resolve({ status: 101 }));
        socket.on('unexpected-response', async (_, reply) => {
            let text = '';
            for await (const piece of reply) text += piece;
            resolve({ status: reply.statusCode, json: JSON.parse(text) });
        });
    });
    const take = async (type) => {
        for (;;) {
            const at = messages.findIndex((message) => message.type === type);
            if (at >= 0) return messages.splice(at, 1)[0];
            await new Promise((resolve) => (wake = resolve));
        }
    };
    let id = 0;
    const ask = async (message, type = 'ok') => (socket.send(JSON.stringify({ id: (id += 1), ...message })), await take(type));
    if (outcome.status === 101) await take('welcome');
    return { ...outcome, socket, messages, closed, take, ask };
}
