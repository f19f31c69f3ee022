import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableModel } from "./table.svelte";
import { fake } from "../skin/fake";

it("knows on which tables a card may be played", () => {
  const model = new TableModel(null);
  const play = (table: number, from: string[]) => ({ type: "play", table, cards: { choose: [1, 2], from } });
  model.legal = fake([play(0, ["7H", "8S"]), play(1, ["7H"]), { type: "hide", card: "2C" }]);
  const sides = (card: string) => model.sidesOf(fake({ card, key: `${card}0` }));
  expect(sides("7H")).toEqual([0, 1]);
  expect(sides("8S")).toEqual([0]);
  expect(sides("2C")).toEqual([]);
});

/** A table at which this player, in seat 0, has three cards and has just been asked for a decision. */
function asked(legal: unknown[]): { model: TableModel; sent: unknown[] } {
  const sent: unknown[] = [];
  const model = new TableModel((action) => {
    sent.push(action);
    return Promise.resolve(true);
  });
  model.me = 0;
  model.view = fake({ to_act: [0], scores: [0, 0], hands: [["5S", "7H", "KC"], [null]] });
  model.offer(fake({ type: "update", seq: 4, events: [], legal, decision: 2, must: true }));
  return { model, sent };
}
const heldOf = (model: TableModel, card: string) => model.hand.find((held) => held.card === card)!;

describe("a decision that was answered", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is not opened again by an update that was still being shown, but the next one is", async () => {
    const { model, sent } = asked([{ type: "pass" }]);
    model.expect(2);
    await vi.advanceTimersByTimeAsync(1000);
    await model.act(model.choices[0]!, model.choices[0]!.variants[0]!);
    const offer = async (decision: number): Promise<void> => {
      model.offer(fake({ type: "update", seq: 5, events: [], legal: [{ type: "pass" }], decision, must: true }));
      await vi.advanceTimersByTimeAsync(1000);
    };
    await offer(2);
    expect([model.open, model.choices.length]).toEqual([false, 0]);
    model.expect(3);
    await offer(3);
    await model.act(model.choices[0]!, model.choices[0]!.variants[0]!);
    expect(sent.length).toBe(2);
  });
});

describe("the only possible action", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is carried out by itself after a pause, where that is wanted", async () => {
    const { model, sent } = asked([{ type: "pass" }]);
    model.forces = () => true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent, "it can be read first").toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([{ type: "pass" }]);
  });

  it("waits for the player where it is not wanted, where there is a choice, and where it takes a card", async () => {
    const play = { type: "play", card: { from: ["5S"] } };
    for (const [legal, wanted] of [
      [[{ type: "pass" }], false],
      [[{ type: "pass" }, play], true],
      [[{ type: "stop" }], true],
      [[play], true],
    ] as const) {
      const { model, sent } = asked([...legal]);
      model.forces = () => wanted;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(sent, JSON.stringify(legal)).toEqual([]);
    }
  });

  it("is not carried out for a decision that is no longer asked for", async () => {
    const { model, sent } = asked([{ type: "draw" }]);
    model.forces = () => true;
    await vi.advanceTimersByTimeAsync(500);
    model.expect(null);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toEqual([]);
  });
});

describe("a tap that comes too early", () => {
  const waiting = (): TableModel => {
    const { model } = asked([{ type: "play", card: { from: ["5S", "7H"] } }]);
    model.expect(null);
    model.busy = true;
    return model;
  };
  const opened = (model: TableModel): TableModel => {
    model.decision = 3;
    model.open = true;
    return model;
  };

  it("is kept until presses count, once", () => {
    const model = waiting();
    expect(model.keepEarly(heldOf(model, "7H"))).toBe(true);
    expect(model.takeEarly(), "not yet").toBe(null);
    expect(opened(model).takeEarly()?.card).toBe("7H");
    expect(model.takeEarly()).toBe(null);
  });

  it("is taken back by a second one, and replaced by one on another card", () => {
    const model = waiting();
    model.keepEarly(heldOf(model, "7H"));
    model.keepEarly(heldOf(model, "7H"));
    expect(opened(model).takeEarly()).toBe(null);
    const other = waiting();
    other.keepEarly(heldOf(other, "7H"));
    other.keepEarly(heldOf(other, "5S"));
    expect(opened(other).takeEarly()?.card).toBe("5S");
  });

  it("is forgotten when the card has left the hand", () => {
    const model = waiting();
    model.keepEarly(heldOf(model, "7H"));
    model.view = fake({ ...model.view, hands: [["5S", "KC"], [null]] });
    expect(opened(model).takeEarly()).toBe(null);
  });

  it("is refused at a table where others decide", () => {
    const model = waiting();
    model.busy = false;
    expect(model.keepEarly(heldOf(model, "7H"))).toBe(false);
    model.alone = true;
    expect(model.keepEarly(heldOf(model, "7H")), "bots think for a moment only").toBe(true);
  });
});
