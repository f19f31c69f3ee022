import type { AnyView } from "../../protocol/messages";
import type { Sugekari21Event, Sugekari21View } from "../../protocol/wire";
import type { Skin } from "../types";
import { place } from "./place";
import { reason } from "./reason";
import { en, ja } from "./sentences";
import Badge from "./Badge.svelte";
import Table from "./Table.svelte";
import { barred, why } from "./why";
import { words } from "./words";

/** How many seats further the given cards go. */
function giveTo(options: Record<string, unknown>, game: number): number {
  return options["exchange"] === "partner" || game === 3 ? 2 : game === 2 ? 3 : 1;
}

export const skin: Skin = {
  Table,
  Badge,
  why,
  barred,
  tip({ view, events }, say) {
    const ja = say.language === "ja";
    const e = events as unknown as Sugekari21Event[];
    if (e.some((event) => event.type === "lead_passed")) return { id: "lead", text: ja ? "手札がJ・Q・Kの1枚だけの人は先攻になれず、左隣に移ります。" : "A hand of a single J, Q or K can’t lead: the lead goes to the left." };
    if (view.phase === "play" && view.seat !== null && view.hands?.[view.seat]?.length === 2) return { id: "last", text: ja ? "最後の1枚がJ・Q・Kだと上がれません。" : "Mind your last two cards: a J, Q or K can’t be the last one played." };
    if (e.some((event) => event.type === "round_won" && event.seat === (view.seat! + 2) % 4) && view.hands?.length === 4) return { id: "partner", text: ja ? "パートナーが取ったカードも、あなたのチームのものです。" : "Your partner won the round: these cards are your side’s too." };
    return null;
  },
  order: "rank",
  beat: "[data-total]",
  sentences: { en, ja },
  place,
  reason,
  token: (view, say) => ({ seat: (view as unknown as Sugekari21View).table.leader, sign: say.language === "ja" ? "先" : "1st", title: say.texts.table.leader }),
  prompt(view, say) {
    const { phase, table, hands, seat } = view as unknown as Sugekari21View;
    const w = words(say.language);
    if (phase === "give" && seat !== null) return w.give(say.name((seat + giveTo(say.options, table.game)) % hands.length));
    if (phase === "discard") return w.discard;
    return phase === "play" ? (table.round.length === 0 ? w.lead : w.play) : null;
  },
  calls(event, say) {
    const e = event as unknown as Sugekari21Event;
    const w = words(say.language);
    if (e.type === "passed") return { seat: e.seat, text: say.texts.actions.pass };
    if (e.type === "round_won") return { seat: e.seat, text: w.cards(e.cards.length), tone: "good" };
    if (e.type === "gone_out") return { seat: e.seat, text: w.out, tone: "good" };
    if (e.type === "lead_passed") return { seat: e.seat, text: w.cantLead };
    if (e.type === "given" || e.type === "discarded") return { seat: e.seat, text: w.gave };
    return null;
  },
  backs: (events) => (events as unknown as Sugekari21Event[]).flatMap((event) => (event.type === "given" || event.type === "discarded" ? [{ from: `seat-${event.seat}`, to: "stock", count: event.type === "given" ? 3 : 1 }] : [])),
  // Shows the card that ends a round before the round's cards are taken.
  stages(before, update) {
    const events = update.events as unknown as Sugekari21Event[];
    if (!events.some((event) => event.type === "round_won" || event.type === "gone_out")) return [];
    const view = before as unknown as Sugekari21View;
    const played = events.find((event) => event.type === "played");
    if (!played) return [{ view: before, ms: 700 }];
    const { seat, card, as, value, total } = played;
    const round = [...view.table.round, { seat, card, ...(as ? { as } : {}), ...(value === undefined ? {} : { value }) }];
    const hands = (update.view as unknown as Sugekari21View).hands.map((hand, n) => (n === seat ? hand : view.hands?.[n]!));
    return [{ view: { ...view, hands, to_act: [], table: { ...view.table, round, total } } as unknown as AnyView, ms: 1000 }];
  },
  exits(events) {
    const won = events.find((event) => event.type === "round_won" || event.type === "gone_out");
    return { round: won ? `pile-${won.seat! % 2}` : "stock" };
  },
};
