// An evening at a table: who sits there, and what its sheet must be, counted from the replays of its matches alone.
import WebSocket from 'ws';
import { Seat } from './people.mjs';

/** Somebody at the table; without a secret nobody. */
export class Friend {
    constructor(name, secret) {
        Object.assign(this, { name, secret });
    }

    /** Connects to the server at this address for this room. */
    async connect(url, room) {
        const headers = this.secret ? { authorization: `Bearer ${this.secret}` } : {};
        this.room = room;
        this.at = new Seat(new WebSocket(`${url.replace('http', 'ws')}/ws?room=${room}`, { headers }), null);
        await this.at.take('welcome');
    }

    ask(type, fields = {}, answer = 'ok') {
        return this.at.ask({ type, id: type, room: this.room, ...fields }, answer);
    }

    async join() {
        this.token = (await this.ask('join', { name: this.name }, 'joined')).token;
    }

    async resume() {
        await this.ask('resume', { token: this.token }, 'joined');
    }
}

/** How many sides there are by the rules of the game, whatever the result names: seat s plays for side s modulo that number. */
function sidesIn({ game, options, seats }) {
    if (game === 'sugekari21') return 2;
    return game === 'ttpageone' && options.teams > 0 ? options.teams : seats;
}

/** The points of each seat: of each other one that is no partner, 1 if it ended behind, and half of it if beside. */
function pointsIn(replay) {
    const { ranks, winners } = replay.result;
    const sides = sidesIn(replay);
    const against = (rank, other) => (winners.length === 0 || other === rank ? 0.5 : Number(other > rank));
    const isAgainst = (seat, other) => seat % sides !== other % sides;
    return ranks.map((rank, seat) => ranks.reduce((sum, other, at) => sum + (isAgainst(seat, at) ? against(rank, other) : 0), 0));
}

/**
 * \param replays of all matches of the evening, in order
 * \param whose names a seat's line: `(match, name, player) => key`
 * \param bots the names of the built-in bots
 * \returns `lines` as the sheet has them, with `key` instead of `seat`, and of each match the points of these, the newest first
 */
export function countEvening(replays, whose, bots = []) {
    const lines = new Map();
    for (const replay of replays) {
        const { names, players, result, actions } = replay;
        const points = pointsIn(replay);
        const playing = new Set();
        for (const [seat, name] of names.entries()) {
            const key = whose(replay.match, name, players?.[seat]);
            const line = lines.get(key) ?? { key, kind: bots.includes(name) ? 'bot' : 'human', points: 0, won: 0, matches: new Map(), shares: [] };
            lines.set(key, line);
            line.name = name;
            if (players?.[seat]) line.player = players[seat].id;
            line.points += points[seat];
            line.matches.set(replay.match, (line.matches.get(replay.match) ?? 0) + points[seat]);
            const own = actions.filter((action) => action.seat === seat);
            line.shares.push(line.kind === 'bot' ? 1 : own.filter(({ by }) => by === 'bot').length / Math.max(1, own.length));
            if (result.winners.includes(seat)) playing.add(line);
        }
        for (const line of playing) line.won += 1;
    }
    const order = [...lines.values()].sort((a, b) => b.points - a.points);
    const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
    return {
        lines: order.map(({ matches, shares, ...line }) => ({ ...line, played: matches.size, bot_share: mean(shares) })),
        matches: replays.map(({ match, game }) => ({ match, game, points: order.map(({ matches }) => matches.get(match) ?? null) })).reverse(),
    };
}
