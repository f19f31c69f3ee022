// A model of a room: its state after each message, and its replies, according to the protocol. It has no games, clocks or
// sockets.
const here = (seat) => seat.kind === 'human' && !seat.botPlays;

export class RoomModel {
    /** `playable(n)`: whether the game can be played by n players. */
    constructor(seats, playable) {
        this.seats = Array.from({ length: seats }, () => ({ kind: 'empty' }));
        this.playable = playable;
        this.host = null;
        this.status = 'waiting';
        this.match = 1;
        this.spectators = new Set();
        this.blocked = new Set();
        this.hints = false;
    }

    seatOf(client) {
        const seat = this.seats.findIndex(({ connection }) => connection && connection === client);
        return seat < 0 ? null : seat;
    }

    /** Applies a message. Returns the error code, or null if it is accepted. `client` identifies the connection. */
    handle(client, message) {
        return this[message.type](client, message);
    }

    join(client, { seat, role, name }) {
        if (this.seatOf(client) !== null || (role === 'spectator' && this.spectators.has(client))) return 'already_joined';
        if (role === 'spectator') {
            this.spectators.add(client);
            return null;
        }
        const found = this.#empty(seat);
        if (typeof found === 'string') return found;
        if (this.blocked.has(client)) return 'blocked';
        this.spectators.delete(client);
        this.seats[found] = { kind: 'human', name, connection: client, token: Symbol(name) };
        this.host ??= this.seats[found];
        this.#beginIfReady();
        return null;
    }

    /** `token`: the token of a seat of the model, or undefined for a wrong one. */
    resume(client, { token }) {
        const seat = this.seats.find((one) => one.token && one.token === token);
        if (!seat) return 'bad_token';
        const own = this.seatOf(client);
        if (own !== null && this.seats[own] !== seat) return 'already_joined';
        this.spectators.delete(client);
        seat.connection = client;
        seat.botPlays = false;
        this.host ??= seat;
        return null;
    }

    leave(client) {
        const seat = this.seatOf(client);
        if (seat === null && !this.spectators.delete(client)) return 'not_seated';
        if (seat !== null) this.#giveUp(seat);
        return null;
    }

    move(client, { seat }) {
        const own = this.seatOf(client);
        if (own === null) return 'not_seated';
        const refused = this.#refuseInMatch();
        if (refused) return refused;
        if (!this.seats[seat]) return 'bad_message';
        if (this.seats[seat].kind !== 'empty') return 'seat_taken';
        [this.seats[own], this.seats[seat]] = [this.seats[seat], this.seats[own]];
        return null;
    }

    start(client) {
        const refused = this.#refuseHost(client) ?? this.#refuseInMatch();
        if (refused) return refused;
        const taken = this.seats.filter(({ kind }) => kind !== 'empty');
        if (!this.playable(taken.length)) return 'too_few_players';
        this.seats = taken;
        this.#begin();
        return null;
    }

    fill(client, { seat }) {
        const refused = this.#refuseHost(client) ?? this.#refuseInMatch();
        if (refused) return refused;
        const found = this.#empty(seat);
        if (typeof found === 'string') return found;
        this.seats[found] = { kind: 'bot' };
        this.#beginIfReady();
        return null;
    }

    kick(client, { seat }) {
        if (this.seatOf(client) === null) return 'not_seated';
        const kicked = this.seats[seat];
        // Only somebody who has been gone for 60 seconds may be kicked by all: no model lives that long.
        if (this.#refuseHost(client)) return 'not_host';
        if (!kicked || kicked.kind === 'empty') return 'bad_message';
        // No model lives for ten minutes. In a match the seat stays the player's.
        if (kicked.connection && kicked.connection !== client && this.status !== 'playing') this.blocked.add(kicked.connection);
        this.#giveUp(seat);
        return null;
    }

    rematch(client) {
        const seat = this.seatOf(client);
        if (seat === null) return 'not_seated';
        if (this.status === 'playing') return 'already_playing';
        if (this.status === 'waiting') return 'not_playing';
        this.seats[seat].asked = true;
        this.#beginIfReady();
        return null;
    }

    /** Another number of seats, or whether there are hints. */
    change(client, { seats = this.seats.length, hints = this.hints }) {
        const refused = this.#refuseHost(client) ?? this.#refuseInMatch();
        if (refused) return refused;
        const taken = this.seats.filter(({ kind }) => kind !== 'empty').length;
        if (!this.playable(seats) || seats < taken) return 'bad_options';
        if (seats === this.seats.length && hints === this.hints) return null;
        this.hints = hints;
        let open = seats - taken;
        this.seats = this.seats.filter(({ kind }) => kind !== 'empty' || open-- > 0);
        while (this.seats.length < seats) this.seats.push({ kind: 'empty' });
        for (const seat of this.seats) seat.asked = false;
        this.#beginIfReady();
        return null;
    }

    chat(client) {
        return this.seatOf(client) === null && !this.spectators.has(client) ? 'not_seated' : null;
    }

    /** An act with a decision that is never current. */
    act(client) {
        if (this.seatOf(client) === null) return 'not_seated';
        return this.status === 'playing' ? 'stale_decision' : 'not_playing';
    }

    /** Returns whether the others are told at once: of spectators alone they hear once a second. */
    disconnect(client) {
        const seat = this.seatOf(client);
        if (seat !== null) this.seats[seat].connection = null;
        this.spectators.delete(client);
        return seat !== null;
    }

    end() {
        this.status = 'finished';
        this.match++;
    }

    /** The expected contents of the `room` message, without names and the number of spectators. */
    info() {
        const seats = this.seats.map((seat, number) => ({
            seat: number,
            kind: seat.kind,
            connected: seat.kind === 'bot' || (here(seat) && Boolean(seat.connection)),
            host: seat === this.host,
            ...(seat.botPlays && { bot_plays: true }),
        }));
        return { status: this.status, match: this.match, seats, hints: this.hints };
    }

    #refuseHost(client) {
        const seat = this.seatOf(client);
        if (seat === null) return 'not_seated';
        return this.seats[seat] === this.host ? null : 'not_host';
    }

    #refuseInMatch() {
        return this.status === 'playing' ? 'already_playing' : null;
    }

    #empty(seat) {
        if (seat !== undefined && !this.seats[seat]) return 'bad_message';
        const first = this.seats.findIndex(({ kind }) => kind === 'empty');
        if (first < 0) return 'room_full';
        if (seat === undefined) return first;
        return this.seats[seat].kind === 'empty' ? seat : 'seat_taken';
    }

    #giveUp(number) {
        const seat = this.seats[number];
        seat.connection = null;
        if (this.status !== 'playing') this.seats[number] = { kind: 'empty' };
        else if (seat.kind === 'human') seat.botPlays = true;
        if (this.host === seat && seat.kind === 'human') this.host = this.seats.find(here) ?? null;
    }

    #beginIfReady() {
        if (this.seats.some(({ kind }) => kind === 'empty')) return;
        const humans = this.seats.filter(here);
        const asked = humans.length > 0 && humans.every((seat) => seat.asked);
        if (this.status === 'waiting' || (this.status === 'finished' && asked)) this.#begin();
    }

    #begin() {
        this.status = 'playing';
        for (const seat of this.seats) seat.asked = false;
    }
}
