import { describe, expect, it } from "vitest";
import type { AnyTemplate } from "../protocol/messages";
import { about } from "../games/registry";
import { Picker } from "../picker/picker";
import type { Lesson } from "./types";

const guides = import.meta.glob<string[]>("../games/*/*.json", { eager: true, import: "default", query: "?guide" });
const lessons = import.meta.glob<{ lesson: Lesson }>("./*/lesson.ts", { eager: true });

it("every game of the page with rules to learn has a guided first game", () => {
  const hows = Object.keys(import.meta.glob("../games/*/en.json")).map((path) => path.split("/")[2]!);
  expect(
    Object.keys(lessons)
      .map((path) => path.split("/")[1]!)
      .sort(),
  ).toEqual(hows.sort());
});

describe.each(Object.entries(lessons).map(([path, { lesson }]) => [path.split("/")[1]!, lesson] as const))(
  "the lesson of %s",
  (game, { recorded, notes }) => {
    const { steps } = recorded;
    it("teaches the game that Play now deals, but for the number of games", () => {
      const { games: _games, ...usual } = (about(game)?.usual?.options ?? {}) as Record<string, unknown>;
      expect(recorded.options).toEqual(usual);
    });
    it("has a text for each note, and no other", () => {
      for (const language of ["en", "ja"])
        expect(guides[`../games/${game}/${language}.json`]!.length).toBe(notes.length);
    });
    it("has six to twelve notes, in order, in both languages, each pointing at something", () => {
      expect(notes.length).toBeGreaterThanOrEqual(6);
      expect(notes.length).toBeLessThanOrEqual(12);
      expect(notes.map(({ at }) => at)).toEqual(notes.map(({ at }) => at).sort((a, b) => a - b));
      for (const { text, target } of notes)
        expect([text.en.length > 20 || text.ja.length > 5, text.ja.length > 5, target.length > 0]).toEqual([
          true,
          true,
          true,
        ]);
    });
    it("explains each of the learner's actions before it, and something at the end", () => {
      const asked = steps.flatMap(({ seat }, n) => (seat === 0 ? [n - 1] : []));
      expect(asked.length).toBeGreaterThanOrEqual(4);
      for (const step of asked) expect(notes.map(({ at }) => at)).toContain(step);
      expect(notes.at(-1)!.at).toBe(steps.length - 1);
      for (const { at } of notes) expect(at).toBeLessThan(steps.length);
    });
    it("asks only for actions for which the table has a button", () => {
      for (const [n, { seat, action }] of steps.entries()) {
        if (seat !== 0 || !action) continue;
        const legal: readonly AnyTemplate[] = steps[n - 1]!.update.legal!;
        const cards = (action["cards"] ?? (action["card"] ? [action["card"]] : [])) as never[];
        const choices = new Picker(legal).choices(cards).filter((choice) => choice.type === action.type);
        expect(choices.length).toBeGreaterThan(0);
      }
    });
  },
);
