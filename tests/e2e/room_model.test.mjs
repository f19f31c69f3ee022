// Random clients in random rooms: every reply and every `room` message must be as a model of the protocol predicts.
// TEFUDA_E2E_ROUNDS multiplies the number of rooms.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pick } from './support/picker.mjs';
import { Random } from './support/random.mjs';
import { RoomModel } from './support/room_model.mjs';
import { World } from './support/world.mjs';

const rooms = 30 * Number(process.env.TEFUDA_E2E_ROUNDS ?? 1);
const steps = 120;
const kinds = ['join', 'join', 'join', 'resume', 'resume', 'leave', 'move', 'move', 'start', 'fill', 'fill', 'kick', 'rematch', 'rematch', 'change', 'chat', 'act',
    'disconnect', 'play', 'play', 'play', 'play'];

class Party {
    constructor(world, random) {
        this.world = world;
        this.random = random;
        this.said = [];
        this.tokens = new Map(); // from the model's tokens to the server's
    }

    async begin(seats) {
        this.watcher = await this.world.client();
        this.people = await this.world.several(4);
        const { room } = await this.watcher.create('selfish', { seats });
        this.room = room;
        this.model = new RoomModel(seats, (count) => count >= 2);
        await this.say(this.watcher, { type: 'join', role: 'spectator', name: 'watcher' });
    }

    /** Sends a message, and checks the reply and the room's state afterwards. */
    async say(client, message) {
        for (const { type, seat, token } of client === this.watcher ? [] : await client.rest(this.room)) if (type === 'joined') this.keep(seat, token);
        const { token, ...sent } = message;
        const expected = this.model.handle(client, message);
        const wire = { ...sent, room: this.room, ...(message.type === 'resume' && { token: this.tokens.get(token) ?? 'wrong' }) };
        this.said.push(`${JSON.stringify(wire)} → ${expected ?? 'done'}`);
        if (expected) {
            await client.refused(expected, wire);
        } else if (['join', 'resume'].includes(message.type)) {
            const { seat, token: opened } = await client.ask(wire, 'joined');
            this.keep(seat, opened);
        } else {
            await client.ask(wire);
        }
        await this.settle();
    }

    keep(seat, token) {
        if (seat !== null) this.tokens.set(this.model.seats[seat].token, token);
    }

    /** Waits until the built-in bots have played, and compares the newest `room` message with the model. */
    async settle() {
        const notice = (message) => {
            if (message.type === 'room') this.info = message;
            if (message.type === 'update') this.update = message;
        };
        const waits = () => {
            const { to_act: seats, result } = this.update.view;
            return !result && seats.some((seat) => this.model.seats[seat].kind === 'human' && !this.model.seats[seat].botPlays);
        };
        for (const message of await this.watcher.rest(this.room)) notice(message);
        if (this.model.status === 'playing') {
            while (!waits() && this.info.status === 'playing') notice(await this.watcher.next());
            if (this.info.status === 'finished') this.model.end();
        }
        await this.countSpectators();
        const { status, match, seats, hints = false } = this.info;
        const told = { status, match, hints, seats: seats.map(({ name, ...seat }) => seat) };
        assert.deepEqual(told, this.model.info(), this.said.slice(-12).join('\n'));
    }

    /** Waits for the number of spectators, which may come a second later: so that it comes in between nothing else. */
    async countSpectators() {
        while (this.info.spectators !== this.model.spectators.size) {
            const message = await this.watcher.next('the number of spectators');
            if (message.type === 'room') this.info = message;
        }
    }

    async step() {
        const { random, model } = this;
        const client = random.of(this.people);
        const type = random.of(kinds);
        const seat = random.below(2) ? { seat: random.below(model.seats.length + 1) } : {};
        if (type === 'play') return await this.play();
        if (type === 'disconnect') return await this.disconnect(client);
        const more = {
            join: () => (random.below(4) ? { ...seat, name: 'p' } : { role: 'spectator', name: 's' }),
            resume: () => ({ token: random.of([...model.seats.map(({ token }) => token), undefined]) }),
            fill: () => ({ ...seat, level: 'easy' }),
            change: () => (random.below(3) ? { seats: 1 + random.below(5) } : { hints: Boolean(random.below(2)) }),
            move: () => ({ seat: random.below(model.seats.length + 1) }),
            kick: () => ({ seat: random.below(model.seats.length + 1) }),
            chat: () => ({ text: 'x' }),
            act: () => ({ decision: 0, action: {} }),
        }[type];
        await this.say(client, { type, ...more?.() });
    }

    /** The first seat for which the game waits makes a move, if it is connected. */
    async play() {
        if (this.model.status !== 'playing') return;
        const { connection } = this.model.seats[this.update.view.to_act[0]];
        if (!connection) return;
        await connection.rest(this.room);
        const { decision, legal } = await this.own(connection);
        await connection.ask({ type: 'act', room: this.room, decision, action: pick(legal, this.random) });
        this.said.push('a move');
        await this.settle();
    }

    /** Gets the newest update of a seat by resuming it. */
    async own(client) {
        await client.resume(this.room, this.tokens.get(this.model.seats[this.model.seatOf(client)].token));
        return await client.take('update');
    }

    async disconnect(client) {
        this.said.push('a connection is lost');
        const seen = this.model.disconnect(client);
        await client.drop();
        this.people[this.people.indexOf(client)] = await this.world.client();
        if (seen) {
            let message;
            do message = await this.watcher.next('a change of the room');
            while (message.type !== 'room');
            this.info = message;
        }
        await this.settle();
    }
}

test('rooms behave as the model predicts', async (t) => {
    const world = await World.start('--no-limits');
    t.after(() => world.stop());
    const play = async (seed) => {
        const party = new Party(world, new Random(seed));
        await party.begin(2 + (seed % 3));
        for (let i = 0; i < steps; i++) await party.step();
        for (const client of [party.watcher, ...party.people]) await client.drop();
    };
    // All at once: a bot waits for 3 s where somebody has left.
    await Promise.all(Array.from({ length: rooms }, (_, i) => play(i + 1)));
});
