import { expect, it } from "vitest";
import { labelsOf } from "./labels";
import { valueText } from "../games/generic/values";
import { en } from "../i18n/en";
import { Picker } from "../picker/picker";
import { RANKS } from "../picker/cards";
import { fake } from "../skin/fake";
import type { Say } from "../skin/types";
import type { AnyTemplate, Card } from "../protocol/messages";

const say: Say = fake({
  name: (seat: number) => `P${seat}`,
  called: (seat: number) => `P${seat}`,
  cards: (cards: Card[]) => cards.join(" "),
  card: (card: Card) => card,
  texts: en,
  language: "en",
});
const labels = (
  legal: unknown[],
  selected: Card[] = [],
  word: ((name: string) => string | null) | null = null,
): string[] => {
  const choices = new Picker(legal as AnyTemplate[]).choices(selected);
  return labelsOf(choices, word && { word }, say, (name, value) => valueText(name, value, say));
};

it("buttons for the same cards say the field in which their actions differ", () => {
  const cards = { choose: [1, 3], from: ["7S", "7H", "KD"] };
  const texts = labels(
    RANKS.map((rank) => ({ type: "play", rank, cards })),
    ["7S", "KD"],
  );
  expect(texts).toHaveLength(13);
  expect(new Set(texts).size).toBe(13);
  expect(texts[0]).toBe("Play 7S KD · A");
  expect(texts).toContain("Play 7S KD · 10");
});

it("a rank is said as on the card, whatever the name of its field", () => {
  expect(valueText("books", ["A", "T"], say)).toBe("A, 10");
});

it("a field that all have is on no button", () => {
  expect(labels([{ type: "play", rank: "A", cards: { choose: 2, from: ["7S", "KD", "2C"] } }], ["7S", "KD"])).toEqual([
    "Play 7S KD",
  ]);
});

it("a play of a few cards names them, one of many counts them", () => {
  const hand = ["9S", "9H", "9D", "9C", "8S"] as Card[];
  const template = { type: "play", cards: { choose: [1, 5], from: hand } };
  expect(labels([template], hand.slice(0, 2))).toEqual(["Play 9S 9H"]);
  expect(labels([template], hand.slice(0, 4))).toEqual(["Play 9S 9H 9D 9C"]);
  expect(labels([template], hand)).toEqual(["Play 5 cards"]);
});

it("an action that the page does not know says all its fields, seats by name", () => {
  expect(
    labels([
      { type: "doubt", seat: 2 },
      { type: "ask_for", player: 1, rank: "T" },
    ]),
  ).toEqual(["doubt P2", "ask for P1 10"]);
  expect(labels([{ type: "doubt", seat: 2 }], [], (name) => (name === "doubt" ? "Doubt!" : null))).toEqual([
    "Doubt! P2",
  ]);
});

it("items that were chosen are on the button", () => {
  const token = (item: unknown): Card => JSON.stringify(item) as Card;
  expect(labels([{ type: "keep", items: { choose: [0, 5], from: [3, 3, 6] } }], [token(3), token(6)])).toEqual([
    "keep 3, 6",
  ]);
  expect(labels([{ type: "keep", items: { choose: [0, 5], from: [3, 3, 6] } }])).toEqual(["keep"]);
  expect(labels([{ type: "call", sum: 9, items: { choose: 2, from: [3, 3, 6] } }], [token(3), token(6)])).toEqual([
    "call 3, 6 · 9",
  ]);
});

it("an action with a card and one without it say which", () => {
  const hides = [
    { type: "hide", card: "7S" },
    { type: "hide", card: null },
  ];
  const texts = labels(hides, ["7S"]);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).toContain("hide · 7S");
});
