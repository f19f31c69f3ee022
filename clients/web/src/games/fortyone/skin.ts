import type { AnyView } from "../../protocol/messages";
import type { FortyoneEvent, FortyoneView } from "../../protocol/wire";
import type { Skin } from "../types";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";

export const skin: Skin = {
  Table,
  order: "rank",
  sentences: { en, ja },
  token: (view, say) => ({ seat: (view as unknown as FortyoneView).table.dealer, sign: "D", title: say.texts.table.dealer }),
  calls(event, say) {
    const e = event as unknown as FortyoneEvent;
    if (e.type === "passed") return { seat: e.seat, text: say.texts.actions.pass };
    return e.type === "scored" ? { seat: e.seat, text: `+${e.chips}`, tone: "good" } : null;
  },
  // Shows the last pass of a deal before the next deal.
  stages(before, update) {
    const events = update.events as unknown as FortyoneEvent[];
    if (!events.some((event) => event.type === "deal_ended")) return [];
    const view = before as unknown as FortyoneView;
    const sequence = [...view.table.sequence];
    for (const event of events) if (event.type === "passed") sequence.push({ seat: event.seat, pass: true });
    return [{ view: { ...view, to_act: [], table: { ...view.table, sequence } } as unknown as AnyView, ms: 900 }];
  },
  exits: () => ({ table: "stock" }),
};
