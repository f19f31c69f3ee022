import { describe, expect, it } from "vitest";
import type { AnyTemplate, Card, Rank } from "../protocol/messages";
import { completes, copyChoices, extends_, onlyCompletion, ranksOf, slotsOf } from "./template";
import { fill, Picker, withFlags } from "./picker";
import { common, sameCards, sortedHand, without } from "./cards";

const cards = (text: string): Card[] => (text === "" ? [] : (text.split(" ") as Card[]));
const play = (fields: Partial<AnyTemplate>): AnyTemplate => ({ type: "play", ...fields });
const choice = (choose: number | [number, number], from: string, more: object = {}): AnyTemplate =>
  play({ cards: { choose, from: cards(from), ...more } });

describe("cards as multisets", () => {
  it("count equal cards separately", () => {
    expect(without(cards("7S 7S 8D"), cards("7S"))).toEqual(cards("7S 8D"));
    expect(without(cards("7S"), cards("7S 7S"))).toBeNull();
    expect(sameCards(cards("7S 8D 7S"), cards("8D 7S 7S"))).toBe(true);
    expect(common(cards("7S 7S XX"), cards("7S XX XX"))).toEqual(cards("7S XX"));
  });
  it("are sorted by suit, by rank, and with the ace high, jokers last", () => {
    const hand = cards("XX AS KD 2C TH");
    expect(sortedHand(hand, "suit")).toEqual(cards("AS TH KD 2C XX"));
    expect(sortedHand(hand, "rank")).toEqual(cards("AS 2C TH KD XX"));
    expect(sortedHand(hand, "strength")).toEqual(cards("2C TH KD AS XX"));
  });
});

const done = (template: AnyTemplate, text: string, as?: Rank[]): boolean =>
  completes(slotsOf(template)!, cards(text), as);
const open = (template: AnyTemplate, text: string): boolean => extends_(slotsOf(template)!, cards(text));

describe("a literal template", () => {
  it("with one card accepts that card", () => {
    expect(done(play({ card: "8C" }), "8C")).toBe(true);
    expect(done(play({ card: "8C" }), "8D")).toBe(false);
    expect(open(play({ card: "8C" }), "8C 9C")).toBe(false);
  });
  it("with a list accepts it in any order", () => {
    const template = play({ cards: cards("3C 7S 7S") });
    expect(done(template, "7S 3C 7S")).toBe(true);
    expect(done(template, "7S 3C")).toBe(false);
    expect(open(template, "7S 7S")).toBe(true);
    expect(open(template, "7S 7S 7S")).toBe(false);
  });
  it("without cards, or with null as the card, needs no selection", () => {
    expect(slotsOf({ type: "pass" })).toBeNull();
    expect(slotsOf({ type: "hide", card: null })).toBeNull();
  });
});

describe("a choice", () => {
  it("accepts the given number of cards from a multiset", () => {
    const give = choice(3, "7H KS 2D 2D");
    expect(done(give, "2D 2D KS")).toBe(true);
    expect(done(give, "2D KS")).toBe(false);
    expect(open(give, "2D 2D")).toBe(true);
    expect(open(give, "KS KS")).toBe(false);
  });
  it("accepts any number of cards within its range", () => {
    const exchange = choice([1, 2], "7H KS 2D");
    expect(["", "7H", "7H KS", "7H KS 2D"].map((text) => done(exchange, text))).toEqual([false, true, true, false]);
  });
  it("needs its fixed cards", () => {
    const lowest = choice(1, "7S 7H", { with: cards("3C") });
    expect(done(lowest, "3C 7S")).toBe(true);
    expect(done(lowest, "7S 7H")).toBe(false);
    expect(open(lowest, "7H")).toBe(true);
    expect(open(lowest, "7S 7H")).toBe(false);
  });
  it("counts equal cards correctly if they are both fixed and in the choice", () => {
    const twins = choice(1, "7S 7S", { with: cards("7S") });
    expect(done(twins, "7S 7S")).toBe(true);
    expect(done(twins, "7S")).toBe(false);
    expect(open(twins, "7S 7S 7S")).toBe(false);
  });
});

describe("ranks to beat", () => {
  const bar = choice(3, "AS KD TH 9C 7D 6C", { beats: ["K", "9", "6"] });
  it("are compared position by position, with the ace high", () => {
    expect(done(bar, "KD 9C 6C")).toBe(true);
    expect(done(bar, "AS 7D 6C")).toBe(false);
    expect(done(bar, "AS TH 6C")).toBe(true);
    expect(done(bar, "TH 9C 7D")).toBe(false);
  });
  it("allow only selections that can still reach them", () => {
    expect(open(bar, "7D 6C")).toBe(false);
    expect(open(bar, "9C 6C")).toBe(true);
    expect(open(choice(2, "KD 9C 3C", { beats: ["K", "Q"] }), "KD")).toBe(false);
  });
  const withJoker = choice(2, "XX KD 9C", { beats: ["K", "Q"] });
  it("count a copying joker as the highest other card, unless `as` names another rank", () => {
    const template = { ...withJoker, optional: ["as"] };
    expect(done(template, "XX KD")).toBe(true);
    expect(done(template, "XX 9C")).toBe(false);
    expect(done(template, "XX KD", ["9"])).toBe(false);
  });
  it("count jokers as aces if jokers do not copy", () => {
    expect(ranksOf(cards("XX 9C"), false)).toEqual(["A", "9"]);
    expect(done(choice(1, "XX", { beats: ["A"] }), "XX")).toBe(true);
  });
});

