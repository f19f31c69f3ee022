// Why each seat has its place in a result, in the words of its game.
import { describe, expect, it } from "vitest";
import { place as fortyone } from "./fortyone/place";
import { place as selfish } from "./selfish/place";
import { place as sugekari } from "./sugekari21/place";
import { place as ttpageone } from "./ttpageone/place";
import { place as twentytwo } from "./twentytwo/place";
import type { Language } from "../i18n/index.svelte";
import type { Card } from "../protocol/messages";
import { tell as tellTwentytwo } from "./twentytwo/log";
import { tell as tellTtpageone } from "./ttpageone/log";
import { fake } from "../skin/fake";
import type { Ending, Say } from "../skin/types";

const NAMES = ["You", "Haru", "Ren", "Yuki"];
const say = (language: Language): Say =>
  fake({
    language,
    card: (card: Card) => card,
    name: (seat: number) => NAMES[seat],
    them: (seat: number) => NAMES[seat],
    names: (seats: number[]) => seats.map((seat) => NAMES[seat]).join(" and "),
  });

interface Result {
  winners: number[];
  scores: number[];
  reason: string;
  team?: number[];
}
const ending = (
  result: Result,
  table: object = {},
  hands: unknown[][] = result.scores.map(() => []),
  events: object[] = [],
): Ending<never> =>
  fake({
    view: {
      result: { ranks: result.scores.map((_, seat) => (result.winners.includes(seat) ? 1 : 2)), ...result },
      table,
      hands,
    },
    events,
  });
type Place = (seat: number, at: Ending<never>, say: Say) => string | null;
const told = (place: Place, at: Ending<never>, language: Language = "en"): (string | null)[] =>
  Object.keys(at.view["hands"])
    .map(Number)
    .map((seat) => place(seat, at, say(language)));

