import { afterEach, beforeEach, expect, it, vi } from "vitest";

const SERVER = Date.parse("2026-11-27T12:00:00Z");

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: SERVER + 3_600_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answering = (headers: Record<string, string>) => {
  const asked = vi.fn(async () => new Response("ok", { headers }));
  vi.stubGlobal("fetch", asked);
  return asked;
};

it("tells the server's time, however the device's clock is set", async () => {
  answering({ date: new Date(SERVER).toUTCString() });
  const { serverTime } = await import("./server_time");
  await serverTime.look();
  expect(serverTime.now()).toBe(SERVER + 500);
  vi.advanceTimersByTime(10_000);
  expect(serverTime.now()).toBe(SERVER + 10_500);
  vi.setSystemTime(0);
  expect(serverTime.now()).toBe(SERVER + 10_500);
  expect(serverTime.counted(SERVER + 30_500) - performance.now()).toBe(20_000);
});

it("goes on from the device's clock where the server does not tell", async () => {
  answering({});
  const { serverTime } = await import("./server_time");
  const before = serverTime.now();
  await serverTime.look();
  vi.advanceTimersByTime(1000);
  expect(serverTime.now()).toBe(before + 1000);
});

it("asks again after a sleep, and no more than once at a time", async () => {
  const asked = answering({ date: new Date(SERVER).toUTCString() });
  const { serverTime } = await import("./server_time");
  await Promise.all([serverTime.look(), serverTime.look()]);
  await serverTime.look();
  expect(asked).toHaveBeenCalledTimes(1);
  serverTime.doubt();
  await serverTime.look();
  expect(asked).toHaveBeenCalledTimes(2);
});
