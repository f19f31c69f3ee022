// Why a card can't be played, in the situations of RULES.md. The page asks only about cards that the legal actions refuse.
import { describe, expect, it, vi } from "vitest";
import { effect, why } from "./why";
import type { Twentytwo } from "../../protocol/games";
import type { Card } from "../../protocol/messages";
import { fake } from "../../skin/fake";
import type { Choosing, Say } from "../../skin/types";

vi.stubGlobal("navigator", { languages: ["en"], language: "en" });

type Play = [cards: string, follows?: boolean, as?: string];
const cardsOf = (text: string): string[] => text.split(" ").filter(Boolean);
const at = (hand: string, selected: string, trick: Play[], stock = 0, phase = "play"): Choosing<Twentytwo> =>
  fake({
    view: {
      seat: 0,
      phase,
      hands: [cardsOf(hand)],
      table: {
        stock,
        trick: trick.map(([cards, follows = true, as]) => ({ cards: cardsOf(cards), follows, as: as && cardsOf(as) })),
      },
    },
    selected: cardsOf(selected),
  });
const say = (options: object, language = "en"): Say => fake({ language, options });

const SMALL = { variant: "22", follow: "free", reading: "usual" };
const LARGE = { variant: "26", max_lead: 0, follow: "free", reading: "usual" };
const KEEP_ONE = "You must keep at least one card.";
const ONE_RANK = "A lead of several cards is of one rank.";
const AT_MOST_2 = "A lead of several ranks has at most 2 cards.";
const JOKER = "A joker is played only together with another card.";
const NOT_K = "It does not reach the K, and it is not your lowest card.";

describe("why a card can't be played in Twenty-Two", () => {
  it.each<[string, object, string, string, Play[], string, string]>([
    // what, options, hand, selected, trick, card, the reason
    ["a second rank is led", SMALL, "5S 9H KD", "5S", [], "9H", ONE_RANK],
    ["the whole hand is led", SMALL, "5S 5H", "5S", [], "5H", KEEP_ONE],
    ["the whole hand is led in 26", LARGE, "5S 9H", "5S", [], "9H", KEEP_ONE],
    ["a lead of several ranks is too long", { ...LARGE, max_lead: 2 }, "5S 9H KD 2C", "5S 9H", [], "KD", AT_MOST_2],
    ["a joker makes it too long", { ...LARGE, max_lead: 2 }, "5S 9H XX 2C", "5S 9H", [], "XX", AT_MOST_2],
    ["a joker is led, and one card has to stay", LARGE, "XX 5S", "", [], "XX", JOKER],
    ["a joker answers one card", LARGE, "XX 9H 5S", "", [["KD"]], "XX", JOKER],
    [
      "a joker answers one card that has to be matched",
      { ...LARGE, follow: "must" },
      "XX AH 5S",
      "",
      [["KD"]],
      "XX",
      JOKER,
    ],
    ["a card is too low and not the lowest", SMALL, "9H 5S", "", [["KD"]], "9H", NOT_K],
    ["the highest play is the bar", SMALL, "9H 5S", "", [["7D"], ["KD"], ["4C", false]], "9H", NOT_K],
    [
      "the play before is the bar",
      { ...SMALL, reading: "letter" },
      "9H 5S",
      "",
      [["7D"], ["AD"], ["KC", false]],
      "9H",
      NOT_K,
    ],
    [
      "who can match has to",
      { ...SMALL, follow: "must" },
      "AH 5S",
      "",
      [["KD"]],
      "5S",
      "If you can match or beat the lead, you must; only if you can’t do your lowest cards go.",
    ],
    [
      "an answer is as long as the lead",
      SMALL,
      "5S 5H 9H",
      "5S",
      [["4D"]],
      "5H",
      "Everybody plays one card to this trick.",
    ],
    [
      "a set is of one rank",
      SMALL,
      "AH KH 5S 4S",
      "AH",
      [["9D 9H"]],
      "KH",
      "Play 2 cards of one rank that reach 9-9, or your 2 lowest.",
    ],
    [
      "a play may mix ranks in 26",
      LARGE,
      "8H KH 5S 4S",
      "KH",
      [["XX KD 9H", true, "K"]],
      "4S",
      "Play 3 cards that reach K-K-9, or your 3 lowest.",
    ],
  ])("says so where %s", (_, options, hand, selected, trick, card, reason) => {
    expect(why(card as Card, at(hand, selected, trick), say(options))).toBe(reason);
  });

  it("says of a joker that is selected alone what is lacking", () => {
    const lacks = (hand: string, selected: string, trick: Play[] = []) =>
      effect(cardsOf(selected) as Card[], say(LARGE), at(hand, selected, trick));
    expect(lacks("XX 9H 5S", "XX")).toBe(JOKER);
    expect(lacks("XX 9H 5S", "XX 9H")).toBeNull();
    expect(lacks("XX XX", "XX"), "jokers alone are played").toBeNull();
    expect(lacks("9H 5S", "9H")).toBeNull();
  });

  it("says how many cards the stock has", () => {
    expect(why("5S", at("5S 9H KD", "9H KD", [], 2, "exchange"), say(SMALL))).toBe(
      "The stock has 2 cards: you can’t exchange more.",
    );
  });

  it("says it in Japanese", () => {
    const options = { ...LARGE, max_lead: 3 };
    expect(why("KD", at("5S 9H XX KD 2C", "5S 9H XX", []), say(options, "ja"))).toBe(
      "違うランクを混ぜたリードは、3枚までです。",
    );
    expect(why("XX", at("XX 5S", "", []), say(options, "ja"))).toBe(
      "ジョーカーは、ほかのカードと一緒にしか出せません。",
    );
  });
});