describe("jokers that copy", () => {
  const template = { ...choice([1, 4], "XX XX KH 9C"), optional: ["as"] };
  it("need another card", () => {
    expect(done(template, "XX")).toBe(false);
    expect(done(template, "XX XX")).toBe(false);
    expect(open(template, "XX XX")).toBe(true);
    expect(done(template, "XX XX KH")).toBe(true);
  });
  it("may copy any of the other ranks; the order of the copies does not matter", () => {
    expect(copyChoices(slotsOf(template)!, cards("XX XX KH 9C"))).toEqual([
      ["K", "K"],
      ["K", "9"],
      ["9", "9"],
    ]);
    expect(copyChoices(slotsOf(template)!, cards("XX KH"))).toEqual([["K"]]);
    expect(copyChoices(slotsOf(template)!, cards("KH 9C"))).toEqual([]);
  });
  it("may copy only ranks with which the cards still beat the required ones", () => {
    const must = { ...choice(3, "XX KH 9C", { beats: ["K", "K", "9"] }), optional: ["as"] };
    expect(copyChoices(slotsOf(must)!, cards("XX KH 9C"))).toEqual([["K"]]);
  });
});

describe("the only completion", () => {
  it("is found if the cards can be completed in only one way", () => {
    expect(onlyCompletion(slotsOf(play({ cards: cards("2C 3D") }))!, [])).toEqual(cards("2C 3D"));
    expect(onlyCompletion(slotsOf(choice(1, "7S 7H", { with: cards("3C") }))!, [])).toBeNull();
    expect(onlyCompletion(slotsOf(choice(1, "7S 7H", { with: cards("3C") }))!, cards("7H"))).toEqual(cards("3C 7H"));
    expect(onlyCompletion(slotsOf(choice(3, "2D 3D 4D 5D"))!, [])).toBeNull();
    expect(onlyCompletion(slotsOf(choice(1, "7S 7S", { with: cards("3C") }))!, [])).toEqual(cards("3C 7S"));
  });
});

describe("the picker", () => {
  const page: AnyTemplate[] = [
    { ...choice([1, 1], "5H 9S"), table: 0 },
    { ...choice([2, 3], "5H 5D 5S"), table: 0, optional: ["last_one"] },
    play({ table: 1, cards: cards("5H") }),
    ...(["S", "H", "D", "C"] as const).map((suit) => play({ table: 0, cards: cards("XX"), suit })),
    { type: "draw" },
    { type: "challenge", seat: 2 },
    { type: "challenge", seat: 3 },
    { type: "hide", card: "9S" },
    { type: "hide", card: null },
  ];
  const picker = new Picker(page);
  const named = (text: string) =>
    picker
      .choices(cards(text))
      .filter((one) => one.type === "play")
      .map((one) => one.key);

  it("offers each action without cards as its own button", () => {
    expect(picker.choices([]).map((one) => one.action)).toEqual([
      { type: "draw" },
      { type: "challenge", seat: 2 },
      { type: "challenge", seat: 3 },
      { type: "hide", card: null },
    ]);
  });
  it("distinguishes the two tables", () => {
    expect(named("5H")).toEqual(['type="play",table=0', 'type="play",table=1']);
    expect(named("9S")).toEqual(['type="play",table=0']);
  });
  it("keeps the order of selection, with the last card on top", () => {
    const two = picker.choices(cards("5S 5H")).find((one) => one.type === "play")!;
    expect(two.action).toEqual({ type: "play", table: 0, cards: cards("5S 5H") });
    expect(two.flags).toEqual(["last_one"]);
  });
  it("asks for a joker's suit", () => {
    const joker = picker.choices(cards("XX")).find((one) => one.type === "play")!;
    expect(joker.variants.map((one) => one.value)).toEqual(["S", "H", "D", "C"]);
    expect(joker.variants[1]!.action).toEqual({ type: "play", table: 0, cards: ["XX"], suit: "H" });
  });
  it("adds only flags that the template names, with the value true", () => {
    const two = picker.choices(cards("5S 5H")).find((one) => one.type === "play")!;
    expect(withFlags(two, two.action, ["last_one", "other"])).toEqual({ ...two.action, last_one: true });
    const one = picker.choices(cards("9S")).find((each) => each.type === "play")!;
    expect(withFlags(one, one.action, ["last_one"])).toEqual(one.action);
  });
  it("adds a tapped card, starts a new selection with it, or refuses it", () => {
    expect(picker.afterTap(cards("5H"), "5D")).toEqual({ selected: cards("5H 5D"), kept: true });
    expect(picker.afterTap(cards("5H"), "9S")).toEqual({ selected: cards("9S"), kept: false });
    expect(picker.afterTap(cards("5H 5D"), "9S"), "several cards are not dropped by a tap").toBeNull();
    expect(picker.afterTap([], "KC")).toBeNull();
  });
  it("knows how many cards may be selected", () => {
    expect(picker.capacity([])).toBe(3);
    expect(picker.capacity(cards("9S"))).toBe(1);
  });
  it("suggests the missing cards if there is only one way to add them", () => {
    const low = new Picker([choice(2, "8S 8H"), play({ cards: cards("2C 3D") })]);
    expect(low.choices([]).map((one) => [one.suggested, one.cards])).toEqual([
      [true, cards("8S 8H")],
      [true, cards("2C 3D")],
    ]);
    expect(low.choices(cards("2C")).map((one) => one.cards)).toEqual([cards("3D 2C")]);
    expect(low.choices(cards("3D 2C"))).toHaveLength(1);
  });
  it("asks for a joker's value in Sugekari Twenty-One", () => {
    const joker = new Picker([
      play({ card: "XX", as: "7" }),
      play({ card: "XX", as: "half" }),
      play({ card: "7H" }),
      { type: "pass" },
    ]);
    const found = joker.choices(cards("XX"));
    expect(found.map((one) => one.type)).toEqual(["play", "pass"]);
    expect(found[0]!.variants.map((one) => one.value)).toEqual(["7", "half"]);
    expect(found[0]!.variants[1]!.action).toEqual({ type: "play", card: "XX", as: "half" });
  });
  it("asks which ranks jokers copy only if there is a choice", () => {
    const jokers = new Picker([{ ...choice([1, 3], "XX KH 9C"), optional: ["as"] }]);
    expect(jokers.choices(cards("XX KH"))[0]!.variants).toHaveLength(1);
    expect(jokers.choices(cards("XX KH"))[0]!.action).toEqual({ type: "play", cards: cards("XX KH") });
    expect(jokers.choices(cards("XX KH 9C"))[0]!.variants.map((one) => one.action["as"])).toEqual([["K"], ["9"]]);
  });
  it("never sends `optional`", () => {
    expect(fill({ type: "play", cards: cards("5H"), optional: ["last_one"] }, cards("5H"))).toEqual({
      type: "play",
      cards: ["5H"],
    });
  });
});

