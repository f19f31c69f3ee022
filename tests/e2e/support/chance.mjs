// A second, independent implementation of "Checking a deal" (PROTOCOL.md): the stream of a final seed and its draws.
import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const everyWord = 1n << 64n;

export const suits = ['S', 'H', 'D', 'C'];
export const ranks = [...'A23456789TJQK'];
const pack = suits.flatMap((suit) => ranks.map((rank) => rank + suit));
const place = new Map([...pack, 'XX'].map((card, index) => [card, index]));

export const fresh = (packs = 1, jokers = 0) => [...Array(packs).fill(pack).flat(), ...Array(jokers).fill('XX')];
export const canonical = (cards) => [...cards].sort((a, b) => place.get(a) - place.get(b));
export const commitmentOf = (seed) => sha256(Buffer.from(seed, 'hex')).toString('hex');
export const finalSeedOf = (seed, entropies) =>
    sha256(Buffer.from(seed, 'hex'), ...entropies.map((entropy) => sha256(Buffer.from(entropy, 'utf8'))));

export class Stream {
    constructor(finalSeed) {
        this.seed = finalSeed;
        this.block = 0n;
        this.words = [];
    }

    word() {
        if (!this.words.length) {
            const index = Buffer.alloc(8);
            index.writeBigUInt64BE(this.block++);
            const block = sha256(this.seed, index);
            this.words = [0, 8, 16, 24].map((at) => block.readBigUInt64BE(at));
        }
        return this.words.shift();
    }

    pick(n) {
        const limit = everyWord - (everyWord % BigInt(n));
        for (;;) {
            const word = this.word();
            if (word < limit) return Number(word % BigInt(n));
        }
    }

    shuffle(list) {
        const items = [...list];
        for (let i = items.length - 1; i > 0; i--) {
            const j = this.pick(i + 1);
            [items[i], items[j]] = [items[j], items[i]];
        }
        return items;
    }

    order(n) {
        return this.shuffle(Array.from({ length: n }, (_, seat) => seat));
    }
}

/** A new pack for the first game of a match with these options. */
export function packOf(game, options) {
    if (game === 'selfish') return fresh(1, options.jokers ?? 0);
    if (game === 'ttpageone') return fresh(1, 1);
    if (game === 'twentytwo') return options.variant === '26' ? fresh(2, 4) : fresh(options.decks ?? 1);
    return fresh();
}

/** Generates for each shuffle of a match the cards before it; is passed the outcome of each. Null: canonical order. */
function* shuffledIn({ game, options, seats }) {
    let outcome = yield packOf(game, options);
    if (game === 'sugekari21') {
        while (true) {
            if (seats === 2) outcome = yield outcome.slice(26);
            else outcome = yield fresh(1, options.jokers ? 2 : 0);
        }
    }
    if (game === 'selfish') while (true) yield packOf(game, options);
    if (game === 'twentytwo') {
        // The draw for the first dealer is repeated until one card is highest; if cards run out, with a new pack.
        let contenders = seats;
        while (contenders > 1) {
            while (contenders > 1 && contenders <= outcome.length) {
                const drawn = outcome.slice(0, contenders).map((card) => '23456789TJQKA'.indexOf(card === 'XX' ? 'A' : card[0]));
                outcome = outcome.slice(contenders);
                contenders = drawn.filter((rank) => rank === Math.max(...drawn)).length;
            }
            if (contenders > 1) outcome = yield packOf(game, options);
        }
    }
    while (true) yield null; // all later shuffles start in canonical order
}

/** Recomputes a replay's commitment and every random outcome. */
export function checkReplay(replay) {
    assert.equal(commitmentOf(replay.server_seed), replay.commitment, 'commitment');
    const stream = new Stream(finalSeedOf(replay.server_seed, replay.entropy));
    const lists = shuffledIn(replay);
    let list = lists.next().value;
    let replaced = 0;
    for (const [index, draw] of replay.chance.entries()) {
        const where = `draw ${index} of ${replay.game}`;
        if ('pick' in draw) {
            assert.deepEqual(draw, { pick: stream.pick(draw.of), of: draw.of }, where);
        } else if ('order' in draw) {
            assert.deepEqual(draw, { order: stream.order(replay.seats) }, where);
        } else {
            const input = list ?? canonical(draw.shuffle);
            assert.deepEqual(canonical(draw.shuffle), canonical(input), where);
            const outcome = stream.shuffle(input);
            if (replaced < (replay.fixed ?? 0)) replaced++;
            else assert.deepEqual(draw.shuffle, outcome, where);
            list = lists.next(draw.shuffle).value;
        }
    }
    assert.equal(replaced, replay.fixed ?? 0, 'replaced shuffles');
}
