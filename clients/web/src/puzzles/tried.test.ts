import { beforeEach, expect, it, vi } from "vitest";
import { allTried, keepTried, nextOf } from "./tried";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

it("shows the newest puzzle that was not tried, and then the one that was tried longest ago", () => {
  expect(nextOf(["c", "b", "a"], [], null)).toBe("c");
  expect(nextOf(["c", "b", "a"], [["c", true]], "c")).toBe("b");
  expect(
    nextOf(
      ["c", "b", "a"],
      [
        ["b", true],
        ["a", false],
        ["c", true],
      ],
      "b",
    ),
  ).toBe("c");
  expect(nextOf(["a"], [["a", true]], "a")).toBe("a");
  expect(nextOf([], [], null)).toBe(null);
});

it("keeps the first attempt, and a bounded number of them", () => {
  keepTried("a", false);
  keepTried("a", true);
  expect(allTried()).toEqual([["a", false]]);
  const many = Array.from({ length: 3000 }, (_, n) => [`p${n}`, false]);
  kept.set("tefuda.puzzles", JSON.stringify(many));
  keepTried("new", true);
  expect(allTried()).toEqual([["new", true], ...many.slice(0, -1)]);
});

it("takes nothing from a storage that is damaged or closed", () => {
  kept.set("tefuda.puzzles", '[["a"],1,["b",true]]');
  expect(allTried()).toEqual([["b", true]]);
  kept.set("tefuda.puzzles", "{");
  expect(allTried()).toEqual([]);
  vi.stubGlobal("localStorage", undefined);
  expect(allTried()).toEqual([]);
  expect(() => keepTried("a", true)).not.toThrow();
});
