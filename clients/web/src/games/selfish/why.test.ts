// Why one can't play a card or stop, in the situations of RULES.md.
import { expect, it, vi } from "vitest";
import { skin } from "./skin";
import type { Choosing, Say } from "../../skin/types";
import { fake } from "../../skin/fake";

vi.stubGlobal("navigator", { languages: ["en"], language: "en" });

const say = (options: object = {}): Say => fake({ language: "en", options, texts: { actions: { stop: "Stop" } } });
const at = (turn: number, stopped_by: number | null = null, phase = "draw"): Choosing<never> =>
  fake({ view: { seat: 0, phase, table: { turn, stopped_by } }, legal: [], selected: [] });

it("no card is played in Selfish", () => {
  expect(skin.why!("4H", at(1), say())).toMatch(/^Cards are not played here/);
});

it("one may stop from turn 2 on, after drawing, if nobody has and it is not the last turn", () => {
  const reasons = (choosing: Choosing<never>, options: object = {}): string[] =>
    skin.barred!(choosing, say(options)).map(({ why }) => why);
  expect(reasons(at(1))).toEqual(["You may stop from turn 2 on, after drawing."]);
  expect(reasons(at(2))).toEqual(["First draw a card."]);
  expect(reasons(at(4))).toEqual([]);
  expect(reasons(at(2, 1))).toEqual([]);
  expect(reasons(at(2, null, "decide"))).toEqual([]);
  expect(reasons(at(2), { turns: "forced" })).toEqual([]);
});
