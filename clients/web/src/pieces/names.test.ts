import { beforeEach, expect, it } from "vitest";
import { settings } from "../settings/settings.svelte";
import { apart, letters } from "./names";

beforeEach(() => void (settings.language = "en"));

const human = (id: string) => ({ id, kind: "human" as const });
const names = (seats: Parameters<typeof apart>[0]): (string | null)[] => apart(seats).map(({ name }) => name);

it("players who look alike have the first letters of their ids after their names", () => {
  expect(
    names([
      { name: "Aki", player: human("k3v9q0x7m2ab") },
      { name: "A ki", player: human("k3vzq0x7m2ab") },
      { name: "aki" },
      { name: "Haru", player: human("k3v9q0x7m2ac") },
      { name: null },
    ]),
  ).toEqual(["Aki k3v9", "A ki k3vz", "aki", "Haru", null]);
});

it("the server's bots have kana in Japanese, and people the name that they chose", () => {
  settings.language = "ja";
  expect(names([{ name: "Haru" }, { name: "Mio", player: human("k3v9q0x7m2ac") }, { name: "Bob" }])).toEqual([
    "ハル",
    "Mio",
    "Bob",
  ]);
});

it("one player on two seats has three letters on both", () => {
  expect(letters("k3v9q0x7m2ab", ["k3v9q0x7m2ab", "k3v9q0x7m2ab"])).toBe("k3v");
});

it("a program is marked before its name, so that the mark is not cut off", () => {
  settings.language = "en";
  expect(names([{ name: "Robo", player: { id: "k3v9q0x7m2ab", kind: "bot" } }])).toEqual(["[Bot] Robo"]);
});
