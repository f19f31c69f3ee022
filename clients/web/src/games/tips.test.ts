// Each tip is true in the view under which it is told, and every tip is told somewhere.
import { describe, expect, it } from "vitest";
import { skin as fortyone } from "./fortyone/skin";
import { words as fortyoneWords } from "./fortyone/words";
import { skin as selfish } from "./selfish/skin";
import { words as selfishWords } from "./selfish/words";
import { skin as sugekari21 } from "./sugekari21/skin";
import { words as sugekariWords } from "./sugekari21/words";
import { skin as ttpageone } from "./ttpageone/skin";
import { words as ttpageoneWords } from "./ttpageone/words";
import { skin as twentytwo } from "./twentytwo/skin";
import { words as twentytwoWords } from "./twentytwo/words";
import { loadLesson } from "../lessons/offered";
import { fake } from "../skin/fake";
import type { AnyEvent } from "../protocol/messages";
import type { Language } from "../i18n/index.svelte";
import type { Say, Skin } from "../skin/types";

const skins: Record<string, Skin> = fake({ fortyone, selfish, sugekari21, ttpageone, twentytwo });
const texts: Record<string, (language: Language) => { tips: object }> = {
  fortyone: fortyoneWords,
  selfish: selfishWords,
  sugekari21: sugekariWords,
  ttpageone: ttpageoneWords,
  twentytwo: twentytwoWords,
};
const say: Say = fake({
  language: "en",
  options: {},
  isMe: (seat: number) => seat === 0,
  called: (seat: number) => `P${seat}`,
});

/** What a tip stands beside, as far as the rules below ask for it. */
interface Moment {
  view: {
    phase: string;
    hands: (string | null)[][];
    table: {
      total: number | null;
      starter: string | null;
      sequence: unknown[];
      lying: string[][];
      secret: string | null;
      stopped_by: number | null;
      opened: { hand: string }[] | null;
      claims: (string | null)[];
    };
  };
  events: AnyEvent[];
  legal: { type: string; optional?: string[] }[];
}
const has = (events: AnyEvent[], type: string, more: Record<string, unknown> = {}): boolean =>
  events.some((event) => event.type === type && Object.entries(more).every(([name, value]) => event[name] === value));

/** What must hold where a tip stands. */
const TRUE: Record<string, Record<string, (at: Moment) => boolean>> = {
  fortyone: {
    open: ({ view }) => view.table.total === null,
    ace: ({ view }) => view.table.starter?.[0] === "A" && view.table.sequence.length === 0,
    jack: ({ view }) => view.table.starter?.[0] === "J" && view.table.total === -1,
    down: ({ events }) => has(events, "played", { value: -1 }) && has(events, "scored"),
    mirror: ({ events }) => events.some((event) => String(event["card"]).startsWith("K")),
    dealer: ({ view, events }) => has(events, "dealt") && view.table.sequence.length === 0,
    pass: ({ events }) =>
      has(events, "scored", { seat: 0 }) && events.some(({ type, seat }) => type === "passed" && seat !== 0),
  },
  twentytwo: {
    lost: ({ events }) => has(events, "lost"),
    tied: ({ events }) => events.filter(({ type }) => type === "lost").length > 1,
    out: ({ events }) => has(events, "eliminated") && has(events, "dealt"),
    ace: ({ events }) => has(events, "lost", { points: 11 }),
    lying: ({ view }) => view.phase === "exchange" && view.table.lying.some((cards) => cards.length > 0),
    lowest: ({ events }) => has(events, "played", { seat: 0, follows: false }),
    last: ({ view }) => view.phase === "play" && view.hands[0]!.length === 2,
  },
  sugekari21: {
    lead: ({ events }) => has(events, "lead_passed"),
    first: ({ events }) => has(events, "dealt", { game: 1, bout: 1 }),
    last: ({ view }) => view.phase === "play" && view.hands[0]!.length <= 5,
    out: ({ view }) => view.phase === "play" && view.hands.some((hand) => hand.length === 1),
    partner: ({ events }) => has(events, "round_won", { seat: 2 }),
  },
  ttpageone: {
    late: ({ legal }) => legal.some(({ type }) => type === "last_one"),
    last_one: ({ legal }) => legal.some(({ optional }) => optional?.includes("last_one")),
    five: ({ events }) =>
      events.some((event) => event.type === "skipped" && (event["skipped"] as number[]).includes(0)),
    seven: ({ events }) => has(events, "drawn", { seat: 0 }),
    king: ({ events }) => has(events, "turned"),
    nine: ({ events }) => has(events, "reversed"),
    ace: ({ events }) => has(events, "dominated"),
    rehide: ({ view, legal }) => view.table.secret !== null && legal.some(({ type }) => type === "hide"),
    joker: ({ view, legal }) => view.hands[0]!.includes("XX") && legal.some(({ type }) => type === "play"),
    drawn: ({ view, legal }) => view.phase === "rehide" && legal.some(({ type }) => type === "hide"),
    stock: ({ events }) => has(events, "reshuffled"),
    out: ({ events }) => has(events, "disqualified"),
    challenge: ({ view }) => view.hands.slice(1).some((hand) => hand.length === 1),
  },
  selfish: {
    burst: ({ view }) => view.table.opened!.some(({ hand }) => hand === "burst"),
    selfish: ({ view }) => view.table.opened!.some(({ hand }) => hand === "selfish"),
    nobody: ({ view }) => view.table.opened!.every(({ hand }) => hand === "burst"),
    pairs: ({ view }) => view.table.opened!.some(({ hand }) => hand === "two_pairs"),
    joker: ({ view }) => view.table.opened === null && view.hands[0]!.includes("XX"),
    tie: ({ view }) => view.phase === "sudden_death",
    stopped: ({ view, events }) => has(events, "stopped") && view.table.stopped_by !== 0,
    claim: ({ view }) => view.phase === "claim",
    lied: ({ view }) => view.table.claims[1] === "double" && view.table.opened![1]!.hand === "none",
    games: ({ events }) => has(events, "begun", { game: 2 }),
  },
};

