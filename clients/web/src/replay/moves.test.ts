import { describe, expect, test, vi } from "vitest";
import { fake } from "../skin/fake";
import type { TableModel } from "../state/table.svelte";
import type { AnyEvent, AnyUpdate, SeenCards } from "../protocol/messages";
import { costliest, movesOf, withOpenHands, type Rated } from "./moves";

const update = (events: AnyEvent[], hands: SeenCards[], table: unknown): AnyUpdate => ({
  type: "update",
  room: "R",
  seq: 1,
  events,
  view: { game: "g", phase: "play", seat: null, to_act: [], scores: [], result: null, hands, table },
});

describe("a replay with open hands", () => {
  const spectator = update(
    [
      { type: "gave", seat: 0, to: 1, cards: [null, null] },
      { type: "dealt", hands: [[null, null], [null]] },
    ],
    [[null, null], [null]],
    { pile: [null, null], drawn: null, called: ["A"] },
  );
  const first = update(
    [
      { type: "gave", seat: 0, to: 1, cards: ["3S", "4S"] },
      { type: "dealt", hands: [["2H", "3H"], [null]] },
    ],
    [["2H", "3H"], [null]],
    { pile: ["5S", null], drawn: null, called: ["A"] },
  );
  const second = update(
    [
      { type: "gave", seat: 0, to: 1, cards: ["3S", "4S"] },
      { type: "dealt", hands: [[null, null], ["KD"]] },
    ],
    [["3S", null], ["KD"]],
    { pile: [null, null], drawn: "7C", called: ["A"] },
  );

  test("shows every card that some seat saw: in hands, on the table and in events", () => {
    const open = withOpenHands(spectator, [first, second]);
    expect(open.events).toEqual([
      { type: "gave", seat: 0, to: 1, cards: ["3S", "4S"] },
      { type: "dealt", hands: [["2H", "3H"], ["KD"]] },
    ]);
    expect(open.view?.hands).toEqual([["2H", "3H"], ["KD"]]);
    expect(open.view?.table).toEqual({ pile: ["5S", null], drawn: "7C", called: ["A"] });
  });

  test("shows what a spectator saw of seats whose updates are not there yet", () => {
    expect(withOpenHands(spectator, [undefined, undefined])).toEqual(spectator);
  });
});

test("the costliest move of a seat is the one that lost most of those that turned the match", () => {
  const rated = (action: number, seat: number, value: number, best: number, mark?: "best" | "worst"): Rated => ({
    action,
    seat,
    value,
    best: { action: { type: "pass" }, value: best },
    ...(mark ? { mark } : {}),
  });
  const all = [
    rated(0, 0, 0.5, 0.6, "worst"),
    rated(2, 0, 0.3, 0.9, "worst"),
    rated(3, 1, 0, 1, "worst"),
    rated(4, 0, 0, 1),
  ];
  expect(costliest(all, 0)?.action).toBe(2);
  expect(costliest(all, 2), "a seat whose moves turned nothing").toBe(null);
});

test("what ends a deal stands before the name of the next one", () => {
  vi.stubGlobal("navigator", { language: "en" });
  const model: TableModel = fake({
    game: "g",
    options: {},
    seats: [],
    me: null,
    skin: { tell: ({ type }: AnyEvent) => (type === "dealt" ? "Cards are dealt." : "A second pass ends it.") },
  });
  const told = (events: AnyEvent[]): AnyUpdate => ({ ...update(events, [], {}), view: null! });
  const dealt: AnyEvent = { type: "dealt" };
  const [first, second] = movesOf(model, [told([dealt]), told([{ type: "passed" }, dealt])], []);
  expect([first!.closing, first!.text]).toEqual(["", "Cards are dealt."]);
  expect([second!.closing, second!.text]).toEqual(["A second pass ends it.", "Cards are dealt."]);
});
