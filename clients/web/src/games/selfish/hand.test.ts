import { expect, it } from "vitest";
import { winnersOf } from "./hand";
import { skin } from "./skin";
import { fake } from "../../skin/fake";
import type { SelfishView } from "../../protocol/wire";

const at = (table: object, more: object = {}): SelfishView => fake({ table, result: null, ...more });
const OPENED = [
  { hand: "none", score: 9 },
  { hand: "burst", score: 23 },
];

it("counts beside a seat the total of its open hand, and nothing of a Burst or of a hand that is not open", () => {
  const counts = (table: object): unknown[] => [0, 1].map((seat) => skin.counts?.(at(table), seat));
  expect(counts({ opened: null })).toEqual([null, null]);
  expect(counts({ opened: OPENED, game: 2, results: [{ winner: 1 }] })).toEqual([9, null]);
});

it("marks who has won the game whose hands are open, and nobody before it has ended", () => {
  expect(winnersOf(at({ opened: OPENED }))).toEqual([]);
  expect(winnersOf(at({ opened: OPENED }, { result: { winners: [0] } }))).toEqual([0]);
  expect(winnersOf(at({ opened: OPENED, game: 2, results: [{ winner: 1 }] })), "a sudden death goes on").toEqual([]);
  const ended = at({ opened: OPENED, game: 2, results: [{ winner: 1 }, { winner: 0 }] }, { result: { winners: [1] } });
  expect(winnersOf(ended), "not of the match").toEqual([0]);
  expect(winnersOf(at({ opened: OPENED, game: 1, results: [{ winner: null }] })), "all burst").toEqual([]);
  expect(winnersOf(at({ opened: null, game: 2, results: [{ winner: 1 }] }))).toEqual([]);
});
