import type { AnyView } from "../../protocol/messages";
import type { FortyoneEvent, FortyoneView } from "../../protocol/wire";
import type { Skin } from "../types";
import { place } from "./place";
import { reason } from "./reason";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";
import { barred, why } from "./why";

export const skin: Skin = {
  Table,
  order: "rank",
  beat: "[data-total]",
  sentences: { en, ja },
  place,
  reason,
  why,
  barred,
  tip({ view, events }, say) {
    const ja = say.language === "ja";
    const { table } = view as unknown as FortyoneView;
    const e = events as unknown as FortyoneEvent[];
    if (table.total === null && table.starter !== null) return { id: "open", text: ja ? "Kから始まると、合計はまだ決まりません。次にK以外が出ると、その値がすべてのKに映ります。" : "A king has been turned up: the total is open. The first card that is no king gives its value to all of them." };
    if (e.some((event) => event.type === "played" && event.card[0] === "K" && event.value !== null)) return { id: "mirror", text: ja ? "Kは鏡。直前のカードと同じ値になります。" : "A king is a mirror: it counts what the card before it counted." };
    if (e.some((event) => event.type === "passed" && event.seat !== view.seat)) return { id: "pass", text: ja ? "相手が出せずにパスしたので、あなたに1チップ。" : "Your opponent could not play and passed: that gives you a chip." };
    return null;
  },
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