const at = (
  table: object,
  more: { events?: object[]; legal?: object[]; phase?: string; hand?: string[]; others?: string[][] } = {},
): Moment =>
  fake({
    view: {
      seat: 0,
      phase: more.phase ?? "play",
      hands: [more.hand ?? [], ...(more.others ?? [[], [], []])],
      table: { out: [], ...table },
    },
    events: more.events ?? [],
    legal: more.legal ?? [],
  });
const shows = (...hands: string[]): Moment =>
  at({ opened: hands.map((hand) => ({ hand })), claims: [] }, { phase: "over" });
const trick = { trick: [], lying: [] };
const dealt = (hand_size: number): object => ({ type: "dealt", hand_size });

/** Moments that the guided games do not have. */
const MOMENTS: Record<string, Moment[]> = {
  fortyone: [
    at({ total: null, starter: "KH", sequence: [] }),
    at({ total: 1, starter: "AH", sequence: [] }, { events: [{ type: "dealt" }] }),
    at({ total: -1, starter: "JH", sequence: [] }, { events: [{ type: "dealt" }] }),
    at({ total: 5, starter: "5H", sequence: [] }, { events: [{ type: "dealt", deal: 2 }] }),
    at(
      { total: 21, starter: "4H", sequence: [{}] },
      {
        events: [
          { type: "played", seat: 1, card: "JS", value: -1 },
          { type: "scored", seat: 1, chips: 1 },
        ],
      },
    ),
  ],
  twentytwo: [
    at(trick, {
      events: [
        { type: "lost", seat: 1, points: 9 },
        { type: "lost", seat: 2, points: 9 },
      ],
    }),
    at(trick, { events: [{ type: "lost", seat: 1, points: 9 }, { type: "eliminated", seat: 1 }, { type: "dealt" }] }),
    at(trick, { events: [{ type: "lost", seat: 1, points: 11 }] }),
    at(trick, { events: [{ type: "lost", seat: 1, points: 9 }, dealt(9)] }),
    at({ trick: [], lying: [[], ["8H"]] }, { phase: "exchange" }),
    at({ trick: [{}], lying: [] }, { hand: ["2H", "3H"] }),
  ],
  sugekari21: [
    at({}, { events: [{ type: "lead_passed", seat: 1 }], hand: ["2H"] }),
    at({}, { hand: ["2H"] }),
    at({}, { events: [{ type: "dealt", game: 1, bout: 1 }], hand: ["2H", "KH", "3H", "4H", "5H", "6H"] }),
    at({}, { hand: ["2H", "KH", "3H"] }),
    at({}, { events: [{ type: "round_won", seat: 2 }], hand: ["2H", "3H"] }),
  ],
  ttpageone: [
    at({ secret: null }, { events: [{ type: "skipped", skipped: [0] }] }),
    at(
      { secret: null },
      {
        events: [
          { type: "played", seat: 1 },
          { type: "drawn", seat: 0 },
        ],
      },
    ),
    at({ secret: null }, { events: [{ type: "dominated" }] }),
    at({ secret: "7H" }, { legal: [{ type: "hide" }, { type: "play" }], hand: ["7H", "2S"] }),
    at({ secret: null }, { legal: [{ type: "play" }], hand: ["XX", "2S"] }),
    at({ secret: null, last_one: [null, "declared", null, null] }, { others: [["3H"], [], []] }),
    at({ secret: "7H" }, { phase: "rehide", legal: [{ type: "hide" }], hand: ["7H", "2S"] }),
    at({ secret: null }, { events: [{ type: "reshuffled", stock: 20 }] }),
    at({ secret: null }, { events: [{ type: "disqualified", seat: 1 }] }),
    at({ secret: null }, { legal: [{ type: "play" }, { type: "last_one" }] }),
  ],
  selfish: [
    shows("burst", "none"),
    shows("burst", "burst"),
    shows("two_pairs", "none"),
    shows("selfish", "none"),
    at({ opened: null, stopped_by: null }, { phase: "draw", hand: ["XX"] }),
    at({ opened: [{ hand: "none" }], stopped_by: null }, { phase: "sudden_death" }),
    at({ opened: null, stopped_by: 1 }, { phase: "draw", events: [{ type: "stopped", seat: 1 }] }),
    at({ opened: null, stopped_by: null }, { phase: "claim" }),
    at({ opened: [{ hand: "none" }, { hand: "none" }], claims: ["nothing", "double"] }, { phase: "over" }),
    at({ opened: null, stopped_by: null }, { phase: "draw", events: [{ type: "begun", game: 2 }] }),
  ],
};

