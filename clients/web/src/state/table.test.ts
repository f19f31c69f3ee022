import { expect, it } from "vitest";
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
