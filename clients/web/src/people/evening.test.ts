import { expect, it } from "vitest";
import { eveningText, gamesOf, halves, isWorthIt, roomsOfSeveral } from "./evening";

const line = (name: string, points: number, kind: "human" | "bot" = "human") => ({
  seat: 0,
  name,
  kind,
  points,
  played: 2,
  won: 1,
  bot_share: 0,
});

it("halves of points are written as such", () => {
  expect([0, 0.5, 1, 4.5].map(halves)).toEqual(["0", "½", "1", "4½"]);
});

it("the games are told with how often they were played, the most played first", () => {
  expect(gamesOf(["a", "b", "b"], (game) => game.toUpperCase())).toEqual(["B ×2", "A"]);
});

it("the line to share has the points of all and the games", () => {
  const lines = [line("Ann", 4.5), line("Bob", 3)];
  expect(eveningText("An evening", lines, ["B ×2", "A"])).toBe("An evening\nAnn 4½ · Bob 3\nB ×2, A");
  expect(eveningText("An evening", lines, [])).toBe("An evening\nAnn 4½ · Bob 3");
});

it("one match, or bots alone, are no evening", () => {
  expect(isWorthIt({ matches: 1, lines: [line("Ann", 1)] })).toBe(false);
  expect(isWorthIt({ matches: 2, lines: [line("Haru", 1, "bot")] })).toBe(false);
  expect(isWorthIt({ matches: 2, lines: [line("Ann", 1)] })).toBe(true);
});

it("the last evenings are the rooms with several matches, each counted once, five at most", () => {
  const matches = (room: string, ...numbers: number[]) => numbers.map((match) => ({ room, match }));
  const list = [...matches("A", 3), ...matches("B", 2, 2), ...matches("A", 1), ...matches("C", 9, 8)];
  expect(roomsOfSeveral(list)).toEqual(["A", "C"]);
  expect(roomsOfSeveral([..."QWERTY"].flatMap((room) => matches(room, 1, 2)))).toEqual([..."QWERT"]);
});