const tipAt = (game: string, moment: Moment) => skins[game]!.tip?.(fake(moment), say) ?? null;

describe("the tips of the first games", () => {
  for (const [game, rules] of Object.entries(TRUE))
    it(`of ${game} are true where they are told, and each is told`, async () => {
      const { recorded } = (await loadLesson(game))!;
      const lesson: Moment[] = recorded.steps.flatMap(({ update: { view, events, legal } }) =>
        view ? [fake<Moment>({ view, events, legal: legal ?? [] })] : [],
      );
      const told = new Set<string>();
      for (const moment of [...lesson, ...MOMENTS[game]!]) {
        const tip = tipAt(game, moment);
        if (!tip) continue;
        told.add(tip.id);
        expect(rules[tip.id]?.(moment), `${tip.id}: ${tip.text}`).toBe(true);
      }
      for (const language of ["en", "ja"] as const)
        expect([...told].sort(), "every text has its moment").toEqual(Object.keys(texts[game]!(language).tips).sort());
    });

  it("of Twenty-Two tells how many cards are dealt, also where they are too few for the points", () => {
    const told = (points: number, hand_size: number) =>
      tipAt("twentytwo", at(trick, { events: [{ type: "lost", seat: 1, points }, dealt(hand_size)] }))?.text;
    expect(told(10, 10)).toMatch(/10 points are also the number of cards of the next deal/);
    expect(told(10, 8)).toMatch(/but there are only 8 for each/);
  });

  it("of Forty-One says nothing of a chip at the pass that ends a deal", () => {
    const passed = { type: "passed", seat: 1 };
    const told = (events: object[]) =>
      tipAt("fortyone", at({ total: 30, starter: "4H", sequence: [] }, { events }))?.id;
    expect(told([passed])).toBe("pass");
    expect(told([passed, { type: "deal_ended", deal: 1 }])).toBeUndefined();
  });
});

describe("a tip about an action of mine", () => {
  it.each(["last_one"])("names it: %s", (type) => {
    const moment: Parameters<NonNullable<Skin["tip"]>>[0] = fake({
      view: { seat: 0, phase: "play", table: {}, hands: [[]] },
      events: [],
      legal: [{ type }],
    });
    expect(skins["ttpageone"]!.tip!(moment, say)?.about).toBe(type);
  });
});