describe("the reason for each place", () => {
  it("is the chips in Forty-One", () => {
    expect(told(fortyone, ending({ winners: [1], scores: [1, 4], reason: "chips" }))).toEqual(["1 chip", "4 chips"]);
    expect(told(fortyone, ending({ winners: [0, 1], scores: [3, 3], reason: "chips" }), "ja")).toEqual([
      "3チップで同数",
      "3チップで同数",
    ]);
  });

  it("is the games won in Selfish, and that nobody could catch up any more", () => {
    const after = (winners: number[]): Ending<never> =>
      ending(
        { winners: [0], scores: [3, 1], reason: "games" },
        {
          opened: opened([
            ["none", 20],
            ["none", 18],
          ]),
          sudden_death: [],
          results: winners.map((winner) => ({ winner })),
        },
        [[], []],
      );
    const of = (seat: number, winners: number[]): string | null =>
      selfish(seat, after(winners), { ...say("en"), options: { games: 5 } });
    expect(of(0, [0, 1, 0, 0])).toBe("3 games won, and nobody can catch up in the game left");
    expect(of(1, [0, 1, 0, 0])).toBe("1 game won");
    expect(of(0, [0, 1, 0, 1, 0])).toBe("3 games won");
    const even = ending(
      { winners: [1], scores: [2, 2, 1], reason: "sudden_death" },
      {
        opened: opened([
          ["none", 20],
          ["none", 18],
          ["none", 20],
        ]),
        // The first round decided the last game, the second one the match.
        sudden_death: [
          [
            { seat: 0, card: "9H" },
            { seat: 2, card: "4D" },
          ],
          [
            { seat: 0, card: "2S" },
            { seat: 1, card: "KH" },
          ],
        ],
        results: [0, 1, 2, 1, 0].map((winner) => ({ winner })),
      },
    );
    const place = (seat: number): string | null => selfish(seat, even, { ...say("en"), options: { games: 5 } });
    expect([0, 1, 2].map(place)).toEqual([
      "2 games won, a tie; lost the sudden death with 2S",
      "2 games won, a tie; won the sudden death with KH",
      "1 game won",
    ]);
  });

  const opened = (hands: [string, number][]): object[] => hands.map(([hand, score]) => ({ hand, score, cards: [] }));
  it("is the hand in Selfish, and the card of a sudden death", () => {
    const total = ending(
      { winners: [2], scores: [0, 12, 31], reason: "total" },
      {
        opened: opened([
          ["burst", 0],
          ["none", 12],
          ["double", 31],
        ]),
        sudden_death: [],
      },
    );
    expect(told(selfish, total)).toEqual([
      "only J, Q, K: Burst, which counts nothing",
      "total 12",
      "Double, total 31, the highest",
    ]);
    const sudden_death = [
      [
        { seat: 0, card: "9H" },
        { seat: 1, card: "9S" },
        { seat: 2, card: "4D" },
      ],
      [
        { seat: 0, card: "KH" },
        { seat: 1, card: "2S" },
      ],
    ];
    const sudden = ending(
      { winners: [0], scores: [20, 20, 20], reason: "sudden_death" },
      {
        opened: opened([
          ["none", 20],
          ["none", 20],
          ["none", 20],
        ]),
        sudden_death,
      },
    );
    expect(told(selfish, sudden)).toEqual([
      "total 20, a tie; won the sudden death with KH",
      "total 20, a tie; lost the sudden death with 2S",
      "total 20, a tie; lost the sudden death with 4D",
    ]);
    const four = ending(
      { winners: [1], scores: [30, 20], reason: "selfish" },
      {
        opened: opened([
          ["none", 30],
          ["selfish", 20],
        ]),
        sudden_death: [],
      },
    );
    expect(told(selfish, four, "ja")).toEqual(["合計30点", "Selfishで勝ち"]);
  });

  it("is the captured cards in Sugekari 21, and what decided between equal ones", () => {
    const four = [[], [], [], []];
    expect(
      told(
        sugekari,
        ending(
          { winners: [0, 2], scores: [30, 22, 30, 22], reason: "cards", team: [0, 1, 0, 1] },
          { outs: [0, 0] },
          four,
        ),
      )[1],
    ).toBe("22 cards captured by the pair");
    const out = ending({ winners: [1], scores: [26, 26], reason: "went_out" }, { outs: [0, 1] });
    expect(told(sugekari, out)).toEqual([
      "26 cards captured, level with the others, who were out first",
      "26 cards captured, level with the others, but out first",
    ]);
    expect(told(sugekari, ending({ winners: [1], scores: [78, 78], reason: "outs" }, { outs: [1, 2] }))).toEqual([
      "78 cards captured, level with the others; went out once",
      "78 cards captured, level with the others; went out twice",
    ]);
  });

  it("is the deal in which one went out of Twenty-Two, as far as the log is there", () => {
    const events = [
      { type: "dealt", deal: 1 },
      { type: "eliminated", seat: 2 },
      { type: "dealt", deal: 2 },
      { type: "eliminated", seat: 1 },
    ];
    const at = ending({ winners: [0], scores: [9, 24, 30], reason: "last_left" }, {}, [[], [], []], events);
    expect(told(twentytwo, at)).toEqual([
      "the last one left, with 9 points",
      "out in deal 2, with 24 points",
      "out in deal 1, with 30 points",
    ]);
    expect(told(twentytwo, { ...at, events: [] })[1]).toBe("out, with 24 points");
    const together = ending(
      { winners: [0], scores: [22, 24], reason: "lowest_total" },
      {},
      [[], []],
      [
        { type: "dealt", deal: 4 },
        { type: "eliminated", seat: 0 },
        { type: "eliminated", seat: 1 },
      ],
    );
    expect(told(twentytwo, together)).toEqual([
      "out in deal 4, with 22 points, the fewest of the last ones",
      "out in deal 4, with 24 points",
    ]);
  });

  it("names a disqualification in TT Page One and who called it out, else the cards or points", () => {
    const events = [
      { type: "challenged", seat: 2, challenged: 1 },
      { type: "dealt" },
      { type: "challenged", seat: 0, challenged: 1 },
      { type: "disqualified", seat: 1, cards: 1 },
    ];
    const alone = ending(
      { winners: [0], scores: [4, 0, 0], reason: "went_out" },
      { out: [1, 3], results: [] },
      [[], [], ["2S", "3S"], []],
      events,
    );
    expect(told(ttpageone, alone)).toEqual([
      "played the last card",
      "disqualified: “Last one!” was not said, You called it out",
      "2 cards left",
      "disqualified: “Last one!” was not said",
    ]);
    const team = ending(
      { winners: [0, 2], scores: [3, 0, 3, 0], reason: "went_out", team: [0, 1, 0, 1] },
      { out: [], results: [] },
      [["2S"], ["3S"], [], ["4S", "5S"]],
    );
    expect(told(ttpageone, team)).toEqual([
      "1 card left, Ren went out for the team",
      "1 card left",
      "played the last card",
      "2 cards left",
    ]);
    const limit = ending({ winners: [1], scores: [0, 0], reason: "limit" }, { out: [], results: [] }, [
      ["2S", "3S"],
      ["4S"],
    ]);
    expect(told(ttpageone, limit)).toEqual(["2 cards left", "1 card left, the fewest at the limit of turns"]);
    const games = ending(
      { winners: [0], scores: [12, 0], reason: "points" },
      {
        out: [],
        results: [
          [5, 0],
          [7, 0],
        ],
      },
    );
    expect(told(ttpageone, games)).toEqual(["12 points from 2 games", "0 points from 0 games"]);
    const last = ending(
      { winners: [0], scores: [5, 0], reason: "disqualified" },
      { out: [1], results: [] },
      [["2S"], []],
      [],
    );
    expect(told(ttpageone, last, "ja")).toEqual(["残り1枚、ほかの全員が失格", "「ラストワン！」の言い忘れで失格"]);
  });
});

describe("the last line of the log", () => {
  it("calls equal totals a draw in Twenty-Two", () => {
    const told = (winners: number[]) => tellTwentytwo(fake({ type: "ended", result: { winners } }), say("ja"));
    expect(told([1])).toBe("Haruの勝ち。");
    expect(told([1, 2])).toBe("同点で、Haru and Renの引き分け。");
  });

  it("calls equal points a draw in TT Page One, unless the winners are one team", () => {
    const told = (winners: number[], team?: number[]) =>
      tellTtpageone(fake({ type: "match_ended", result: { winners, team } }), say("en"));
    expect(told([1, 3], [0, 1, 0, 1])).toBe("The match is over: Haru and Yuki won.");
    expect(told([0, 1, 2, 3], [0, 1, 0, 1])).toMatch(/a draw between/);
    expect(told([1, 3])).toMatch(/a draw between Haru and Yuki/);
  });
});
