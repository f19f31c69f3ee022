import type { SelfishEvent, SelfishView } from "../../protocol/wire";
import type { AnyView } from "../../protocol/messages";
import type { Skin } from "../types";
import Badge from "./Badge.svelte";
import { place } from "./place";
import { reason } from "./reason";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";
import { handName, words } from "./words";

const tableOf = (view: AnyView): SelfishView["table"] => (view as unknown as SelfishView).table;

export const skin: Skin = {
  Table,
  Badge,
  order: "rank",
  beat: ".turns",
  winnersOnly: true,
  sentences: { en, ja },
  place,
  reason,
  label: (choice, action, say) => (choice.type === "claim" ? say.texts.actions.claim(handName(String(action["claim"]), say.language)) : null),
  why: (_card, _at, say) => (say.language === "ja" ? "カードは出しません。引いて、続けるか止めるかを選びます。" : "Cards are not played here: you draw, and then stop or go on."),
  barred: ({ view }, say) =>
    view.phase === "draw" && tableOf(view).turn < 4 && tableOf(view).stopped_by === null && say.options["turns"] !== "forced"
      ? [{ type: "stop", label: say.texts.actions.stop, why: tableOf(view).turn === 1 ? (say.language === "ja" ? "ストップは2ターン目から、引いたあとに言えます。" : "You may stop from turn 2 on, after drawing.") : say.language === "ja" ? "先に1枚引いてください。" : "First draw a card." }]
      : [],
  tip({ view, events }, say) {
    const ja = say.language === "ja";
    const { opened, stopped_by } = tableOf(view);
    if (opened?.some(({ hand }) => hand === "burst")) return { id: "burst", text: ja ? "絵札だけの手はBurst。ペアがあっても負けです。" : "A hand of nothing but J, Q, K is a Burst: it loses, whatever pairs it has." };
    if (events.some(({ type }) => type === "stopped") && stopped_by !== view.seat) return { id: "stopped", text: ja ? "ストップのあと、まだ引いていない人だけが引いてオープンします。" : "After a stop only those still to come in this turn draw; then all hands are opened." };
    if (view.phase === "claim") return { id: "claim", text: ja ? "宣言は嘘でもかまいません。手は変わりません。" : "A claim need not be true, and changes nothing." };
    return null;
  },
  revealed: (view) => tableOf(view).opened !== null,
  token: (view, say) => ({ seat: tableOf(view).first, sign: say.language === "ja" ? "先" : "1st", title: words(say.language).first }),
  prompt(view, say) {
    const w = words(say.language);
    if (view.phase === "draw") return tableOf(view).turn === 4 || tableOf(view).stopped_by !== null ? w.drawLast : w.draw;
    if (view.phase === "decide") return w.decide;
    if (view.phase === "claim") return w.claim;
    return view.phase === "sudden_death" ? `${w.sudden}: ${w.draw}` : null;
  },
  calls(event, say) {
    const e = event as unknown as SelfishEvent;
    const w = words(say.language);
    if (e.type === "stopped") return { seat: e.seat, text: w.stop, tone: "bad" };
    if (e.type === "continued") return { seat: e.seat, text: w.goOn };
    if (e.type === "claimed") return { seat: e.seat, text: handName(e.claim, say.language) };
    return null;
  },
  // Pauses on the table before a sudden death or the result, when the hands have been opened.
  stages: (before, update) => (update.events.some((event) => event.type === "opened") && tableOf(before).stopped_by !== null ? [{ view: { ...before, to_act: [] }, ms: 700 }] : []),
};
