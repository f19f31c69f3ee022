import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { matchPar, WAITS_MS } from "./match_par";

const PAR = { room: "R", match: 1, game: "g", seat: 0, margin: 3, par: 2 };
const asked: string[] = [];
/** The server's answers, one after the other; the last one stays. */
function answers(...statuses: number[]): void {
  vi.stubGlobal("fetch", (path: string) => {
    const status = statuses[Math.min(asked.push(path), statuses.length) - 1]!;
    return status === 0
      ? Promise.reject(new TypeError("no server"))
      : Promise.resolve(new Response(JSON.stringify(status === 200 ? PAR : {}), { status }));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the par of a match is asked for until it is there, with growing waits", async () => {
  answers(202, 429, 200);
  const found = matchPar("/m", new AbortController().signal);
  await vi.advanceTimersByTimeAsync(WAITS_MS[0]! + WAITS_MS[1]! - 1);
  expect(asked).toEqual(["/m/par", "/m/par"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await found).toEqual(PAR);
  expect(asked.length).toBe(3);
  expect([...WAITS_MS].sort((a, b) => a - b)).toEqual(WAITS_MS);
});

test.each([404, 409, 503, 0])("a match without a par is asked for once (%i)", async (status) => {
  answers(status);
  expect(await matchPar("/m", new AbortController().signal)).toBeNull();
  expect(asked.length).toBe(1);
});

test("nobody waits for a par for ever", async () => {
  answers(202);
  const found = matchPar("/m", new AbortController().signal);
  await vi.runAllTimersAsync();
  expect(await found).toBeNull();
  expect(asked.length).toBe(WAITS_MS.length + 1);
});

test("whoever leaves the result asks no more", async () => {
  answers(202);
  const leaving = new AbortController();
  const found = matchPar("/m", leaving.signal);
  await vi.advanceTimersByTimeAsync(WAITS_MS[0]!);
  leaving.abort();
  expect(await found).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
  expect(asked.length).toBe(2);
});
