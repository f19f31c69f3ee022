// Why a card can't be played, in the situations of RULES.md.
import { describe, expect, it, vi } from "vitest";
import { barred, why } from "./why";
import type { Fortyone } from "../../protocol/games";
import type { Card } from "../../protocol/messages";
import { fake } from "../../skin/fake";
import type { Choosing, Say } from "../../skin/types";

vi.stubGlobal("navigator", { languages: ["en"], language: "en" });

const say: Say = fake({ language: "en", options: {}, texts: { actions: { pass: "Pass" } } });
const at = (starter: string, total: number | null, sequence: object[], legal: object[] = []): Choosing<Fortyone> =>
  fake({ view: { seat: 0, phase: "play", table: { starter, total, sequence } }, legal, selected: [] });

describe("why a card can't be played in Forty-One", () => {
  it.each<[string, string, Choosing<Fortyone>, RegExp]>([
    ["the total would be over 41", "9D", at("6H", 35, [{ seat: 1, card: "9S", value: 9 }]), /35.*9.*44.*41/],
    ["a king mirrors too much", "KD", at("6H", 38, [{ seat: 1, card: "9S", value: 9 }]), /9.*38.*47.*41/],
    [
      "kings still without a value would be too much",
      "TD",
      at(
        "KH",
        null,
        [1, 0, 1, 0].map((seat) => ({ seat, card: "KS", value: null })),
      ),
      /10.*41/,
    ],
  ])("says so where %s", (_, card, choosing, reason) => {
    expect(why(card as Card, choosing, say)).toMatch(reason);
  });

  it("says nothing of a card that fits, also a king after a pass", () => {
    expect(why("6D", at("6H", 35, []), say)).toBeNull();
    expect(why("KD", at("6H", 32, [{ seat: 1, card: "9S", value: 9 }, { seat: 0 }]), say)).toBeNull();
  });

  it("says that who can play may not pass", () => {
    expect(barred(at("6H", 6, [], [{ type: "play" }]), say).map(({ type }) => type)).toEqual(["pass"]);
    expect(barred(at("6H", 41, [], [{ type: "pass" }]), say)).toEqual([]);
  });
});
