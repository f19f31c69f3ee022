// Recomputes every random outcome of a match from its replay: the commitment, the final seed, the stream of SHA-256 blocks,
// and each shuffle, order and pick (PROTOCOL.md, "Checking a deal"). It does not trust the server.
import type { AnyUpdate, Card, Replay } from "../protocol/messages";
import { namedPacks, sameMultiset, type Item } from "./packs";

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const commitmentOf = async (serverSeed: string): Promise<string> => toHex(await sha256(fromHex(serverSeed)));

export async function finalSeed(serverSeed: string, entropy: readonly string[]): Promise<Uint8Array> {
  const parts = [fromHex(serverSeed)];
  for (const text of entropy) parts.push(await sha256(new TextEncoder().encode(text)));
  return sha256(Uint8Array.from(parts.flatMap((part) => [...part])));
}

/** The stream of random words: block i is SHA-256(seed ‖ i) and has four 64-bit words. */
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

export interface Verdict {
  ok: boolean;
  commitmentFits: boolean;
  finalSeed: string;
  draws: number;
  /** The number, from 1, of the first draw that differs. */
  wrong: number | null;
  fixed: number;
}

/** Checks a replay. \param known the game's packs, from /api/games; null if they are not known */
export async function verify(replay: Replay, known: readonly Card[][] | null = null): Promise<Verdict> {
  const before = namedPacks(replay, known);
  const commitmentFits = (await commitmentOf(replay.server_seed)) === replay.commitment;
  const seed = await finalSeed(replay.server_seed, replay.entropy);
  const stream = new Stream(seed);
  const fixed = replay.fixed ?? 0;
  let wrong: number | null = null;
  let shuffled = 0;
  for (const [index, draw] of replay.chance.entries()) {
    let fits: boolean;
    if ("shuffle" in draw) {
      const outcome = draw.shuffle as Item[];
      const list = before[shuffled];
      // A replaced shuffle uses its words of the stream, too.
      const order = await stream.shuffle(outcome.map((_, at) => at));
      fits =
        list != null &&
        (shuffled < fixed || order.every((from, at) => list[from] === outcome[at])) &&
        sameMultiset(list, outcome);
      shuffled += 1;
    } else if ("order" in draw) {
      fits = (await stream.shuffle(draw.order.map((_, seat) => seat))).join() === draw.order.join();
    } else {
      fits = (await stream.uniform(draw.of)) === draw.pick;
    }
    if (!fits && wrong === null) wrong = index + 1;
  }
  const ok = commitmentFits && wrong === null;
  return { ok, commitmentFits, finalSeed: toHex(seed), draws: replay.chance.length, wrong, fixed };
}

/**
 * Whether the dealt hands are the top cards of a shuffled pack; null if the match begins with empty hands.
 * \param updates for each seat its updates
 */
export function dealtFromTop(replay: Replay, updates: readonly AnyUpdate[][]): boolean | null {
  const hands = updates.flatMap((own, seat) => own[0]?.view?.hands?.[seat] ?? []);
  if (hands.length === 0) return null;
  const known = hands.filter((card): card is Card => card !== null);
  return (
    known.length === hands.length &&
    replay.chance.some(
      (draw) => "shuffle" in draw && sameMultiset((draw.shuffle as Card[]).slice(0, hands.length), known),
    )
  );
}
