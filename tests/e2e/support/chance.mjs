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

/** New packs of these cards: each in canonical order, one after the other, jokers last. */
function freshOf(cards) {
    const plain = canonical(cards.filter((card) => card !== 'XX'));
    const nth = plain.map((card, at) => at - plain.indexOf(card));
    const packs = Array.from({ length: Math.max(0, ...nth) + 1 }, (_, n) => plain.filter((_card, at) => nth[at] === n));
    return [...packs.flat(), ...cards.filter((card) => card === 'XX')];
}

/** The list before a shuffle, which the replay names in `shuffled`; undefined if nothing makes its order certain. */
function listBefore(what, outcome, packs, outcomes) {
    if (what.pack !== undefined) return packs[what.pack];
    if (what.sorted) return canonical(outcome);
    if (what.rest_of < outcomes.length) return outcomes[what.rest_of].slice(what.from);
    if (what.places) return Array.from({ length: what.places }, (_, place) => place);
}

/** Recomputes a replay's commitment and every random outcome. */
export function checkReplay(replay) {
    assert.equal(commitmentOf(replay.server_seed), replay.commitment, 'commitment');
    const stream = new Stream(finalSeedOf(replay.server_seed, replay.entropy));
    for (const pack of replay.packs) assert.deepEqual(pack, freshOf(pack), 'a new pack');
    const outcomes = [];
    let replaced = 0;
    for (const [index, draw] of replay.chance.entries()) {
        const where = `draw ${index} of ${replay.game}`;
        if ('pick' in draw) {
            assert.deepEqual(draw, { pick: stream.pick(draw.of), of: draw.of }, where);
        } else if ('order' in draw) {
            assert.deepEqual(draw, { order: stream.order(replay.seats) }, where);
        } else {
            const input = listBefore(replay.shuffled[outcomes.length], draw.shuffle, replay.packs, outcomes);
            assert.ok(input, where);
            assert.deepEqual([...draw.shuffle].sort(), [...input].sort(), where);
            const outcome = stream.shuffle(input);
            if (replaced < (replay.fixed ?? 0)) replaced++;
            else assert.deepEqual(draw.shuffle, outcome, where);
            outcomes.push(draw.shuffle);
        }
    }
    assert.equal(outcomes.length, replay.shuffled.length, 'lists shuffled');
    assert.equal(replaced, replay.fixed ?? 0, 'replaced shuffles');
}
