import { describe, expect, it } from "vitest";
import { commitmentOf, dealtFromTop, finalSeed, Stream, toHex, verify } from "./chance";
import { vectors } from "./vectors";
import { RANKS, SUITS } from "../picker/cards";
import type { AnyUpdate, Card, Replay } from "../protocol/messages";

/** Packs of 52 one after the other, with all jokers at the end. */
const freshPack = (packs: number, jokers: number): Card[] => [
  ...Array.from({ length: packs }, () => SUITS.flatMap((suit) => RANKS.map((rank) => (rank + suit) as Card))).flat(),
  ...Array<Card>(jokers).fill("XX"),
];

describe.each(vectors)("the worked example: $name", (vector) => {
  it("has its commitment", async () => {
    expect((await commitmentOf(vector.server_seed)).startsWith(vector.commitment.slice(0, 60))).toBe(true);
  });
  it("has its final seed and every draw", async () => {
    const seed = await finalSeed(vector.server_seed, vector.entropy);
    expect(toHex(seed)).toBe(vector.final_seed);
    const stream = new Stream(seed);
    for (const { draw, outcome } of vector.draws) {
      const n = Number(/\d+/.exec(draw)![0]);
      let got: unknown;
      if (draw.startsWith("pick")) got = n === 1 ? 0 : await stream.uniform(n);
      else if (draw.startsWith("order")) got = await stream.shuffle(Array.from({ length: n }, (_, i) => i));
      else got = await stream.shuffle(n === 108 ? freshPack(2, 4) : freshPack(1, 0));
      expect(got, draw).toEqual(outcome);
    }
  });
});

