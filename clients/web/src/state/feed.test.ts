import { beforeEach, expect, it, vi } from "vitest";
import { Feed } from "./feed";
import { saveSeat } from "./tokens";
import { fake } from "../skin/fake";
import type { AnyUpdate } from "../protocol/messages";
import type { TableModel } from "./table.svelte";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const moveOf = (seq: number, seat: number): AnyUpdate =>
  fake({ type: "update", room: "R", seq, events: [{ type: "played", seat }] });

/** The log of a player who reconnects to seat 0: sequence number and author of each entry. */
function noted(left: boolean): unknown[] {
  saveSeat("R", { token: "t", left });
  const notes: unknown[] = [];
  const table: TableModel = fake({
    me: 0,
    stoodIn: [],
    note: (seq: number, _: unknown, _more: boolean, by?: string) => notes.push([seq, by]),
  });
  const feed = new Feed("R", table, () => {});
  feed.missed();
  saveSeat("R", { left: false }); // the seat is taken again before the updates come
  feed.receive(moveOf(2, 0));
  feed.receive(moveOf(3, 1));
  return notes;
}

it("who comes back to a match that they had left reads what a bot did for them", () => {
  expect(noted(true)).toEqual([
    [2, "bot"],
    [3, undefined],
  ]);
});

it("what a player did before a reload is the player's", () => {
  expect(noted(false)).toEqual([
    [2, undefined],
    [3, undefined],
  ]);
});

/** Which of three moves are a bot's for a player in seat 0 who has seen update 4, loses the connection and comes back. */
function stoodIn({ sending = false, elsewhere = false }): unknown[] {
  const notes: unknown[] = [];
  const table: TableModel = fake({
    me: 0,
    sending,
    deadline: null,
    stoodIn: [],
    notChosen: (seq: number, by: string) => notes.push([seq, by]),
    note: () => {},
    expect: () => {},
    offer: () => {},
  });
  const feed = new Feed("R", table, () => {});
  feed.receive(moveOf(4, 0));
  expect(feed.missed().since).toBe(4);
  feed.elsewhere = elsewhere;
  if (elsewhere) feed.missed();
  for (const [seq, seat] of [
    [5, 0],
    [6, 1],
    [7, 0],
  ] as const)
    feed.receive(moveOf(seq, seat));
  return notes;
}

it("who comes back after a lost connection is told what a bot did meanwhile", () => {
  expect(stoodIn({})).toEqual([
    [5, "bot"],
    [7, "bot"],
  ]);
});

it("a move that was on its way is the player's", () => {
  expect(stoodIn({ sending: true })).toEqual([[7, "bot"]]);
});

it("what was played from another tab is no bot's", () => {
  expect(stoodIn({ elsewhere: true })).toEqual([]);
});
