import type { AnyView } from "../../protocol/messages";
import type { Sugekari21Event, Sugekari21View } from "../../protocol/wire";
import type { Skin } from "../types";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";

export const skin: Skin = {
  Table,
  order: "rank",
  sentences: { en, ja },
  // The card that ends a round is seen on the table before all of them are taken.
  stages(before, update) {
    const events = update.events as unknown as Sugekari21Event[];
    if (!events.some((event) => event.type === "round_won" || event.type === "gone_out")) return [];
    const view = before as unknown as Sugekari21View;
    const played = events.find((event) => event.type === "played");
    if (!played) return [{ view: before, ms: 700 }];
    const { seat, card, as, value, total } = played;
    const round = [...view.table.round, { seat, card, ...(as ? { as } : {}), ...(value === undefined ? {} : { value }) }];
    const hands = (update.view as unknown as Sugekari21View).hands.map((hand, n) => (n === seat ? hand : view.hands[n]!));
    return [{ view: { ...view, hands, to_act: [], table: { ...view.table, round, total } } as unknown as AnyView, ms: 1000 }];
  },
  exits(events) {
    const won = events.find((event) => event.type === "round_won" || event.type === "gone_out");
    return { round: won ? `pile-${won.seat! % 2}` : "stock" };
  },
};
