// Compares two worlds: a match that was played, and the same match in which cards that one observer can't see were exchanged.
// The observer must receive exactly the same bytes in both.
import { fresh } from './chance.mjs';
import { Random } from './random.mjs';

const faces = (text) => text.match(/(?<=")[A2-9TJQK][SHDC](?=")/g) ?? [];

/** Replaces what always differs between two rooms: the room's code, the seat's token, and the next match's commitment,
 *  which comes from a new seed. */
export function neutral(texts, room, token) {
    return texts.map((text) => {
        let same = text.replaceAll(room, 'ROOM');
        if (token) same = same.replaceAll(token, 'TOKEN');
        if (same.startsWith('{"type":"room"') && same.includes('"status":"finished"'))
            same = same.replace(/"commitment":"[0-9a-f]{64}"/, '"commitment":"NEXT"');
        return same;
    });
}

/** Describes the first difference between two lists of messages; undefined if they are equal. */
export function difference(one, other) {
    for (let i = 0; i < Math.max(one.length, other.length); i++) {
        if (one[i] === other[i]) continue;
        if (one[i] === undefined || other[i] === undefined) return `message ${i} is there only once: ${one[i] ?? other[i]}`;
        const at = [...one[i]].findIndex((char, place) => char !== other[i][place]);
        const part = (text) => text.slice(Math.max(0, at - 200), at + 100);
        return `message ${i} differs at ${at}:\n  ${part(one[i])}\n  ${part(other[i])}`;
    }
    return undefined;
}

/** For each shuffle of a match the number of the update in which its cards are dealt. */
function segments({ game, spectator, replay }) {
    const shuffles = replay.chance.filter((draw) => draw.shuffle).length;
    // A game whose later deals are not known here compares less: the cards hidden from the start on.
    const starts = { sugekari21: ['dealt'], twentytwo: ['dealt'], ttpageone: ['dealt', 'reshuffled'], selfish: ['gathered'] }[game] ?? [];
    const found = spectator.history.flatMap(({ seq, events }) => events.filter(({ type }) => starts.includes(type)).map(() => seq));
    // Shuffles before the first deal are for the draw for the dealer.
    return [...Array(shuffles - found.length).fill(1), ...found];
}

/** Whether a shuffle starts with the cards that the previous one left, so that both must be changed together. */
const dependsOnLast = ({ game, replay: { shuffled } }, k) =>
    shuffled[k].rest_of !== undefined || (shuffled[k].sorted === true && game !== 'twentytwo');

/**
 * Makes another deal that this observer can't distinguish from the real one, up to some update.
 * \returns the shuffles, the map from each card to its replacement, the last update to compare, and the first and last
 *     update of the changed deal; undefined if fewer than two cards are hidden
 */
export function redeal(match, observer, random) {
    const shuffles = match.replay.chance.filter((draw) => draw.shuffle).map((draw) => draw.shuffle);
    const starts = segments(match);
    const k = random.below(shuffles.length);
    let next = k + 1;
    while (next < shuffles.length && dependsOnLast(match, next)) next++;
    // Compare up to the end of the match, or only up to some update of this deal, when more cards are hidden.
    const dealEnds = next < shuffles.length ? starts[next] : match.seq;
    const toTheEnd = random.below(3) === 0;
    const horizon = toTheEnd ? dealEnds : starts[k] + random.below(dealEnds - starts[k] + 1);
    const inDeal = ({ seq }) => seq >= starts[k] && seq <= horizon;
    // What everybody sees, and what the observer's own view shows: this it may know. What only its events tell, it may not.
    const seen = new Set([
        ...match.spectator.history.filter(inDeal).flatMap((message) => faces(JSON.stringify(message))),
        ...observer.history.filter(inDeal).flatMap(({ view }) => faces(JSON.stringify(view))),
    ]);
    const hidden = fresh().filter((card) => !seen.has(card) && shuffles[k].includes(card));
    if (hidden.length < 2) return undefined;
    const map = exchangeSome(match, observer, hidden, Math.min(horizon, match.seq), random);
    const dealt = shuffles.map((cards, i) => (i >= k && i < next ? cards.map((card) => map.get(card) ?? card) : cards));
    return { shuffles: dealt, map, upTo: toTheEnd ? match.seq : horizon, deal: [starts[k], dealEnds] };
}

/** Chooses which cards to exchange: all hidden cards, or two of them, one of which is in another hand if possible. */
function exchangeSome(match, observer, hidden, horizon, random) {
    if (random.below(3) === 0) {
        const others = random.shuffled(hidden);
        return new Map(hidden.map((card, i) => [card, others[i]]));
    }
    const held = match.players
        .filter((player) => player !== observer)
        .flatMap((player) => faces(JSON.stringify(player.history[horizon - 1].view?.hands[player.seat] ?? [])))
        .filter((card) => hidden.includes(card));
    const one = random.of(held.length ? held : hidden);
    const rank = (card) => 'A23456789TJQK'.indexOf(card[0]);
    const rest = hidden.filter((card) => card !== one);
    const near = rest.filter((card) => Math.abs(rank(card) - rank(one)) <= 1);
    const other = random.of(near.length && random.below(2) ? near : rest);
    return new Map([[one, other], [other, one]]);
}

export const mapped = (value, map) =>
    typeof value === 'string' ? (map.get(value) ?? value)
    : Array.isArray(value) ? value.map((item) => mapped(item, map))
    : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, map)]))
    : value;

