import { expect, it } from "vitest";
import { backoff } from "./backoff";

it("waits longer before each attempt, up to eight seconds", () => {
  expect([0, 1, 2, 3, 10].map((n) => backoff(n, () => 0.5))).toEqual([300, 600, 1200, 2400, 8000]);
  expect(backoff(0, () => 0)).toBeLessThan(backoff(0, () => 1));
});
