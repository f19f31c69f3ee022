import { expect, it } from "vitest";
import { eveningText, gamesOf, halves, isWorthIt, type Evening } from "./evening";

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
  const evening: Evening = { matches: 3, lines: [line("Ann", 4.5), line("Bob", 3)] };
  expect(eveningText("An evening", evening, ["B ×2", "A"])).toBe("An evening\nAnn 4½ · Bob 3\nB ×2, A");
  expect(eveningText("An evening", evening, [])).toBe("An evening\nAnn 4½ · Bob 3");
});

it("one match, or bots alone, are no evening", () => {
  expect(isWorthIt({ matches: 1, lines: [line("Ann", 1)] })).toBe(false);
  expect(isWorthIt({ matches: 2, lines: [line("Haru", 1, "bot")] })).toBe(false);
  expect(isWorthIt({ matches: 2, lines: [line("Ann", 1)] })).toBe(true);
});
