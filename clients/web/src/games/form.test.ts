// The form for a new room never sends what the server refuses. What that is stands in each game's `settle` (rules/GAME), and
// here a second time.
import { describe, expect, it } from "vitest";
import { isShown, offered, optionsToSend } from "./form";
import { about } from "./registry";
import selfish from "./selfish/en.json";
import sugekari21 from "./sugekari21/en.json";
import ttpageone from "./ttpageone/en.json";
import twentytwo from "./twentytwo/en.json";

type Options = Record<string, unknown>;
type Texts = Record<string, { values: Record<string, unknown> }>;

/** Whether the server takes these options for so many seats. */
const GAMES: Record<string, { seats: number[]; texts: object; takes: (options: Options, seats: number) => boolean }> = {
  sugekari21: {
    seats: [2, 4],
    texts: sugekari21.options,
    takes: ({ exchange, jokers, games }, seats) =>
      !(seats === 2 && (exchange === "partner" || jokers === true)) && !(jokers === true && games !== 3),
  },
  twentytwo: {
    seats: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    texts: twentytwo.options,
    takes: ({ variant, decks, max_lead }, seats) =>
      variant === "26" ? decks === undefined : max_lead === undefined && !(decks === 1 && seats > 6),
  },
  ttpageone: {
    seats: [3, 4, 5, 6],
    texts: ttpageone.options,
    takes: ({ teams = 0 }, seats) => teams === 0 || (seats % Number(teams) === 0 && seats / Number(teams) >= 2),
  },
  selfish: { seats: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], texts: selfish.options, takes: () => true },
};

/** The value of an option that its text is for: a number or a truth value, unless the wire has it as text. */
const valueOf = (option: string, text: string): unknown =>
  option !== "variant" && /^(\d+|true|false)$/.test(text) ? JSON.parse(text) : text;

/** All combinations of values, some options not chosen at all. */
function* combinations(texts: Texts, names = Object.keys(texts)): Generator<Options> {
  const [name, ...rest] = names;
  if (name === undefined) return void (yield {});
  for (const others of combinations(texts, rest)) {
    yield others;
    for (const text of Object.keys(texts[name]!.values)) yield { ...others, [name]: valueOf(name, text) };
  }
}

describe.each(Object.entries(GAMES))("the form of %s", (game, { seats, texts, takes }) => {
  const all = [...combinations(texts as Texts)];
  const info = about(game);

  it("sends only what the server takes, for every number of seats", () => {
    const refused = seats.flatMap((n) =>
      all
        .map((chosen) => optionsToSend(info, chosen, n))
        .filter((options) => !takes(options, n))
        .map((options) => `${n} seats: ${JSON.stringify(options)}`),
    );
    expect([...new Set(refused)]).toEqual([]);
  });

  it("offers whatever the server takes", () => {
    const missing = seats.flatMap((n) =>
      all
        .filter((chosen) => takes(chosen, n))
        .flatMap((chosen) =>
          Object.entries(chosen)
            .filter(([option, value]) => offered(info, option, [value], chosen, n).length === 0)
            .map(([option, value]) => `${n} seats: ${option} ${String(value)}`),
        ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });
});

it("an option that has no effect is not shown", () => {
  const shown = (game: string, option: string, chosen: Options, seats: number) =>
    isShown(about(game), option, chosen, seats);
  expect(shown("ttpageone", "teams", {}, 5)).toBe(false);
  expect(shown("sugekari21", "two_player", {}, 4)).toBe(false);
  expect(shown("sugekari21", "exchange", {}, 2)).toBe(true);
  expect(shown("selfish", "selfish_tie", { scoring: "simple" }, 4)).toBe(false);
});
