import { beforeEach, expect, it, vi } from "vitest";
import { exported, history, imported, remember, totals, type PlayedMatch } from "./history";

const played = (change: Partial<PlayedMatch> = {}): PlayedMatch => ({
  room: "ABCDEFGH",
  match: 1,
  game: "selfish",
  at: 1,
  names: ["a", "b"],
  me: 0,
  ranks: [1, 2],
  scores: [5, 3],
  winners: [0],
  ...change,
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

it("a match is remembered once, the newest first", () => {
  expect(remember([played()])).toBe(1);
  expect(remember([played({ scores: [0, 0] })])).toBe(0);
  expect(remember([played({ match: 2, at: 2 })])).toBe(1);
  expect(history().map(({ match }) => match)).toEqual([2, 1]);
  expect(history()[1]!.scores).toEqual([5, 3]);
});

it("an exported history can be imported elsewhere, and adds only what is new", () => {
  remember([played(), played({ match: 2, at: 2 })]);
  const file = exported();
  vi.stubGlobal("localStorage", new Map<string, string>());
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  remember([played()]);
  expect(imported(file)).toBe(1);
  expect(imported(file)).toBe(0);
  expect(history()).toHaveLength(2);
});

it("another file, or one with a broken match, is refused whole", () => {
  for (const text of [
    "",
    "[]",
    '{"format":"tefuda-history/2","matches":[]}',
    JSON.stringify({ format: "tefuda-history/1", matches: [played(), { ...played({ match: 2 }), me: 7 }] }),
    JSON.stringify({ format: "tefuda-history/1", matches: [played({ room: "../x" })] }),
  ])
    expect(imported(text)).toBe(null);
  expect(history()).toEqual([]);
});

it("totals count matches, wins and places for each game", () => {
  const list = [played(), played({ match: 2, me: 1 }), played({ match: 3, game: "fortyone", winners: [] })];
  expect(totals(list)).toEqual([
    { game: "selfish", matches: 2, wins: 1, place: 1.5 },
    { game: "fortyone", matches: 1, wins: 0, place: 1 },
  ]);
});

it("a match that went on from another one is kept, and counts in no total", () => {
  remember([played(), played({ match: 2, continued: true })]);
  expect(history().map(({ match }) => match)).toEqual([1, 2]);
  expect(totals(history())).toEqual([{ game: "selfish", matches: 1, wins: 1, place: 1 }]);
});
