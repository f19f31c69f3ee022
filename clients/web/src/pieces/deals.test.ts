import { expect, it } from "vitest";
import { dealsOf } from "./deals";
import { skin as fortyone } from "../games/fortyone/skin";
import { skin as selfish } from "../games/selfish/skin";
import { skin as twentytwo } from "../games/twentytwo/skin";
import { fake } from "../skin/fake";

const sheet = (skin: object, events: object[], first = 1) =>
  dealsOf(fake({ skin, log: events.map((event, n) => ({ key: n, seq: first + n, event })) }), 2);

it("has a line of chips for each deal of Forty-One, the one that is played too", () => {
  const events = [
    { type: "dealt" },
    { type: "scored", seat: 0, chips: 1 },
    { type: "scored", seat: 0, chips: 2 },
    { type: "deal_ended" },
    { type: "dealt" },
    { type: "scored", seat: 1, chips: 1 },
  ];
  expect(sheet(fortyone, events)).toEqual([
    [3, 0],
    [0, 1],
  ]);
  expect(sheet(fortyone, events, 7), "the beginning is missing").toEqual([]);
});

it("has all who lose a deal of Twenty-Two, and no line after the last one", () => {
  const lost = [
    { type: "lost", seat: 0, points: 9 },
    { type: "lost", seat: 1, points: 9 },
  ];
  const events = [
    { type: "drawn", seat: 0 },
    { type: "dealt" },
    ...lost,
    { type: "dealt" },
    lost[0]!,
    { type: "ended" },
  ];
  expect(sheet(twentytwo, events)).toEqual([
    [9, 9],
    [9, 0],
  ]);
});

it("has the winner of each game of Selfish, if there was one", () => {
  const game = (winner: number | null) => [{ type: "begun" }, { type: "game_ended", winner }];
  expect(sheet(selfish, [...game(1), ...game(null)])).toEqual([
    [0, 1],
    [0, 0],
  ]);
});
