import type { AnyView } from "../../protocol/messages";
import type { TwentytwoEvent, TwentytwoView } from "../../protocol/wire";
import type { Skin, Stage } from "../types";
import Badge from "./Badge.svelte";
import { place } from "./place";
import { reason } from "./reason";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";
import { why } from "./why";
import { words } from "./words";

type Played = Extract<TwentytwoEvent, { type: "played" }>;

export const skin: Skin = {
  Table,
  Badge,
  order: "strength",
  beat: ".play.best .cards, .empty",
  sentences: { en, ja },
  place,
  reason,
  why,
  tip({ view, events }, say) {
    const ja = say.language === "ja";
    const e = events as unknown as TwentytwoEvent[];
    const lost = e.find((event) => event.type === "lost");
    if (lost?.type === "lost") return { id: "lost", text: ja ? `最後の1枚がいちばん強かった人が負け。次のディールは${lost.points}枚ずつ配られます。` : `The highest last card loses. Its ${lost.points} points are also the number of cards of the next deal.` };
    if (e.some((event) => event.type === "played" && event.seat === view.seat && !event.follows)) return { id: "lowest", text: ja ? "勝てないときは最弱のカードを出します。残したいカードほど先になくなります。" : "Who can’t match plays the lowest cards – those one would like to keep." };
    const { table } = view as unknown as TwentytwoView;
    if (table.trick.length > 0 && view.seat !== null && view.hands?.[view.seat]?.length === 2) return { id: "last", text: ja ? "次に残る1枚が、あなたの最後のカードです。" : "The card that you keep now is your last one: it alone counts." };
    return null;
  },
  token: (view, say) => ({ seat: (view as unknown as TwentytwoView).table.dealer, sign: "D", title: say.texts.table.dealer }),
  label: (choice, _action, say) => (choice.type === "pass" ? words(say.language).keep : null),
  prompt(view, say) {
    const { phase, table } = view as unknown as TwentytwoView;
    const w = words(say.language);
    if (phase === "exchange") return w.exchange;
    const lead = table.trick[0];
    if (lead) return w.answer(lead.cards.length);
    return say.options["variant"] === "26" ? w.leadAny : w.lead;
  },
  calls(event, say) {
    const e = event as unknown as TwentytwoEvent;
    const w = words(say.language);
    if (e.type === "passed") return { seat: e.seat, text: w.kept };
    if (e.type === "exchanged") return { seat: e.seat, text: w.exchanged(e.cards.length) };
    if (e.type === "trick_won") return { seat: e.seat, text: w.trick, tone: "good" };
    if (e.type === "lost") return { seat: e.seat, text: `+${e.points}`, tone: "bad" };
    if (e.type === "eliminated") return { seat: e.seat, text: w.out, tone: "bad" };
    return null;
  },
  backs(events) {
    const swaps = (events as unknown as TwentytwoEvent[]).filter((event) => event.type === "exchanged");
    return swaps.flatMap((event) => [{ from: `seat-${event.seat}`, to: "stock", count: event.cards.length }, { from: "stock", to: `seat-${event.seat}`, count: event.cards.length }]);
  },
  // Shows the finished trick before it is taken, and the last cards before the next deal.
  stages(before, update) {
    const events = update.events as unknown as TwentytwoEvent[];
    const stages: Stage[] = [];
    const view = before as unknown as TwentytwoView;
    const next = (update.view as unknown as TwentytwoView).hands;
    const played = events.find((event): event is Played => event.type === "played");
    const shown = events.filter((event) => event.type === "shown");
    const ended = events.some((event) => event.type === "trick_won") || shown.length > 0;
    if (!played || !ended) return [];
    const { type: _, ...play } = played;
    const hands = view.hands.map((hand, seat) => (seat !== played.seat ? hand : shown.length === 0 ? next[seat]! : hand.slice(0, Math.max(1, hand.length - play.cards.length)).map(() => null)));
    const trick = [...view.table.trick, play];
    stages.push({ view: { ...view, hands, to_act: [], table: { ...view.table, trick } } as unknown as AnyView, ms: 1000 });
    if (shown.length > 0) {
      const cards = view.hands.map((_hand, seat) => shown.find((event) => event.seat === seat)?.card ?? null);
      const losers = events.flatMap((event) => (event.type === "lost" ? [event.seat] : []));
      const table = { ...view.table, trick: [], tricks: [], last_show: { cards, losers } };
      const none = view.hands.map(() => []);
      stages.push({ view: { ...view, hands: none, to_act: [], table } as unknown as AnyView, ms: 2200 });
    }
    return stages;
  },
  exits(events): Record<string, string> {
    const won = events.find((event) => event.type === "trick_won");
    return won ? { trick: `seat-${won.seat}` } : { trick: "stock", show: "stock", hand: "stock" };
  },
};
