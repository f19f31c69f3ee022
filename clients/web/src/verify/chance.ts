// Every outcome of chance of a match, recomputed from its replay: the commitment, the final seed, the stream of
// SHA-256 blocks, and each shuffle, order and pick. Nothing here is taken on trust.
import type { Card, Replay } from "../protocol/messages";
import { RANKS, SUITS } from "../picker/cards";

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));

export const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const commitmentOf = async (serverSeed: string): Promise<string> => toHex(await sha256(fromHex(serverSeed)));

export async function finalSeed(serverSeed: string, entropy: readonly string[]): Promise<Uint8Array> {
  const parts = [fromHex(serverSeed)];
  for (const text of entropy) parts.push(await sha256(new TextEncoder().encode(text)));
  return sha256(Uint8Array.from(parts.flatMap((part) => [...part])));
}

/** The stream: block i is SHA-256(seed ‖ i), each giving four 64-bit words. */
export class Stream {
  #block = 0n;
  #words: bigint[] = [];

  constructor(private readonly seed: Uint8Array) {}

  async #word(): Promise<bigint> {
    if (this.#words.length === 0) {
      const input = new Uint8Array(this.seed.length + 8);
      input.set(this.seed);
      new DataView(input.buffer).setBigUint64(this.seed.length, this.#block++);
      const block = new DataView((await sha256(input)).buffer);
      this.#words = [0, 8, 16, 24].map((at) => block.getBigUint64(at));
    }
    return this.#words.shift()!;
  }

  async uniform(n: number): Promise<number> {
    const size = BigInt(n);
    const limit = (1n << 64n) - ((1n << 64n) % size);
    let word = await this.#word();
    while (word >= limit) word = await this.#word();
    return Number(word % size);
  }

  async shuffle<T>(items: readonly T[]): Promise<T[]> {
    const list = [...items];
    for (let i = list.length - 1; i > 0; i--) {
      const j = await this.uniform(i + 1);
      [list[i], list[j]] = [list[j]!, list[i]!];
    }
    return list;
  }
}

/** Several packs one after the other, all jokers at the very end. */
export function freshPack(packs: number, jokers: number): Card[] {
  const pack = SUITS.flatMap((suit) => RANKS.map((rank) => (rank + suit) as Card));
  return [...Array.from({ length: packs }, () => pack).flat(), ...Array<Card>(jokers).fill("XX")];
}

const place = (card: Card): number => (card === "XX" ? 99 : SUITS.indexOf(card[1] as never) * 13 + RANKS.indexOf(card[0] as never));
const canonical = (cards: readonly Card[]): Card[] => [...cards].sort((a, b) => place(a) - place(b));

/** The lists that may have been shuffled to give these cards: a fresh pack, or cards in canonical order. */
export function sources(cards: readonly Card[]): Card[][] {
  const sorted = canonical(cards);
  const jokers = cards.filter((card) => card === "XX").length;
  const packs = Math.floor((cards.length - jokers) / 52);
  const fresh = freshPack(packs, jokers);
  const same = canonical(fresh).join() === sorted.join();
  return same && fresh.join() !== sorted.join() ? [fresh, sorted] : [sorted];
}

export interface Verdict {
  ok: boolean;
  commitmentFits: boolean;
  finalSeed: string;
  draws: number;
  /** The number, from 1, of the first draw that differs. */
  wrong: number | null;
  fixed: number;
}

/** A shuffle consumes the stream by its length alone, so several starting lists can be tried on the same words. */
async function permutation(stream: Stream, length: number): Promise<number[]> {
  return stream.shuffle(Array.from({ length }, (_, i) => i));
}

export async function verify(replay: Replay): Promise<Verdict> {
  const commitmentFits = (await commitmentOf(replay.server_seed)) === replay.commitment;
  const seed = await finalSeed(replay.server_seed, replay.entropy);
  const stream = new Stream(seed);
  const fixed = replay.fixed ?? 0;
  let wrong: number | null = null;
  let replaced = 0;
  let last: Card[] = [];
  for (const [index, draw] of replay.chance.entries()) {
    let fits: boolean;
    if ("shuffle" in draw) {
      const order = await permutation(stream, draw.shuffle.length);
      const starts = [...sources(draw.shuffle), ...tails(last, draw.shuffle)];
      fits = replaced < fixed || starts.some((start) => order.every((from, at) => start[from] === draw.shuffle[at]));
      replaced += 1;
      last = draw.shuffle;
    } else if ("order" in draw) {
      fits = (await permutation(stream, draw.order.length)).join() === draw.order.join();
    } else {
      fits = (await stream.uniform(draw.of)) === draw.pick;
    }
    if (!fits && wrong === null) wrong = index + 1;
  }
  const ok = commitmentFits && wrong === null;
  return { ok, commitmentFits, finalSeed: toHex(seed), draws: replay.chance.length, wrong, fixed };
}

/** The stock as it lies: the last cards of the pack as it was shuffled before. */
function tails(pack: readonly Card[], cards: readonly Card[]): Card[][] {
  const tail = pack.slice(pack.length - cards.length);
  return canonical(tail).join() === canonical(cards).join() ? [tail] : [];
}
