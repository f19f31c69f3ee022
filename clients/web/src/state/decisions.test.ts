import { expect, it } from "vitest";
import { lastDecision, logUntil } from "./decisions";
import { fake } from "../skin/fake";
import type { LogEntry } from "../skin/types";

/** A log: for each event its update, its type, its seat if it has one, and why the player did not choose it. */
const logOf = (...events: [number, string, number?, string?][]): LogEntry[] =>
  events.map(([seq, type, seat, by], key) => fake({ key, seq, event: { type, seat }, by }));

it("goes back to before the player's own last decision, past those of others and what could not be chosen", () => {
  const log = logOf(
    [1, "dealt"],
    [2, "played", 0],
    [2, "scored", 1],
    [3, "passed", 1],
    [3, "won", 0],
    [4, "passed", 0, "forced"],
    [5, "played", 1],
  );
  expect(lastDecision(log, 0, 0)).toBe(0);
  expect(lastDecision(log, 1, 0)).toBe(3);
  expect(lastDecision(log.slice(0, 1), 0, 0)).toBeNull();
});

it("takes the deal for nobody's decision", () => {
  expect(lastDecision(logOf([1, "drawn", 0], [1, "dealt"]), 0, 0)).toBeNull();
});

it("finds the decision before it once one has been taken back", () => {
  const log = logOf([1, "dealt"], [2, "played", 0], [3, "played", 1], [4, "played", 0], [5, "played", 1]);
  const first = lastDecision(log, 0, 0)!;
  expect(first).toBe(2);
  const then = [...logUntil(log, 0, first), ...logOf([1, "continued"])];
  expect(then.map(({ event }) => event.type)).toEqual(["dealt", "played", "played", "continued"]);
  const second = lastDecision(then, 0, first)!;
  expect(second).toBe(0);
  expect(logUntil(then, first, second).map(({ seq, event }) => [seq, event.type])).toEqual([[1, "dealt"]]);
  expect(lastDecision(logUntil(then, first, second), 0, second)).toBeNull();
});
