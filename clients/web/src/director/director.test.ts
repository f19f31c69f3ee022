import { describe, expect, it } from "vitest";
import type { AnyEvent, AnyUpdate, AnyView } from "../protocol/messages";
import type { DealSheet, Stage } from "../skin/types";
import type { Speed } from "../settings/settings.svelte";
import { Director, PACE, paceOf, type Clock, type Scene } from "./director";

/** A clock that stands still until it is told to go on. */
class FakeClock implements Clock {
  #now = 0;
  #timers = new Set<{ at: number; run: () => void }>();
  now(): number {
    return this.#now;
  }
  later(run: () => void, ms: number): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
  /** Lets time pass and everything happen that is due. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (await settled(); ; await settled()) {
      const next = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }
}

const settled = async (): Promise<void> => {
  for (let n = 0; n < 30; n++) await Promise.resolve();
};

const view = { phase: "play" } as AnyView;
const move = (seq: number, seat: number | null, more: Partial<AnyUpdate> = {}): AnyUpdate => ({
  type: "update",
  room: "R",
  seq,
  events: seat === null ? [{ type: "dealt" }] : [{ type: "played", seat }],
  view,
  ...more,
});

function table(me: number | null = 0, speed: Speed = "normal", isNew = false) {
  const clock = new FakeClock();
  const shown: [number, number][] = [];
  const opened: [number, number][] = [];
  const laid: (DealSheet | null)[] = [];
  const told: [string, number][] = [];
  let stages: Stage[] = [];
  let last = 0;
  const scene: Scene = {
    me,
    view,
    stages: () => stages,
    note: (seq: number, events: readonly AnyEvent[]) => {
      last = seq;
      for (const { type } of events) told.push([type, clock.now()]);
    },
    show: (_view, events = []) => {
      if (events.length > 0) shown.push([last, clock.now()]);
      return Promise.resolve();
    },
    lay: (next) => void laid.push(next),
  };
  const director = new Director(
    scene,
    () => paceOf(speed, isNew),
    { caughtUp: ({ seq }) => opened.push([seq, clock.now()]) },
    clock,
    () => false,
  );
  return { clock, director, shown, opened, laid, told, staged: (next: typeof stages) => (stages = next) };
}

describe("the director", () => {
  it("shows three bots' moves one beat apart, although they arrive together, and opens the decision after the last", async () => {
    const { clock, director, shown, opened } = table();
    director.push(move(1, 0));
    for (const seat of [1, 2, 3]) director.push(move(1 + seat, seat));
    await clock.pass(3000);
    expect(shown.map(([seq]) => seq)).toEqual([1, 2, 3, 4]);
    const gaps = shown.slice(1).map(([, at], n) => at - shown[n]![1]);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(450);
    for (const gap of gaps) expect(gap).toBeLessThanOrEqual(600);
    expect(opened).toEqual([[4, shown[3]![1] + 550]]);
  });

  it("shows the player's own move at once and opens the decision that follows it at once", async () => {
    const { clock, director, shown, opened } = table();
    director.push(move(1, 0));
    await clock.pass(10);
    director.push(move(2, 0));
    await clock.pass(0);
    expect(shown).toEqual([
      [1, 0],
      [2, 10],
    ]);
    expect(opened).toEqual([
      [1, 0],
      [2, 10],
    ]);
  });

  it("keeps a move of a bot back that follows the player's own within the beat", async () => {
    const { clock, director, shown } = table();
    director.push(move(1, 0));
    await clock.pass(30);
    director.push(move(2, 1));
    await clock.pass(300);
    expect(shown.map(([seq]) => seq)).toEqual([1]);
    await clock.pass(300);
    expect(shown).toEqual([
      [1, 0],
      [2, 550],
    ]);
  });

  it("does not open a decision while a newer update waits", async () => {
    const { clock, director, opened } = table();
    director.push(move(1, 1, { decision: 1 }));
    await clock.pass(400);
    director.push(move(2, 2, { decision: 2 }));
    await clock.pass(3000);
    expect(opened).toEqual([[2, 1100]]);
  });

  it("paces every move for a spectator", async () => {
    const { clock, director, shown } = table(null);
    for (const seat of [0, 1, 0]) director.push(move(shown.length + 1, seat));
    await clock.pass(3000);
    expect(shown.map(([, at]) => at)).toEqual([0, 550, 1100]);
  });

  it("shows everything at once after a tap, and paces again afterwards", async () => {
    const { clock, director, shown, opened } = table();
    for (const seat of [1, 2, 3]) director.push(move(seat, seat));
    await clock.pass(100);
    director.skip();
    await clock.pass(0);
    expect(shown).toEqual([
      [1, 0],
      [2, 100],
      [3, 100],
    ]);
    expect(opened).toEqual([[3, 100]]);
    director.push(move(4, 1));
    director.push(move(5, 2));
    await clock.pass(3000);
    expect(shown.slice(3).map(([, at]) => at)).toEqual([100, 650]);
  });

  it("holds a finished trick before it is taken", async () => {
    const { clock, director, shown, staged } = table();
    staged([{ view, ms: 1000 }]);
    director.push(move(1, 1));
    await clock.pass(999);
    expect(shown).toEqual([]);
    await clock.pass(1);
    expect(shown).toEqual([[1, 1000]]);
  });

  it("is faster or slower as the player likes", async () => {
    const gap = async (speed: Speed): Promise<number> => {
      const { clock, director, shown } = table(0, speed);
      director.push(move(1, 1));
      director.push(move(2, 2));
      await clock.pass(5000);
      return shown[1]![1] - shown[0]![1];
    };
    const [calm, normal, quick] = [await gap("calm"), await gap("normal"), await gap("quick")];
    expect(calm).toBeGreaterThan(normal!);
    expect(normal).toBeGreaterThan(quick!);
    expect(quick).toBeGreaterThan(0);
  });

  it("catches up at once after a reconnection", async () => {
    const { clock, director, opened } = table();
    for (const seat of [1, 2, 3]) director.push(move(seat, seat));
    await clock.pass(10);
    director.push({ ...move(9, null), events: [], resync: true, decision: 5 });
    await clock.pass(0);
    expect(opened).toEqual([[9, 10]]);
  });

  it("does not let the player's clock run out", async () => {
    const { clock, director, opened } = table();
    for (const seat of [1, 2]) director.push(move(seat, seat));
    director.push(move(3, 3, { decision: 1, must: true, deadline_ms: 2000 }));
    await clock.pass(0);
    expect(opened).toEqual([[3, 0]]);
  });

  const trick = { view: { phase: "trick" } as AnyView, ms: 1500 };
  const sheet = { events: [], before: [0], after: [1] };

  it("lets a finished trick stay for 1.5 s, and for 3 s in somebody's first games", async () => {
    for (const [isNew, ms] of [
      [false, 1500],
      [true, 3000],
    ] as const) {
      const { clock, director, shown, staged } = table(0, "normal", isNew);
      staged([trick]);
      director.push(move(1, 0));
      await clock.pass(ms - 10);
      expect(shown).toEqual([]);
      await clock.pass(20);
      expect(shown.map(([seq]) => seq)).toEqual([1]);
    }
  });

  it("goes on from a finished trick at a tap, and still shows each of the moves that follow for its beat", async () => {
    const { clock, director, shown, staged } = table();
    staged([trick]);
    director.push(move(1, 0));
    await clock.pass(200);
    staged([]);
    for (const seat of [1, 2]) director.push(move(1 + seat, seat));
    director.onward();
    await clock.pass(100);
    expect(shown.map(([seq]) => seq)).toEqual([1]);
    await clock.pass(2000);
    expect(shown.map(([seq]) => seq)).toEqual([1, 2, 3]);
    expect(shown[2]![1] - shown[1]![1]).toBeGreaterThanOrEqual(500);
  });

  it("leaves the sheet of a deal for 6 s at every pace, or until the player goes on", async () => {
    for (const speed of ["calm", "normal", "quick"] as const) {
      const { clock, director, laid, staged } = table(0, speed);
      staged([{ ...trick, ms: 6000, sheet }]);
      director.push(move(1, 0));
      await clock.pass(5900);
      expect(laid.at(-1)).toBe(sheet);
      await clock.pass(200);
      expect(laid.at(-1)).toBeNull();
      director.push(move(2, 0));
      await clock.pass(100);
      expect(laid.at(-1)).toBe(sheet);
      director.onward();
      await clock.pass(1);
      expect(laid.at(-1)).toBeNull();
    }
  });

  it("waits for a tap at the end of a trick and of a deal where the player wishes so", async () => {
    const { clock, director, laid, shown, staged } = table(0, "step");
    staged([trick, { ...trick, ms: 6000, sheet }]);
    director.push(move(1, 0));
    await clock.pass(60_000);
    expect(laid).toEqual([]);
    director.onward();
    await clock.pass(60_000);
    expect(laid).toEqual([sheet]);
    director.onward();
    await clock.pass(1);
    expect(laid.at(-1)).toBeNull();
    expect(shown.map(([seq]) => seq)).toEqual([1]);
  });

  const dealEnd = [{ type: "played", seat: 1 }, { type: "shown" }, { type: "dealt" }];
  const steps: Stage[] = [
    { ...trick, ms: 1500, tells: 1 },
    { ...trick, ms: 2000, tells: 2 },
  ];

  it("tells of nothing before it is on the table", async () => {
    const { clock, director, told, staged } = table();
    staged(steps);
    director.push(move(1, 1, { events: dealEnd }));
    await clock.pass(5000);
    expect(told).toEqual([
      ["played", 0],
      ["shown", 1500],
      ["dealt", 3500],
    ]);
  });

  it("tells each event once, and before those of later updates, when the table is cleared in the middle of a trick", async () => {
    const { clock, director, told, staged } = table();
    staged(steps);
    director.push(move(1, 1, { events: dealEnd }));
    director.push(move(2, 2));
    await clock.pass(100);
    expect(director.clear().map(({ seq }) => seq)).toEqual([2]);
    expect(told.map(([type]) => type)).toEqual(["played", "shown", "dealt"]);
    await clock.pass(5000);
    expect(told).toHaveLength(3);
  });

  it("shows a move for twice as long at the calm pace", () => {
    expect(PACE.calm.beat).toBe(2 * PACE.normal.beat);
  });

  it("takes no more than a quarter of the time that a clock gives for what it stops to show", async () => {
    const { clock, director, shown, staged } = table();
    staged([{ ...trick, ms: 6000, sheet }]);
    director.push(move(1, 0, { deadline_ms: 8000 }));
    await clock.pass(2100);
    expect(shown.map(([seq]) => seq)).toEqual([1]);
  });
});