describe("a replay", () => {
  const replay = async (): Promise<Replay> => {
    const server_seed = "07".repeat(32);
    const entropy = ["aki", "手札"];
    const stream = new Stream(await finalSeed(server_seed, entropy));
    const pick = await stream.uniform(2);
    const shuffle = await stream.shuffle(freshPack(1, 0));
    const chance = [{ pick, of: 2 }, { shuffle }];
    const named = { packs: [freshPack(1, 0)], shuffled: [{ pack: 0 }] };
    return {
      game: "any",
      seats: 2,
      options: {},
      server_seed,
      entropy,
      commitment: await commitmentOf(server_seed),
      chance,
      ...named,
    } as Replay;
  };
  it("that is honest is accepted", async () => {
    expect(await verify(await replay())).toMatchObject({ ok: true, wrong: null, draws: 2 });
  });
  it("with two exchanged cards is rejected", async () => {
    const changed = await replay();
    const pack = (changed.chance[1] as { shuffle: string[] }).shuffle;
    [pack[0], pack[1]] = [pack[1]!, pack[0]!];
    expect(await verify(changed)).toMatchObject({ ok: false, wrong: 2, commitmentFits: true });
  });
  it("with another pick is rejected", async () => {
    const changed = await replay();
    const first = changed.chance[0] as { pick: number };
    first.pick = 1 - first.pick;
    expect(await verify(changed)).toMatchObject({ ok: false, wrong: 1 });
  });
  it("with another entropy, or a seed that does not match the commitment, is rejected", async () => {
    expect((await verify({ ...(await replay()), entropy: ["aki", ""] })).ok).toBe(false);
    expect((await verify({ ...(await replay()), commitment: "00" })).commitmentFits).toBe(false);
  });
  it("with another card in the pack is rejected, even if the stream gives this order", async () => {
    const changed = await replay();
    const pack = (changed.chance[1] as { shuffle: string[] }).shuffle;
    pack[pack.indexOf("7H")] = "7S";
    expect(await verify(changed)).toMatchObject({ ok: false, wrong: 2 });
  });
  it("with another pack than the game has is rejected", async () => {
    expect(await verify(await replay(), [freshPack(1, 0)])).toMatchObject({ ok: true });
    expect(await verify(await replay(), [freshPack(1, 1)])).toMatchObject({ ok: false, wrong: 2 });
  });
  it("is rejected if the pack had another order before the shuffle, or nothing says what was shuffled", async () => {
    const own = await replay();
    const [one, two, ...rest] = freshPack(1, 0);
    expect(await verify({ ...own, packs: [[two!, one!, ...rest]] })).toMatchObject({ ok: false, wrong: 2 });
    expect(await verify({ ...own, shuffled: [{}] })).toMatchObject({ ok: false, wrong: 2 });
  });
  it("may shuffle cards in canonical order, what an earlier shuffle left, and things that are no cards", async () => {
    const own = await replay();
    const stream = new Stream(await finalSeed(own.server_seed, own.entropy));
    const whole = await stream.shuffle(freshPack(1, 0));
    const rest = await stream.shuffle(whole.slice(26));
    const sorted = await stream.shuffle(["2S", "7H", "XX"]);
    const places = await stream.shuffle([0, 1, 2, 3, 4]);
    const chance = [whole, rest, sorted, places].map((shuffle) => ({ shuffle }));
    const named = {
      ...own,
      chance,
      packs: [freshPack(1, 0), freshPack(1, 1)],
      shuffled: [{ pack: 0 }, { rest_of: 0, from: 26 }, { sorted: true }, { places: 5 }],
    } as Replay;
    expect(await verify(named)).toMatchObject({ ok: true, draws: 4 });
    expect(await verify({ ...named, packs: [freshPack(1, 0)] })).toMatchObject({ ok: false, wrong: 3 });
    expect(
      await verify({
        ...named,
        shuffled: [{ pack: 0 }, { rest_of: 0, from: 25 }, { sorted: true }, { places: 5 }],
      } as Replay),
    ).toMatchObject({ ok: false, wrong: 2 });
    expect(
      await verify({
        ...named,
        shuffled: [{ pack: 0 }, { rest_of: 0, from: 26 }, { sorted: true }, { places: 6 }],
      } as Replay),
    ).toMatchObject({ ok: false, wrong: 4 });
  });
  it("with two packs and jokers has the packs one after the other, with all jokers at the end", async () => {
    const longer = await replay();
    const stream = new Stream(await finalSeed(longer.server_seed, longer.entropy));
    longer.chance = [{ shuffle: await stream.shuffle(freshPack(2, 4)) }];
    longer.packs = [freshPack(2, 4)];
    expect(await verify(longer)).toMatchObject({ ok: true });
    expect(await verify({ ...longer, packs: [[...freshPack(1, 2), ...freshPack(1, 2)]] })).toMatchObject({
      ok: false,
      wrong: 1,
    });
  });
  it("with a fixed deal is accepted if its shuffles are permutations", async () => {
    const fixed = { ...(await replay()), fixed: 1 };
    const draw = fixed.chance[1] as { shuffle: Card[] };
    draw.shuffle = freshPack(1, 0);
    expect(await verify(fixed)).toMatchObject({ ok: true, fixed: 1 });
    draw.shuffle = [...freshPack(1, 0).slice(1), "XX"];
    expect(await verify(fixed)).toMatchObject({ ok: false, wrong: 2 });
  });
  it("matches the hands that were dealt, and no others", async () => {
    const honest = await replay();
    const pack = (honest.chance[1] as { shuffle: Card[] }).shuffle;
    const first = (seat: number, cards: Card[]): AnyUpdate[] => [
      {
        view: { hands: [0, 1].map((other) => (other === seat ? cards : cards.map(() => null))) },
      } as AnyUpdate,
    ];
    const dealt = [first(0, [pack[0]!, pack[2]!]), first(1, [pack[3]!, pack[1]!])];
    expect(dealtFromTop(honest, dealt)).toBe(true);
    expect(dealtFromTop(honest, [first(0, []), first(1, [])])).toBe(null);
    expect(dealtFromTop(honest, [dealt[0]!, first(1, [pack[4]!, pack[1]!])])).toBe(false);
  });
});
