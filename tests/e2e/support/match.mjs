// Plays a match over sockets, one action after the other, and checks every update of every observer.
import assert from 'node:assert/strict';
import { checkReplay } from './chance.mjs';
import { pick } from './picker.mjs';

/** Receives the updates of one observer and compares each with the previous one. */
export class Watch {
    constructor(client, room, updates = 'full') {
        this.client = client;
        this.room = room;
        this.updates = updates;
        this.seat = null;
        this.last = undefined;
        this.history = [];
    }

    /** Consumes and checks the next update. `actor` is the seat that has just acted. */
    async update(actor) {
        const message = await this.client.take('update');
        assert.equal(message.room, this.room);
        assert.equal(message.seq, (this.last?.seq ?? 0) + 1, 'updates are numbered without a gap');
        assert.equal('resync' in message, false);
        assert.equal('deadline_ms' in message, false, 'no deadline without a clock');
        assert.equal('view' in message, this.updates === 'full' || message.seq === 1, 'whether there is a view');
        assert.equal('decision' in message, 'legal' in message, 'decision and legal come together');
        if (this.seat === null) assert.equal('legal' in message, false, 'a spectator decides nothing');
        if (message.view) this.#checkView(message);
        this.#checkDecision(message, actor);
        this.last = message;
        this.history.push(message);
        return message;
    }

    #checkView({ view, legal }) {
        assert.equal(view.seat, this.seat);
        assert.equal(view.result === null, view.phase !== 'over');
        assert.equal('replay' in view, view.result !== null);
        assert.deepEqual(view.to_act, [...new Set(view.to_act)].sort((a, b) => a - b), 'to_act is ascending');
        assert.equal(view.to_act.length > 0, view.result === null, 'the game waits for somebody until it is over');
        if (view.to_act.includes(this.seat)) assert.ok(legal?.length, 'a seat that the game waits for has templates');
        const hands = view.hands ?? [];
        if (view.hands) assert.equal(hands.length, view.scores.length);
        for (const hand of hands) {
            const known = hand.filter((card) => card !== null);
            assert.deepEqual(hand.slice(0, known.length), known, 'cards that are known come first');
        }
        if (this.seat !== null && view.hands && view.game !== 'ttpageone')
            assert.ok(hands[this.seat].every((card) => card !== null), 'a seat knows its own hand');
    }

    #checkDecision(message, actor) {
        const before = this.last;
        if (message.decision === undefined) return;
        assert.ok(message.legal.length > 0);
        this.reached ??= 0;
        const same = before && JSON.stringify(before.legal) === JSON.stringify(message.legal) && actor !== this.seat;
        if (same) assert.equal(message.decision, before.decision, 'the decision stays while the options do');
        else assert.ok(message.decision > this.reached, 'another decision has a higher number');
        this.reached = message.decision;
    }
}

export class Match {
    /**
     * Opens a room with a client on each seat, and a spectator who receives everything that is public.
     * \param updates for each seat its update mode
     */
    static async open(world, { game, seats, options = {}, fixed, entropies = [], updates = [] }) {
        const match = new Match();
        match.world = world;
        match.game = game;
        match.options = options;
        const [spectator, ...players] = await world.several(seats + 1);
        const { room, commitment } = await spectator.create(game, { seats, options, ...(fixed && { fixed }) });
        match.room = room;
        match.commitment = commitment;
        await spectator.join(room, 'watcher', { role: 'spectator' });
        match.spectator = new Watch(spectator, room);
        match.players = players.map((client, seat) => new Watch(client, room, updates[seat]));
        match.observers = [...match.players, match.spectator];
        for (const [seat, player] of match.players.entries()) {
            player.seat = seat;
            const more = { seat, ...(entropies[seat] !== undefined && { entropy: entropies[seat] }) };
            const reply = await player.client.ask({ type: 'join', room, name: `p${seat}`, updates: player.updates, ...more }, 'joined');
            assert.equal(reply.seat, seat);
            player.token = reply.token;
            for (const other of [...match.players.slice(0, seat + 1), match.spectator])
                match.info = await other.client.take('room');
        }
        assert.equal(match.info.status, 'playing');
        assert.equal(match.info.commitment, commitment);
        for (const observer of match.observers) await observer.update();
        return match;
    }

    get view() {
        return this.spectator.last.view;
    }

    get seq() {
        return this.spectator.last.seq;
    }

    get over() {
        return this.view.result !== null;
    }

    /** Sends a seat's action, and consumes everybody's update. */
    async act(seat, action) {
        const player = this.players[seat];
        const reply = await player.client.ask({ type: 'act', room: this.room, decision: player.last.decision, action });
        assert.equal(reply.seq, this.seq + 1, 'ok tells the number of the update');
        for (const observer of this.observers) await observer.update(seat);
    }

    /** A random seat for which the game waits; sometimes another one that may act. */
    someSeat(random) {
        const able = this.players.filter((player) => player.last.legal);
        const needed = able.filter((player) => this.view.to_act.includes(player.seat));
        return random.of(random.below(10) === 0 ? able : needed);
    }

    /** Plays at random to the end. */
    async play(random) {
        while (!this.over) {
            const player = this.someSeat(random);
            await this.act(player.seat, pick(player.last.legal, random));
        }
        await this.finish();
    }

    /** Consumes the messages after the last update, and checks the replay. */
    async finish() {
        for (const { client } of this.observers) {
            const info = await client.take('room');
            assert.equal(info.status, 'finished');
            assert.equal(info.match, 2);
            assert.notEqual(info.commitment, this.commitment);
            this.info = info;
        }
        for (const { last } of this.players) {
            assert.equal(last.legal, undefined);
            if (last.view) assert.deepEqual(last.view.result, this.view.result);
        }
        assert.equal(this.view.replay, `/api/rooms/${this.room}/matches/1`);
        this.replay = (await this.world.server.get(this.view.replay)).json;
        this.world.schemas.check('Replay', this.replay, this.game);
        const { replay } = this;
        assert.equal(replay.commitment, this.commitment);
        assert.equal(replay.actions.length, this.seq - 1, 'one update for each action and one for the deal');
        assert.deepEqual(replay.result, this.view.result);
        assert.deepEqual(replay.options, this.info.options);
        assert.equal(replay.room, this.room);
        assert.equal(replay.seats, this.players.length);
        assert.ok(replay.actions.every(({ ms }, i) => ms >= (replay.actions[i - 1]?.ms ?? 0)), 'time goes on');
        checkReplay(replay);
    }

    close() {
        for (const { client } of this.observers) {
            client.socket.terminate();
            this.world.clients.delete(client);
        }
    }
}
