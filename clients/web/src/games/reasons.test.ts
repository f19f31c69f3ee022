// Why an action was advised: only what the table shows.
import { describe, expect, it, vi } from "vitest";
import { reason as fortyone } from "./fortyone/reason";
import { reason as selfish } from "./selfish/reason";
import { reason as sugekari } from "./sugekari21/reason";
import { effect as takes } from "./sugekari21/why";
import { reason as ttpageone } from "./ttpageone/reason";
import { reason as twentytwo } from "./twentytwo/reason";
import { fake } from "../skin/fake";
import type { Choosing, Say } from "../skin/types";

vi.stubGlobal("navigator", { languages: ["en"], language: "en" });

const say: Say = fake({
  language: "en",
  options: {},
  them: (seat: number) => `P${seat}`,
  name: (seat: number) => `P${seat}`,
  called: (seat: number) => `P${seat}`,
  cards: (cards: readonly string[]) => cards.join(" "),
});
const at = (table: object, hand: string[] = [], more: { phase?: string; legal?: object[] } = {}): Choosing<never> =>
  fake({
    view: { seat: 0, phase: more.phase ?? "play", hands: [hand, []], table },
    legal: more.legal ?? [],
    selected: [],
  });
const play = (...cards: string[]): never => fake({ type: "play", cards });
const saying = (...cards: string[]): never => fake({ type: "play", cards, last_one: true });
const one = (card: string): never => fake({ type: "play", card });
const plain = (type: string, more: object = {}): never => fake({ type, ...more });

