import type { SelfishEvent, SelfishView } from "../../protocol/wire";
import type { AnyView } from "../../protocol/messages";
import type { Skin } from "../types";
import Badge from "./Badge.svelte";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";
import { handName, words } from "./words";

const tableOf = (view: AnyView): SelfishView["table"] => (view as unknown as SelfishView).table;

export const skin: Skin = {
  Table,
  Badge,
  order: "rank",
  sentences: { en, ja },
  label: (choice, action, say) => (choice.type === "claim" ? say.texts.actions.claim(handName(String(action["claim"]), say.language)) : null),
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
