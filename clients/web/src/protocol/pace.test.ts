import { describe, expect, it } from "vitest";
import { Pace } from "./pace";

describe("the pace of a connection", () => {
  it("is free as long as the server names no limit", () => {
    const pace = new Pace();
    for (let n = 0; n < 1000; n++) expect(pace.take(0)).toBe(0);
    pace.limit({ messages_per_second: null, burst: null }, 0);
    for (let n = 0; n < 1000; n++) expect(pace.take(0)).toBe(0);
  });

  it("sends a burst at once, and then never more than the server allows in any second", () => {
    const pace = new Pace();
    pace.limit({ messages_per_second: 10, burst: 20 }, 0);
    const sent: number[] = [];
    for (let now = 0; now < 5000; now += 1) if (pace.take(now) === 0) sent.push(now);
    expect(sent.filter((at) => at === 0)).toHaveLength(1);
    for (const from of sent)
      expect(sent.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(20 + 10);
    expect(sent.filter((at) => at >= 4000).length).toBeLessThanOrEqual(10);
    expect(sent.filter((at) => at >= 4000).length).toBeGreaterThanOrEqual(7);
  });

  it("says how long to wait for the next message", () => {
    const pace = new Pace();
    pace.limit({ messages_per_second: 10, burst: 1 }, 0);
    expect(pace.take(0)).toBe(0);
    const wait = pace.take(0);
    expect(wait).toBeGreaterThan(0);
    expect(pace.take(wait - 1)).toBeGreaterThan(0);
    expect(pace.take(wait)).toBe(0);
  });
});
