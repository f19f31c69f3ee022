import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepCurrent } from "./current";

/** What a page has whose server answers, but no longer has one of its files. */
let missing: () => void;
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("fetch", async () => ({ ok: true }));
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => (missing = listener));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page that misses a file reloads itself once", async () => {
  keepCurrent(() => false);
  missing();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(1);
  missing();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page that misses a file first finishes what is under way", async () => {
  let underWay = true;
  keepCurrent(() => underWay);
  missing();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  underWay = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).toHaveBeenCalledTimes(1);
});
