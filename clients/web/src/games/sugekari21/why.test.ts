// Which rule forbids a card, in the situations of RULES.md, and whom the cards of an exchange go to.
import { describe, expect, it, vi } from "vitest";
import { barred, effect, why } from "./why";
import { skin } from "./skin";
import { Picker } from "../../picker/picker";
import type { Sugekari21 } from "../../protocol/games";
import type { Card } from "../../protocol/messages";
import { fake } from "../../skin/fake";
import type { Choosing, Say } from "../../skin/types";

vi.stubGlobal("navigator", { languages: ["en"], language: "en" });

const say = (options: object = {}): Say =>
  fake({ language: "en", options, name: (seat: number) => `P${seat}`, texts: { actions: { pass: "Pass" } } });
const at = (
  hand: string[],
  round: string[],
  total: number,
  phase = "play",
  legal: object[] = [],
): Choosing<Sugekari21> =>
  fake({
    view: { seat: 0, phase, hands: [hand], table: { total, stock: 0, round: round.map((card) => ({ card })) } },
    legal,
    selected: [],
  });

describe("why a card can't be played in Sugekari Twenty-One", () => {
  it.each<[string, string, Choosing<Sugekari21>, string]>([
    ["its rank is used", "7D", at(["7D", "2S"], ["7H"], 7), "The rank 7 has already been played this round."],
    ["the total would be over 21", "9D", at(["9D", "2S"], ["7H", "6S"], 13), "13 and 9 make 22, more than 21."],
    ["it is a last J, Q or K", "KD", at(["KD"], ["7H"], 7), "Your last card may not be a J, Q or K."],
    [
      "a joker can do nothing",
      "XX",
      at(["XX", "2S"], ["TH", "9S", "AC"], 21),
      "A joker halves an even total or repeats a rank of this round, up to 21. Neither is possible now.",
    ],
    ["three cards are given already", "2S", at(["2S"], [], 0, "give"), "Three cards are given: take one back first."],
  ])("says so where %s", (_, card, choosing, reason) => {
    expect(why(card as Card, choosing, say())).toBe(reason);
  });

  it("says that who leads can't pass", () => {
    const types = (...legal: string[]) =>
      barred(
        at(
          ["2S"],
          [],
          0,
          "play",
          legal.map((type) => ({ type })),
        ),
        say(),
      ).map(({ type }) => type);
    expect(types("play")).toEqual(["pass"]);
    expect(types("play", "pass")).toEqual([]);
  });

  it("is asked about a fourth card of an exchange, which the selection does not take", () => {
    const hand = ["2S", "3S", "4S", "5S"] as Card[];
    const picker = new Picker(fake([{ type: "give", cards: { choose: 3, from: hand } }]));
    expect(picker.afterTap(hand.slice(0, 3), hand[3]!)).toBeNull();
    expect(picker.choices(hand.slice(0, 3)).map(({ type }) => type)).toEqual(["give"]);
  });
});

describe("what is said above the buttons in Sugekari Twenty-One", () => {
  const asked = (hand: string[], ...legal: string[]): string | null =>
    skin.prompt!(at(hand, ["7H"], 7).view, say(), fake(legal.map((type) => ({ type }))));
  it.each<[string, string[], string[], string]>([
    ["one may play or pass", ["2S", "KD"], ["play", "pass"], "Play a card, or pass"],
    ["nothing fits", ["7S", "KD"], ["pass"], "None of your cards fits: pass"],
    ["a K is all that is left", ["KD"], ["pass"], "A K can’t be your last card: pass"],
  ])("where %s", (_, hand, legal, text) => {
    expect(asked(hand, ...legal)).toBe(text);
  });

  it.each<[string, string, Choosing<Sugekari21>, string]>([
    ["only J, Q and K are left", "4S", at(["4S", "KD", "JD"], ["7H"], 7), "7 → 11 · then you can’t go out"],
    ["a number is left", "4S", at(["4S", "KD", "2D"], ["7H"], 7), "7 → 11"],
    ["one goes out", "4S", at(["4S"], ["7H"], 7), "7 → 11 · your last card: half of the table, and the game ends"],
  ])("of a card after which %s", (_, card, choosing, text) => {
    expect(effect([card as Card], say(), choosing)).toBe(text);
  });
});

it.each<[seats: number, exchange: string, to: number[]]>([
  [4, "hearts", [1, 3, 2]],
  [4, "partner", [2, 2, 2]],
  [2, "hearts", [1, 1, 1]],
])("with %i players and %s the three games' cards go to %j", (seats, exchange, to) => {
  const hands = Array.from({ length: seats }, () => []);
  const told = [1, 2, 3].map((game) =>
    skin.prompt!(fake({ seat: 0, phase: "give", hands, table: { game } }), say({ exchange }), []),
  );
  expect(told).toEqual(to.map((seat) => `Choose 3 cards for P${seat}`));
});
