import type { Sugekari21 } from "../../protocol/games";
import type { Skin } from "../../skin/types";
import { place } from "./place";
import { reason } from "./reason";
import { tell } from "./log";
import Badge from "./Badge.svelte";
import Table from "./Table.svelte";
import { rankSign } from "../../i18n/cards";
import { barred, effect, isPicture, why } from "./why";
import { fill } from "../../i18n/fill";
import { words } from "./words";

/** How many seats further the given cards go; two players always exchange with each other. */
function giveTo(options: Record<string, unknown>, game: number, seats: number): number {
  if (seats === 2) return 1;
  return options["exchange"] === "partner" || game === 3 ? 2 : game === 2 ? 3 : 1;
}

/** With so few cards one plans which is to be the last. */
const NEAR_END = 5;

export const skin: Skin<Sugekari21> = {
  Table,
  Badge,
  why,
  barred,
  tip({ view, events }, say) {
    const e = events;
    if (e.some((event) => event.type === "lead_passed")) return { id: "lead", text: words(say.language).tips.lead };
    const mine = view.seat === null ? [] : (view.hands[view.seat] ?? []);
    if (view.phase === "play" && view.hands.some((hand) => hand.length === 1))
      return { id: "out", text: words(say.language).tips.out };
    if (view.phase === "play" && mine.length <= NEAR_END && mine.some((card) => card && isPicture(card)))
      return { id: "last", text: words(say.language).tips.last };
    if (e.some((event) => event.type === "dealt" && event.game === 1 && event.bout === 1))
      return { id: "first", text: words(say.language).tips.first };
    if (
      e.some((event) => event.type === "round_won" && event.seat === (view.seat! + 2) % 4) &&
      view.hands?.length === 4
    )
      return { id: "partner", text: words(say.language).tips.partner };
    return null;
  },
  order: "rank",
  values: (language) => words(language).values,
  chimes: ["round_won", "gone_out"],
  label(action, say) {
    const w = words(say.language);
    if (action.type === "give") return fill(w.giveAway, { n: action.cards.length });
    return action.type === "discard" ? w.layAside : null;
  },
  beat: "[data-total]",
  tell,
  place,
  reason,
  token: (view, say) => ({
    seat: view.table.leader,
    sign: words(say.language).leaderSign,
    title: say.texts.table.leader,
  }),
  prompt(view, say, legal) {
    const { phase, table, hands, seat } = view;
    const w = words(say.language);
    if (phase === "give" && seat !== null)
      return fill(w.give, { name: say.name((seat + giveTo(say.options, table.game, hands.length)) % hands.length) });
    if (phase === "discard") return w.discard;
    if (phase !== "play") return null;
    if (table.round.length === 0) return w.lead;
    if (legal.some(({ type }) => type === "play")) return w.play;
    const [only, ...others] = seat === null ? [] : (hands[seat] ?? []);
    return only && others.length === 0 && isPicture(only) ? fill(w.passLast, { rank: rankSign(only[0]!) }) : w.mustPass;
  },
  calls(event, say) {
    const e = event;
    const w = words(say.language);
    if (e.type === "passed") return { seat: e.seat, text: say.texts.actions.pass };
    if (e.type === "round_won") return { seat: e.seat, text: fill(w.cards, { n: e.cards.length }), tone: "good" };
    if (e.type === "gone_out") return { seat: e.seat, text: w.out, tone: "good" };
    if (e.type === "lead_passed") return { seat: e.seat, text: w.cantLead };
    if (e.type === "given" || e.type === "discarded") return { seat: e.seat, text: w.gave };
    return null;
  },
  backs: (events) =>
    events.flatMap((event) =>
      event.type === "given" || event.type === "discarded"
        ? [{ from: `seat-${event.seat}`, to: "stock", count: event.type === "given" ? 3 : 1 }]
        : [],
    ),
  // Shows the card that ends a round before the round's cards are taken.
  stages(before, update) {
    const events = update.events;
    const tells = events.findIndex((event) => event.type === "round_won" || event.type === "gone_out") + 1;
    if (tells === 0) return [];
    const view = before;
    const played = events.find((event) => event.type === "played");
    if (!played) return [{ view: before, ms: 1500, tells }];
    const { seat, card, as, value, total } = played;
    const round = [
      ...view.table.round,
      { seat, card, ...(as ? { as } : {}), ...(value === undefined ? {} : { value }) },
    ];
    const hands = update.view!.hands.map((hand, n) => (n === seat ? hand : view.hands[n]!));
    return [{ view: { ...view, hands, to_act: [], table: { ...view.table, round, total } }, ms: 1500, tells }];
  },
  closes: ({ type }) => type === "game_ended",
  effect,
  exits(events) {
    const won = events.find((event) => event.type === "round_won" || event.type === "gone_out");
    return { round: won ? `pile-${won.seat! % 2}` : "stock" };
  },
};