describe("for any selection, every offered action is allowed by a template", () => {
  const pool = cards("2S 2S 3H 9C KD AS XX XX");
  const templates: AnyTemplate[] = [
    choice(2, "2S 2S 3H"),
    choice([1, 3], "9C KD AS"),
    { ...choice([2, 3], "KD 9C XX XX"), optional: ["as"] },
    choice(1, "2S 3H", { with: cards("2S") }),
    choice(2, "KD AS 9C", { beats: ["K", "Q"] }),
    play({ cards: cards("2S 3H") }),
  ];
  const picker = new Picker(templates);
  it("in every subset of a hand with equal cards and jokers", () => {
    for (let bits = 0; bits < 1 << pool.length; bits++) {
      const selected = pool.filter((_, at) => bits & (1 << at));
      for (const one of picker.choices(selected)) {
        for (const variant of one.variants) {
          const sent = variant.action as { type: string; cards: Card[]; as?: Rank[] };
          expect(
            templates.some((template) => completes(slotsOf(template)!, sent.cards, sent.as)),
            JSON.stringify(sent),
          ).toBe(true);
        }
      }
      // A complete selection must also be allowed as a partial one, because it is made card by card.
      if (templates.some((template) => completes(slotsOf(template)!, selected)))
        expect(picker.allows(selected)).toBe(true);
    }
  });
});

describe("a choice of other items than cards", () => {
  const dice = new Picker([
    { type: "keep", items: { choose: [0, 3], from: [1, 5, 5] } },
    { type: "roll" },
  ] as AnyTemplate[]);
  const token = (item: unknown): Card => JSON.stringify(item) as Card;
  it("sends the items themselves", () => {
    expect(dice.items()).toEqual([1, 5, 5]);
    const choice = dice.choices([token(5), token(5)]).find(({ type }) => type === "keep")!;
    expect(choice).toMatchObject({ list: "items", action: { type: "keep", items: [5, 5] } });
  });
  it("may choose none, where that is allowed", () => {
    expect(dice.choices([]).map(({ action }) => action)).toEqual([{ type: "keep", items: [] }, { type: "roll" }]);
  });
  it("allows no more than there are", () => {
    expect(dice.allows([token(5), token(5), token(1)])).toBe(true);
    expect(dice.allows([token(5), token(5), token(5)])).toBe(false);
    expect(dice.allows([token(6)])).toBe(false);
  });
});

describe("a choice with an order of ranks of its own", () => {
  const order = "3456789TJQKA2".split("");
  const template = choice(1, "2C AH 3D", { beats: ["K"], low_to_high: order });
  it("compares in that order", () => {
    expect(["2C", "AH", "3D"].map((card) => done(template, card))).toEqual([true, true, false]);
    const aceBeaten = choice(1, "2C AH XX", { beats: ["2"], low_to_high: order });
    expect(["2C", "AH", "XX"].map((card) => done(aceBeaten, card))).toEqual([true, false, true]);
  });
});
