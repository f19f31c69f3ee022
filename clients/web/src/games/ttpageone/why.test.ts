// Why a card can't be played, and whom one may call out, in the situations of RULES.md.
import { describe, expect, it, vi } from "vitest";
import { barred, doubts, why } from "./why";
import type { Ttpageone } from "../../protocol/games";
import type { Card } from "../../protocol/messages";
import { fake } from "../../skin/fake";
import type { Choosing, Say } from "../../skin/types";

vi.stubGlobal("navigator", { languages: ["en"], language: "en" });

const say = (language = "en"): Say =>
  fake({
    language,
    called: (seat: number) => `P${seat}`,
    texts: { actions: { draw: "Draw" }, why: { wait: "One moment." } },
  });
const TABLES = [
  { suit: "S", rank: "4" },
  { suit: "H", rank: null },
];
const at = (selected: string[] = [], phase = "play", legal: object[] = []): Choosing<Ttpageone> =>
  fake({ view: { seat: 0, phase, table: { tables: TABLES } }, selected, legal });

describe("why a card can't be played in TT Page One", () => {
  it.each<[string, string, Choosing<Ttpageone>, string]>([
    ["a privilege is to be chosen", "4H", at([], "privileges"), "First choose a privilege."],
    ["a suit is to be named", "4H", at([], "name_suit"), "First name the joker’s suit."],
    ["it matches neither table", "9D", at(), "It matches neither table: left ♠ or 4, right ♥."],
    ["another card is selected", "9S", at(["4H"]), "Only cards of the table’s rank go together."],
  ])("says so where %s", (_, card, choosing, reason) => {
    expect(why(card as Card, choosing, say())?.replaceAll("\uFE0E", "")).toBe(reason);
  });

  it("says nothing of its own of a joker, and of a card that matches", () => {
    expect(why("XX", at(), say())).toBeNull();
    expect(why("9S", at(), say())).toBeNull();
  });

  it("says that one has to play, where one would draw", () => {
    const only = (...types: string[]) =>
      barred(
        at(
          [],
          "play",
          types.map((type) => ({ type })),
        ),
        say(),
      ).map((one) => one.type);
    expect(only("play", "pass")).toEqual(["draw"]);
    expect(only("play", "draw")).toEqual([]);
    expect(only("draw", "pass")).toEqual([]);
  });
});

describe("whom one may call out in TT Page One", () => {
  const view = (hands: number[], last_one: (string | null)[], more: object = {}): Ttpageone["view"] =>
    fake({
      seat: 0,
      phase: "play",
      hands: hands.map((n) => Array<string>(n).fill("3H")),
      table: { last_one, out: [] },
      ...more,
    });
  const whom = (shown: Ttpageone["view"]) => doubts(shown, say()).map(({ action }) => "seat" in action && action.seat);

  it("is everybody else with one card, declared or not", () => {
    expect(whom(view([1, 1, 2, 1], ["undeclared", "declared", null, "undeclared"]))).toEqual([1, 3]);
  });

  it("is nobody for who looks on or is out, and nobody who is out", () => {
    const last = [null, "declared", "declared", null];
    expect(whom(view([2, 1, 1, 2], last, { seat: null }))).toEqual([]);
    expect(whom(view([2, 1, 1, 2], last, { table: { last_one: last, out: [0] } }))).toEqual([]);
    expect(whom(view([2, 1, 1, 2], last, { table: { last_one: last, out: [1] } }))).toEqual([2]);
    expect(whom(view([2, 1, 1, 2], last, { phase: "over" }))).toEqual([]);
  });

  it("is told of who has declared, in the page alone", () => {
    const [declared, late] = doubts(view([2, 1, 1], [null, "declared", "undeclared"]), say());
    expect(declared!.why).toBe(
      "P1 did say “Last one!”: nothing happens. This button is there either way; to notice is up to you.",
    );
    expect(late!.why, "its move is still being shown").toBe("One moment.");
  });
});
