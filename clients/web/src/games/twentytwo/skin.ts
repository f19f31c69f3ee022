import type { Twentytwo } from "../../protocol/games";
import type { TwentytwoEvent } from "../../protocol/wire";
import type { Say, Skin, Stage } from "../../skin/types";
import Badge from "./Badge.svelte";
import { place } from "./place";
import { reason } from "./reason";
import { tell } from "./log";
import Table from "./Table.svelte";
import { effect, why } from "./why";
import { fill } from "../../i18n/fill";
import { words } from "./words";

type Played = Extract<TwentytwoEvent, { type: "played" }>;

/** The number of cards of the next deal: the points of the loss, or fewer. */
const tipOfLoss = (points: number, dealt: number, say: Say): string =>
  fill(words(say.language).tips.lost, { points, dealt, fewer: dealt < points });

export const skin: Skin<Twentytwo> = {
  Table,
  Badge,
  order: "strength",
  scoreName: (language) => words(language).score,
  beat: ".play.best .cards, .empty",
  tell,
  place,
  reason,
  why,
  effect,
  tip({ view, events }, say) {
    const e = events;
    const losses = e.filter((event) => event.type === "lost");
    const lost = losses[0];
    if (losses.length > 1) return { id: "tied", text: words(say.language).tips.tied };
    if (e.some(({ type }) => type === "eliminated") && e.some(({ type }) => type === "dealt"))
      return { id: "out", text: words(say.language).tips.out };
    if (lost?.type === "lost" && lost.points === 11) return { id: "ace", text: words(say.language).tips.ace };
    const dealt = e.find((event) => event.type === "dealt");
    if (lost?.type === "lost" && dealt?.type === "dealt")
      return { id: "lost", text: tipOfLoss(lost.points, dealt.hand_size, say) };
    if (e.some((event) => event.type === "played" && event.seat === view.seat && !event.follows))
      return { id: "lowest", text: words(say.language).tips.lowest };
    const { table } = view;
    if (view.phase === "exchange" && table.lying.some((cards) => cards.length > 0))
      return { id: "lying", text: words(say.language).tips.lying };
    if (table.trick.length > 0 && view.seat !== null && view.hands?.[view.seat]?.length === 2)
      return { id: "last", text: words(say.language).tips.last };
    return null;
  },
  token: (view, say) => ({
    seat: view.table.dealer,
    sign: "D",
    title: say.texts.table.dealer,
  }),
  chimes: ["trick_won", "lost"],
  label: (action, say) => (action.type === "pass" ? words(say.language).keep : null),
  // The badge beside a seat shows the exchanged cards.
  act: (event) =>
    event.type === "exchanged" || event.type === "passed" || event.type === "trick_won" ? null : undefined,
  prompt(view, say) {
    const { phase, table } = view;
    const w = words(say.language);
    if (phase === "exchange") return w.exchange;
    const lead = table.trick[0];
    if (lead) return fill(say.options["variant"] === "26" ? w.answerAny : w.answer, { n: lead.cards.length });
    return say.options["variant"] === "26" ? w.leadAny : w.lead;
  },
  // Not for an exchange: that stays in the badge.
  calls(event, say) {
    const e = event;
    const w = words(say.language);
    if (e.type === "trick_won") return { seat: e.seat, text: w.trick, tone: "good" };
    if (e.type === "lost") return { seat: e.seat, text: `+${e.points}`, tone: "bad" };
    if (e.type === "eliminated") return { seat: e.seat, text: w.out, tone: "bad", stays: true };
    return null;
  },
  backs(events) {
    const swaps = events.filter((event) => event.type === "exchanged");
    return swaps.flatMap((event) => [
      { from: `seat-${event.seat}`, to: "stock", count: event.cards.length },
      { from: "stock", to: `seat-${event.seat}`, count: event.cards.length },
    ]);
  },
  // Shows the finished trick before it is taken, and the last cards before the next deal.
  stages(before, update) {
    const events = update.events;
    const stages: Stage<Twentytwo>[] = [];
    const view = before;
    const next = update.view!.hands;
    const played = events.find((event): event is Played => event.type === "played");
    const shown = events.filter((event) => event.type === "shown");
    const ended = events.some((event) => event.type === "trick_won") || shown.length > 0;
    if (!played || !ended) return [];
    const { type: _, ...play } = played;
    const hands = view.hands.map((hand, seat) =>
      seat !== played.seat
        ? hand
        : shown.length === 0
          ? next[seat]!
          : hand.slice(0, Math.max(1, hand.length - play.cards.length)).map(() => null),
    );
    const trick = [...view.table.trick, play];
    stages.push({
      view: { ...view, hands, to_act: [], table: { ...view.table, trick } },
      ms: 1500,
      tells: shown.length > 0 ? events.indexOf(shown[0]!) : events.findIndex(({ type }) => type === "trick_won") + 1,
    });
    if (shown.length > 0) {
      const cards = view.hands.map((_hand, seat) => shown.find((event) => event.seat === seat)?.card ?? null);
      const losers = events.flatMap((event) => (event.type === "lost" ? [event.seat] : []));
      const table = { ...view.table, trick: [], tricks: [], last_show: { cards, losers } };
      const none = view.hands.map(() => []);
      const tells = events.findLastIndex(({ type }) => type === "lost" || type === "eliminated") + 1;
      stages.push({ view: { ...view, hands: none, to_act: [], table }, ms: 2200, tells });
    }
    return stages;
  },
  gains: (event) => (event.type === "lost" ? [{ seat: event.seat, by: event.points }] : []),
  closes: ({ type }) => type === "lost",
  exits(events): Record<string, string> {
    const won = events.find((event) => event.type === "trick_won");
    return won ? { trick: `seat-${won.seat}` } : { trick: "stock", show: "stock", hand: "stock" };
  },
};
