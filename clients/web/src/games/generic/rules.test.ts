import { describe, expect, it } from "vitest";
import { label, tell } from "./generic";
import { partsOf, tablesOf } from "./markdown";
import { readRules } from "./rules";
import { seatFields } from "./seats";
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
    expect(told({ type: "played", seat: 1, rank: "T", cards: [null, null] })).toBe(
      "Ben plays 2 cards face down and calls them 10.",
    );
    expect(told({ type: "dealt", hands: [], first: 2 })).toBe("The cards are dealt, and Chi begins.");
  });
  it("have words for the names of the wire", () => expect(rules.words.get("accept")).toBe("Believe it"));
  it("say what is on the buttons, with the fields of their actions", () => {
    expect(label(rules, { type: "doubt", seat: 2 }, say)).toBe("Doubt Chi");
    expect(label(rules, { type: "doubt" }, say)).toBeNull();
    expect(label(rules, { type: "accept" }, say)).toBeNull();
  });
});

it.each(Object.entries(texts))("%s can be read: sections, rulings, sentences", (_path, text) => {
  const rules = readRules(text);
  expect(rules.how.sections.length).toBeGreaterThan(2);
  expect(rules.how.rulings.length).toBeGreaterThan(0);
  expect(rules.intro).not.toBe("");
  expect(rules.sentences.size).toBeGreaterThan(0);
});

const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split(" ");
/** The numbers in a text, in digits or in English words; not those of rulings, and no 1 and 2, which are also other words. */
const numbersIn = (text: string): number[] => {
  const found = text.replaceAll(/R\d+/g, "").match(/\d+|[a-z]+/gi) ?? [];
  const numbers = found.map((one) => (/\d/.test(one) ? Number(one) : NUMBERS.indexOf(one.toLowerCase())));
  return [...new Set(numbers.filter((one) => one > 2))].sort((a, b) => a - b);
};
/** The options with their values, in order. */
const optionsIn = (text: string): string[][] =>
  partsOf(text)
    .flatMap(({ lines }) => tablesOf(lines))
    .filter(([head]) => /^(option|オプション)$/.test(head![0]!))
    .flatMap(([, ...rows]) => rows.map(([name, values]) => `${name} ${values}`.match(/\w+/g) ?? []));

const translated = Object.keys(texts).filter(
  (path) => path.replace(/ja\.md$/, "md") in texts && path.endsWith("ja.md"),
);
it.each(translated)("%s has the rulings, options, events and numbers of the English rules", (path) => {
  const [english, japanese] = [texts[path.replace(/ja\.md$/, "md")]!, texts[path]!];
  const [en, ja] = [readRules(english), readRules(japanese)];
  const numbers = (rulings: [string, string][]) => rulings.map(([name, text]) => [name, numbersIn(text)]);
  expect(numbers(ja.how.rulings)).toEqual(numbers(en.how.rulings));
  expect(optionsIn(japanese)).toEqual(optionsIn(english));
  expect([...ja.sentences.keys()].sort()).toEqual([...en.sentences.keys()].sort());
  expect(numbersIn(JSON.stringify(ja.how.sections))).toEqual(numbersIn(JSON.stringify(en.how.sections)));
});

it("a card that nobody here may see is a card in a sentence", () => {
  const row = "| `drawn` | `seat`, `card`, `from` | `seat` draws `card` from `from` |";
  const rules = readRules(`# Game\n\n## On the wire\n\n| event | fields | meaning |\n| --- | --- | --- |\n${row}\n`);
  expect(tell(rules, { type: "drawn", seat: 2, card: null, from: 1 }, say)).toBe("Chi draws a card from Ben.");
});

it("what the game's schemas call a seat is told by its name, else what sounds like one", () => {
  const seat = { $ref: "#/components/schemas/Seat" };
  const event = {
    properties: { turn: { anyOf: [seat, {}] }, asked: { items: seat }, first: {}, to: { properties: { by: seat } } },
  };
  const schemas = { "go.Event": { anyOf: [event] }, "other.Event": { properties: { first: seat } } };
  const fields = seatFields(schemas, "go");
  expect(fields).toEqual(new Set(["turn", "asked", "by"]));
  expect(seatFields(schemas, "g")).toBeNull();
  const happened: AnyEvent = { type: "went_on", turn: 2, asked: [0, 1], first: 1 };
  const told = (isSeat: Say["isSeat"]): string => tell(null, happened, { ...say, isSeat });
  expect(told((field) => fields!.has(field))).toBe("went on, turn Chi, asked Aki, Ben, first 1.");
  expect(told(() => undefined)).toBe("went on, turn 2, asked 0, 1, first Ben.");
});

it("an event without a sentence is told by its name and its fields", () => {
  const told = (event: AnyEvent): string => tell(null, event, say).replaceAll("\uFE0E", "");
  expect(told({ type: "turned_up", seat: 2, card: "9S" })).toBe("Chi: turned up 9♠.");
  expect(told({ type: "scored", seat: 0, chips: 2, by: 1, last: false })).toBe("Aki: scored, chips 2, by Ben.");
  expect(told({ type: "played", seat: 0, table: 1, cards: ["5S", null], secret: true })).toBe(
    "Aki: played 5♠ ?, table 1, secret.",
  );
});