/** An illegal action for this seat, made from what it knows. */
function nonsense(game, last, seat, random) {
    const own = (last.view.hands?.[seat] ?? []).filter((card) => card);
    const card = random.of(fresh().filter((face) => !own.includes(face)));
    const kinds = {
        fortyone: [{ type: 'play', card }],
        selfish: [{ type: 'draw', card }, { type: 'stop', seat }, { type: 'claim', claim: card }],
        sugekari21: [{ type: 'play', card }, { type: 'give', cards: [card, ...own.slice(0, 2)] }, { type: 'discard', card }],
        ttpageone: [{ type: 'play', table: 0, cards: [card] }, { type: 'play', table: 1, cards: [card], last_one: true }, { type: 'hide', card }, { type: 'challenge', seat }],
        twentytwo: [{ type: 'play', cards: [card] }, { type: 'exchange', cards: [card] }, { type: 'play', cards: [card, ...own.slice(0, 1)] }],
    };
    const templates = (last.legal ?? []).filter((template) => template.cards);
    const others = [{ type: 'nonsense', card }, ...templates.map((template) => ({ ...template, cards: [card] }))];
    return random.of(kinds[game] ?? others);
}

/**
 * Plays a match again over sockets, with these shuffles and the cards mapped, up to an update.
 * \param tap changes the texts that the observer receives; for testing the comparison
 * \returns all messages that the observer received; undefined if an action is not possible in this deal
 */
export async function replayWorld(world, match, who, { shuffles, map, upTo, deal }, seed, tap = (text) => text) {
    const { replay, game } = match;
    const random = new Random(seed);
    const clients = await world.several(replay.seats + 1);
    try {
        const spectator = clients.at(-1);
        const { room } = await spectator.create(game, {
            seats: replay.seats,
            options: match.options,
            hints: true,
            fixed: { server_seed: replay.server_seed, shuffles },
        });
        await spectator.join(room, 'watcher', { role: 'spectator' });
        const last = [];
        for (let seat = 0; seat < replay.seats; seat++) {
            await clients[seat].ask({ type: 'join', room, name: `p${seat}`, seat }, 'joined').then(({ token }) => (clients[seat].token = token));
            for (const client of [...clients.slice(0, seat + 1), spectator]) await client.take('room');
        }
        const everybody = async () => {
            for (const [place, client] of clients.entries()) last[place] = await client.take('update');
        };
        await everybody();
        const observer = clients[who ?? replay.seats];
        const texts = [];
        for (const [i, { seat, action }] of replay.actions.slice(0, upTo - 1).entries()) {
            // Map only the cards of the changed deal.
            const here = deal[0] <= i + 1 && i + 1 < deal[1];
            if (random.below(3) === 0) await refusedTry(observer, room, who, game, last, random);
            if (who !== undefined && random.below(4) === 0) await ask(observer, room, last[who]);
            const client = clients[seat];
            client.sendAnything({ type: 'act', room, decision: last[seat].decision, action: here ? mapped(action, map) : action, id: 'a' });
            const reply = await client.next();
            if (reply.type === 'error') return undefined;
            await everybody();
        }
        if (who !== undefined) await refusedTry(observer, room, who, game, last, random);
        if (last[0].view.result) await changed(clients[0], room, game, replay.seats);
        await observer.rest(room);
        texts.push(...observer.raw.map((text) => tap(text, last)));
        if (who !== undefined) texts.push(...(await resumed(world, room, observer.token)));
        return neutral(texts, room, observer.token);
    } finally {
        for (const client of clients) {
            client.socket.terminate();
            world.clients.delete(client);
        }
    }
}

/** After the match its host chooses another game. */
async function changed(host, room, game, seats) {
    await host.rest(room);
    await host.ask({ type: 'change', room, game: game === 'selfish' ? 'twentytwo' : 'selfish', seats: seats + 1, clock: { decision: 5, bank: 0 } });
}

/** Asks for advice; the answer is among what the observer receives. */
async function ask(observer, room, { legal, decision }) {
    observer.sendAnything({ type: 'advise', room, id: 'h' });
    const reply = await observer.next('advice');
    const good = reply.type === 'advice' ? reply.decision === decision : reply.code === 'no_advice';
    if (!good || (!legal && reply.type === 'advice')) throw new Error(`asked for advice, got ${JSON.stringify(reply)}`);
}

async function refusedTry(observer, room, who, game, last, random) {
    const mine = last[who ?? last.length - 1];
    if (mine.view.result) return;
    const action = who === undefined ? { type: 'pass' } : nonsense(game, mine, who, random);
    observer.sendAnything({ type: 'act', room, decision: mine.decision ?? 1, action, id: 'x' });
    const reply = await observer.take('error');
    const codes = who === undefined ? ['not_seated'] : ['illegal_action', 'stale_decision'];
    if (!codes.includes(reply.code)) throw new Error(`${JSON.stringify(action)} gave ${JSON.stringify(reply)}`);
}

/** The messages that the seat gets when it resumes and asks for all updates since the first. */
async function resumed(world, room, token) {
    const again = await world.client();
    try {
        await again.resume(room, token, { since: 1 });
        await again.rest(room);
        return [...again.raw];
    } finally {
        again.socket.terminate();
        world.clients.delete(again);
    }
}

