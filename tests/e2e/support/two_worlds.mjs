// Compares two worlds: a match that was played, and one in which cards that one observer can't see were exchanged. The
// observer must receive exactly the same bytes in both.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Random } from './random.mjs';
import { binary } from './server.mjs';

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

/** The program that finds the other world: it stands beside the servers, and has the games of all of them. */
const program = join(dirname(binary), 'tefuda-worlds');

/**
 * Two matches which this observer can't tell apart by its views: the match that was played, up to some action, and one with other
 * hidden cards, as the engine's `redeal` exchanges them. \param who a seat, or undefined for a spectator
 * @returns `{ here, there, refused }`: for each world `{ entropies, shuffles, actions }`, and for each action one of the observer's
 *     that is refused before it in both, or null; undefined if there is no such match
 */
export async function pairOf({ game, replay }, who, seed) {
    const asked = {
        game,
        options: replay.options,
        seats: replay.seats,
        server_seed: replay.server_seed,
        entropies: replay.entropy,
        shuffles: replay.chance.filter((draw) => draw.shuffle).map((draw) => draw.shuffle),
        actions: replay.actions.map(({ seat, action }) => ({ seat, action })),
        ...(who !== undefined && { observer: who }),
        seed,
    };
    const child = execFile(program);
    let text = '';
    child.stdout.on('data', (part) => (text += part));
    child.stderr.pipe(process.stderr);
    child.stdin.end(`${JSON.stringify(asked)}\n`);
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${program} ends with ${code}`);
    return JSON.parse(text) ?? undefined;
}

/**
 * Plays one of the two worlds over sockets.
 * \param tap changes the texts that the observer receives; for testing the comparison
 * \returns all messages that the observer received
 */
export async function playWorld(world, match, who, { entropies, shuffles, actions }, refused, seed, tap = (text) => text) {
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
            const join = { type: 'join', room, name: `p${seat}`, seat, entropy: entropies[seat] };
            await clients[seat].ask(join, 'joined').then(({ token }) => (clients[seat].token = token));
            for (const client of [...clients.slice(0, seat + 1), spectator]) await client.take('room');
        }
        const everybody = async () => {
            for (const [place, client] of clients.entries()) last[place] = await client.take('update');
        };
        await everybody();
        const observer = clients[who ?? replay.seats];
        for (const [i, { seat, action }] of actions.entries()) {
            if (random.below(3) === 0) await refusedTry(observer, room, who, refused[i], last);
            if (who !== undefined && random.below(4) === 0) await ask(observer, room, last[who]);
            clients[seat].sendAnything({ type: 'act', room, decision: last[seat].decision, action, id: 'a' });
            const reply = await clients[seat].next();
            if (reply.type === 'error') throw new Error(`${JSON.stringify(action)} of seat ${seat} gave ${JSON.stringify(reply)}`);
            await everybody();
        }
        if (who !== undefined) await refusedTry(observer, room, who, refused.at(-1), last);
        if (last[0].view.result) await changed(clients[0], room, game, replay.seats);
        await observer.rest(room);
        const texts = observer.raw.map((text) => tap(text, last));
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

/** Sends an action that is refused; the answer is among what the observer receives. */
async function refusedTry(observer, room, who, refused, last) {
    const mine = last[who ?? last.length - 1];
    const action = who === undefined ? { type: 'pass' } : refused;
    if (mine.view.result || !action) return;
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