describe("the reason for a hint", () => {
  it("is a chip in Forty-One, a king's too", () => {
    const table = { starter: "9H", total: 16, sequence: [{ seat: 1, card: "5S", value: 5 }] };
    expect(fortyone(one("KH"), at(table), say)).toBe("It makes 21: a chip.");
    expect(fortyone(one("5D"), at({ ...table, total: 36 }), say)).toBe("It makes 41: two chips.");
    expect(fortyone(one("4D"), at(table, ["4D"]), say)).toMatch(/none of your cards makes a chip/);
    expect(fortyone(one("4D"), at(table, ["4D", "5H"]), say)).toBe("It makes 20, and you keep 5H for a later chip.");
    expect(fortyone(plain("pass"), at(table), say)).toMatch(/None of your cards/);
    expect(fortyone(one("4D"), at({ starter: "KH", total: null, sequence: [] }), say)).toBeNull();
  });

  it("is the exact 21 or the last card in Sugekari 21", () => {
    const table = { total: 15, round: [] };
    expect(sugekari(one("6H"), at(table, ["6H", "2S"]), say)).toMatch(/exactly 21/);
    expect(sugekari(one("5H"), at(table, ["5H", "2S"]), say)).toBe("It makes 20: only the rank A makes 21 then.");
    expect(sugekari(one("5H"), at(table, ["5H"]), say)).toMatch(/go out/);
    expect(sugekari(plain("pass"), at(table, ["9H"], { legal: [{ type: "pass" }] }), say)).toMatch(/No card of yours/);
    expect(
      sugekari(plain("pass"), at(table, ["2H"], { legal: [{ type: "pass" }, { type: "play", card: "2H" }] }), say),
    ).toMatch(/may still play later in this round/);
  });

  it("is half of the table for a last card in Sugekari 21, even with exactly 21", () => {
    const table = { total: 15, round: [] };
    expect(takes(["6H"], say, at(table, ["6H", "2S"]))).toBe("15 → 21 · exactly 21: you take all of it");
    expect(takes(["6H"], say, at(table, ["6H"]))).toMatch(/^15 → 21 · your last card: half of the table/);
    expect(takes(["5H"], say, at(table, ["5H"]))).toMatch(/half of the table/);
    expect(takes(["5H"], say, at(table, ["5H", "2S"]))).toBe("15 → 20");
  });

  it("is the cheapest card that follows in Twenty-Two, or the card that is kept", () => {
    const trick = [{ seat: 1, cards: ["9S"], follows: true }];
    const hand = ["3S", "TH", "QD", "AC"];
    expect(twentytwo(play("TH"), at({ trick }, hand), say)).toBe("It is your lowest card that reaches the 9.");
    expect(twentytwo(play("QD"), at({ trick }, hand), say)).toBe("It reaches the 9, and you keep the lower 10.");
    expect(twentytwo(play("AC"), at({ trick }, hand), say)).toMatch(/^It is your highest card/);
    expect(twentytwo(play("3S"), at({ trick }, hand), say)).toBe(
      "Your highest card, the A, stays to win a later trick.",
    );
    expect(twentytwo(play("3S"), at({ trick }, ["3S", "4H", "5D"]), say)).toMatch(/^Nothing of yours reaches the 9/);
    expect(twentytwo(play("AC"), at({ trick: [] }, ["3S", "AC"]), say)).toMatch(
      /^It leaves you your lowest card, the 3/,
    );
    expect(twentytwo(play("3S"), at({ trick: [] }, ["3S", "AC"]), say), "the ace wins no later trick").toBeNull();
    expect(twentytwo(play("TH", "TD"), at({ trick: [] }, ["TH", "TD", "2S", "3S"]), say)).toMatch(
      /answer with 2 cards/,
    );
  });

  it("in Twenty-Two holds a play against the lead where one must follow, and says what wins", () => {
    const must: Say = { ...say, options: { follow: "must" } };
    const trick = [
      { seat: 1, cards: ["8S"], follows: true },
      { seat: 2, cards: ["JS"], follows: true },
      { seat: 3, cards: ["9S"], follows: true },
    ];
    const hand = ["9D", "5D", "QH", "AC"];
    // It follows the 8, and is neither the lowest card nor one that reaches the J.
    expect(twentytwo(play("9D"), at({ trick }, ["9D", "5D", "4C"]), must)).toBeNull();
    expect(twentytwo(play("9D"), at({ trick }, hand), must)).toBeNull();
    expect(twentytwo(play("QH"), at({ trick }, hand), must)).toBe("It is your lowest card that reaches the J.");
    expect(twentytwo(play("4C"), at({ trick }, ["4C", "5D", "6D"]), must)).toMatch(/^Nothing of yours reaches the J/);
    const letter: Say = { ...say, options: { reading: "letter" } };
    expect(twentytwo(play("9D"), at({ trick }, hand), letter), "the 9 is to be reached, and the J wins").toBeNull();
  });

  it("is what a lead of one card, or an answer of several, leaves in hand in Twenty-Two", () => {
    const hand = ["3S", "TH", "QD", "AC"];
    expect(twentytwo(play("AC"), at({ trick: [] }, hand), say)).toMatch(/^It is your highest card/);
    expect(twentytwo(play("TH"), at({ trick: [] }, hand), say)).toMatch(/^You keep the 3 for the end and the A/);
    expect(twentytwo(play("3S"), at({ trick: [] }, hand), say)).toMatch(/^Your highest card, the A, stays/);
    const trick = [{ seat: 1, cards: ["9S", "9D"], follows: true }];
    const two = ["3S", "4H", "TD", "TC", "AC"];
    expect(twentytwo(play("TD", "TC"), at({ trick }, two), say)).toMatch(/^They reach the 9-9/);
    expect(twentytwo(play("3S", "4H"), at({ trick }, two), say)).toMatch(/^You need not reach the 9-9/);
    expect(twentytwo(play("3S", "4H"), at({ trick }, ["3S", "4H", "TD", "QC", "AC"]), say)).toMatch(
      /^You have no 2 of one rank that reach the 9-9/,
    );
  });

  it("is what cards do in TT Page One", () => {
    const legal = [{ type: "play" }];
    expect(ttpageone(play("7H"), at({}, ["7H", "2S", "3S"], { legal }), say)).toBe("7: all others draw 1.");
    expect(ttpageone(play("4H", "4S"), at({}, ["4H", "4S", "2S", "9D"], { legal }), say)).toMatch(/rid of 2 cards/);
    expect(ttpageone(play("4H"), at({}, ["4H"], { legal }), say)).toMatch(/go out/);
    expect(ttpageone(saying("4H"), at({}, ["4H", "2S"], { legal }), say)).toMatch(/say “Last one!”/);
    expect(ttpageone(plain("draw"), at({}, ["4H"]), say)).toMatch(/None of your cards/);
    expect(ttpageone(plain("challenge", { seat: 2 }), at({}, ["4H"]), say)).toMatch(/forgotten by P2/);
  });

  it("is what a plain card of TT Page One leaves to the next player, and to oneself", () => {
    const tables = [
      { suit: "S", rank: "4" },
      { suit: "D", rank: "8" },
    ];
    const match = (mine: string[], hands: string[][], out: number[] = []): Choosing<never> =>
      fake({
        view: { seat: 0, phase: "play", hands: [mine, ...hands], table: { tables, direction: 1, out } },
        legal: [{ type: "play" }],
      });
    const card = (code: string, table = 0): never => fake({ type: "play", cards: [code], table });
    const mine = ["2S", "4H", "3C"];
    expect(ttpageone(card("2S"), match(["2S", "3C"], [["2C"], ["2D"]]), say)).toMatch(/only card that matches/);
    expect(ttpageone(card("2S"), match(mine, [["3H"], ["2D"]]), say)).toBe("None of P1’s open cards matches then.");
    expect(ttpageone(card("2S"), match(mine, [["2C"], ["3H"]], [1]), say)).toMatch(/^None of P2’s/);
    expect(ttpageone(card("4H"), match([...mine, "6H"], [["2H"], ["2D"]]), say)).toBe(
      "After it another card of yours matches.",
    );
    expect(ttpageone(card("2S"), match(mine, [["2C"], ["3H"]]), say)).toBeNull();
    const may = { legal: [{ type: "play" }, { type: "draw" }, { type: "pass" }] };
    expect(ttpageone(plain("draw"), at({}, ["4H"], may), say)).toMatch(/Only your secret card matches/);
    expect(ttpageone(plain("pass"), at({}, ["4H"], may), say)).toMatch(/for a later turn/);
    expect(ttpageone(plain("hide", { card: "4H" }), at({}, ["4H"]), say)).toMatch(/^The others can’t see it/);
    expect(ttpageone(plain("hide", { card: null }), at({}, ["4H"]), say)).toMatch(/nothing from hiding/);
  });

  it("is the hand in Selfish", () => {
    expect(selfish(plain("stop"), at({}, ["9H", "9S"]), say)).toBe(
      "28 with a Double is more than the average of 14, and more cards would help the others too.",
    );
    // A bot may stop with little, and go on with much; neither is said to be what it is not.
    expect(selfish(plain("stop"), at({}, ["8C", "2S"]), say)).toBe("After a stop nobody draws in another turn.");
    expect(selfish(plain("continue"), at({}, ["9H", "7S"]), say)).toMatch(/^In the next turn you draw another card/);
    expect(selfish(plain("continue"), at({}, ["KH", "QS"]), say)).toMatch(/Burst/);
    expect(selfish(plain("continue"), at({}, ["9H", "4S"]), say)).toMatch(
      /^With 13 somebody else is likely to have more/,
    );
    expect(selfish(plain("draw"), at({}, []), say)).toBeNull();
  });
});
