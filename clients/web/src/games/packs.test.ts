import { describe, expect, it } from "vitest";
import type { AnyUpdate, Card, Replay } from "../protocol/messages";
import { canonical, freshPack, without } from "../verify/packs";
import { packs as selfish } from "./selfish/packs";
import { packs as sugekari21 } from "./sugekari21/packs";
import { packs as ttpageone } from "./ttpageone/packs";
import { packs as twentytwo } from "./twentytwo/packs";

const replay = (seats: number, options: object, ...outcomes: Card[][]): Replay =>
  ({ seats, options, chance: outcomes.map((shuffle) => ({ shuffle })) }) as unknown as Replay;

/** An update with the same contents for every seat. */
const update = (events: object[], view: object = {}): AnyUpdate => ({ events, view }) as unknown as AnyUpdate;

describe("Selfish", () => {
  it("shuffles the whole pack each time", () => {
    const pack = freshPack(1, 2);
    expect(selfish({ replay: replay(2, { jokers: 2 }, pack, pack), updates: [] })).toEqual([pack, pack]);
  });
});

describe("Sugekari", () => {
  const pack = freshPack(1, 0);
  it("shuffles the other half of the pack for the second bout of two players", () => {
    const first = [...pack].reverse();
    const match = { replay: replay(2, { two_player: "redeal" }, first, pack.slice(0, 26)), updates: [] };
    expect(sugekari21(match)).toEqual([pack, first.slice(26)]);
  });
  it("has jokers from the second game on", () => {
    const match = { replay: replay(4, { games: 3, jokers: true }, pack, pack, pack), updates: [] };
    expect(sugekari21(match)).toEqual([pack, freshPack(1, 2), freshPack(1, 2)]);
  });
});

describe("Twenty-Two", () => {
  const pack = freshPack(1, 0);
  const dealt = (...lying: Card[][]): AnyUpdate => update([{ type: "dealt" }], { table: { lying } });
  const starts = (...top: Card[]): Card[] => [...top, ...without(pack, top)];
  it("omits the cards that lie in front of the losers", () => {
    const updates = [[dealt([], []), update([{ type: "played" }]), dealt([], ["QH"]), dealt(["4S"], ["QH"])]];
    const match = { replay: replay(2, {}, starts("KS", "2H"), pack, pack, pack), updates };
    expect(twentytwo(match)).toEqual([pack, pack, without(pack, ["QH"]), without(pack, ["4S", "QH"])]);
  });
  it("shuffles again for the first dealer only if ties use up the pack", () => {
    const pairs = [...pack].sort((a, b) => a.charCodeAt(0) - b.charCodeAt(0));
    const match = { replay: replay(2, {}, pairs, starts("KS", "2H"), pack), updates: [[dealt([], [])]] };
    expect(twentytwo(match)).toEqual([pack, pack, pack]);
  });
  it("has two packs and four jokers in the variant 26, with equal cards next to each other", () => {
    const whole = freshPack(2, 4);
    const match = { replay: replay(2, { variant: "26" }, starts("XX", "2H"), whole, whole), updates: [[dealt([], []), dealt(["XX"], [])]] };
    expect(twentytwo(match)).toEqual([whole, canonical(whole), canonical(freshPack(2, 3))]);
  });
});

describe("TT Page One", () => {
  const view = (seat: number, hands: Card[][], tops: Card[], hidden: Card | null = null): object => ({
    hands: hands.map((hand, owner) => hand.map((card) => (card === hidden && owner !== seat ? null : card))),
    table: { tables: tops.map((top) => ({ top })) },
  });
  const seats = [0, 1, 2];
  it("shuffles all cards that are neither in a hand nor on top of a table when the stock is used up", () => {
    const hands: Card[][] = [["7H", "2S"], ["3S", "XX"], ["4S"]];
    const match = seats.map((seat) => [
      update([{ type: "dealt" }], view(seat, hands, [])),
      update([{ type: "joker_added", seat: 1 }], view(seat, hands, ["6H", "9C"], "3S")),
      update([
        { type: "played", seat: 0, table: 0, cards: ["7H"] },
        { type: "drawn", seat: 1, card: seat === 1 ? "KD" : null },
        { type: "reshuffled", stock: 46 },
        { type: "drawn", seat: 2, card: "AD" },
      ]),
    ]);
    const under = without(freshPack(1, 2), ["2S", "3S", "XX", "KD", "4S", "7H", "9C"]);
    expect(ttpageone({ replay: replay(3, {}), updates: match })).toEqual([freshPack(1, 1), canonical(under)]);
  });
  it("includes the cards that a king has covered and the cards of a disqualified seat", () => {
    const match = seats.map((seat) => [
      update([{ type: "dealt" }], view(seat, [["KH"], ["3S"], ["4S"]], ["6H", "9C"])),
      update([
        { type: "played", seat: 0, table: 1, cards: ["KH"] },
        { type: "disqualified", seat: 2 },
        { type: "turned", seat: 0, table: 1, card: "8D" },
        { type: "reshuffled", stock: 50 },
      ]),
    ]);
    expect(ttpageone({ replay: replay(3, {}), updates: match })[1]).toEqual(without(freshPack(1, 1), ["3S", "6H", "8D"]));
  });
  it("does not shuffle a single card, and starts each game with a new pack", () => {
    const match = seats.map((seat) => [
      update([{ type: "dealt" }], view(seat, [[], [], []], ["6H", "9C"])),
      update([{ type: "reshuffled", stock: 1 }, { type: "joker_added", seat: 0 }, { type: "dealt" }], view(seat, [[], [], []], ["6H", "9C"])),
    ]);
    expect(ttpageone({ replay: replay(3, {}), updates: match })).toEqual([freshPack(1, 1), freshPack(1, 1)]);
  });
});
