import { describe, expect, it } from "vitest";
import { tell } from "./generic";
import { readRules } from "./rules";
import { en } from "../../i18n/en";
import { shortCard } from "../../i18n/cards";
import { fake } from "../../skin/fake";
import type { Say } from "../../skin/types";
import type { AnyEvent, Card } from "../../protocol/messages";

const texts = import.meta.glob<string>(
  ["../../../../../rules/*/RULES*.md", "../../../../../tests/example_game/*/RULES*.md"],
  { query: "?raw", import: "default", eager: true },
);
const read = (path: string): string => texts[`../../../../../${path}`]!;
const names = ["Aki", "Ben", "Chi"];
const say: Say = fake({
  called: (seat: number) => names[seat],
  card: (card: Card | null) => shortCard(card, en),
  cards: (cards: (Card | null)[]) => cards.map((card) => shortCard(card, en)).join(" "),
  suit: (suit: string) => suit,
  texts: en,
  language: "en",
});

describe("the rules of the example game", () => {
  const rules = readRules(read("tests/example_game/doubt/RULES.md"));
  const told = (event: AnyEvent): string => tell(rules, event, say).replaceAll("\uFE0E", "");
  it("say how to play, without what only programs need", () => {
    const titles = rules.how.sections.map(({ title }) => title);
    expect(titles).toEqual(["", "In short", "Cards", "Play"]);
    expect(rules.how.rulings.map(([name]) => name)).toEqual(["R1", "R2"]);
    const play = rules.how.sections[3]!.blocks[0]!;
    expect(play).toMatchObject({ kind: "list", ordered: true });
    expect(JSON.stringify(play)).not.toMatch(/\*|`/);
    expect(rules.intro).toMatch(/^A game of bluffing for three to six/);
  });
  it("tell every event in a sentence", () => {
    expect(told({ type: "played", seat: 1, rank: "T", cards: [null, "7H"] })).toBe(
      "Ben plays ? 7♥ face down and calls them 10.",
    );
    expect(told({ type: "doubted", seat: 0, player: 1, cards: ["7H"], loser: 1, points: 2 })).toBe(
      "Aki doubts Ben, who had played 7♥: 2 against Ben.",
    );
    expect(told({ type: "dealt", hands: [], first: 2 })).toBe("The cards are dealt, and Chi begins.");
  });
  it("have words for the names of the wire", () => expect(rules.words.get("doubt")).toBe("Doubt"));
  it("are the same in Japanese", () => {
    const ja = readRules(read("tests/example_game/doubt/RULES.ja.md"));
    expect(ja.how.sections.length).toBe(rules.how.sections.length);
    expect(ja.how.rulings.map(([name]) => name)).toEqual(["R1", "R2"]);
    expect([...ja.sentences.keys()].sort()).toEqual([...rules.sentences.keys()].sort());
  });
});

it.each(Object.entries(texts))("%s can be read: sections, rulings, sentences", (_path, text) => {
  const rules = readRules(text);
  expect(rules.how.sections.length).toBeGreaterThan(2);
  expect(rules.how.rulings.length).toBeGreaterThan(0);
  expect(rules.intro).not.toBe("");
  expect(rules.sentences.size).toBeGreaterThan(0);
});

it("an event without a sentence is told by its name and its fields", () => {
  const told = (event: AnyEvent): string => tell(null, event, say).replaceAll("\uFE0E", "");
  expect(told({ type: "turned_up", seat: 2, card: "9S" })).toBe("Chi: turned up 9♠.");
  expect(told({ type: "scored", seat: 0, chips: 2, by: 1, last: false })).toBe("Aki: scored, chips 2, by Ben.");
  expect(told({ type: "played", seat: 0, table: 1, cards: ["5S", null], secret: true })).toBe(
    "Aki: played 5♠ ?, table 1, secret.",
  );
});
