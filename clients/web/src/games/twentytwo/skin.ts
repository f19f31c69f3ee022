import type { AnyView } from "../../protocol/messages";
import type { TwentytwoEvent, TwentytwoView } from "../../protocol/wire";
import type { Skin, Stage } from "../types";
import Badge from "./Badge.svelte";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";

type Played = Extract<TwentytwoEvent, { type: "played" }>;

export const skin: Skin = {
  Table,
  Badge,
  order: "strength",
  sentences: { en, ja },
  // The finished trick is seen before it is taken, the last cards before the next deal.
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
