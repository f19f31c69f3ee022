import type { Fortyone } from "../../protocol/games";
import type { Skin } from "../../skin/types";
import { place } from "./place";
import { reason } from "./reason";
import { tell } from "./log";
import Table from "./Table.svelte";
import { words } from "./words";
import { barred, effect, why } from "./why";

export const skin: Skin<Fortyone> = {
  Table,
  order: "rank",
  values: (language) => words(language).values,
  chimes: ["scored"],
  beat: "[data-total]",
  tell,
  place,
  reason,
  why,
  barred,
  tip({ view, events }, say) {
    const { table } = view;
    const e = events;
    if (table.total === null && table.starter !== null) return { id: "open", text: words(say.language).tips.open };
    if (e.some((event) => event.type === "played" && event.card[0] === "K" && event.value !== null))
      return { id: "mirror", text: words(say.language).tips.mirror };
    const first = table.sequence.length === 0 ? table.starter?.[0] : undefined;
    if (first === "A") return { id: "ace", text: words(say.language).tips.ace };
    if (first === "J") return { id: "jack", text: words(say.language).tips.jack };
    if (e.some((event) => event.type === "dealt" && event.deal > 1))
      return { id: "dealer", text: words(say.language).tips.dealer };
    const chip = e.some(({ type }) => type === "scored");
    if (chip && e.some((event) => event.type === "played" && event.value === -1))
      return { id: "down", text: words(say.language).tips.down };
    const ended = e.some((event) => event.type === "deal_ended"); // its last pass gives nothing
    if (!ended && e.some((event) => event.type === "passed" && event.seat !== view.seat))
      return { id: "pass", text: words(say.language).tips.pass };
    return null;
  },
  token: (view, say) => ({
    seat: view.table.dealer,
    sign: "D",
    title: say.texts.table.dealer,
  }),
  calls(event, say) {
    const e = event;
    if (e.type === "passed") return { seat: e.seat, text: say.texts.actions.pass };
    return e.type === "scored" ? { seat: e.seat, text: `+${e.chips}`, tone: "good" } : null;
  },
  // Shows the last pass of a deal before the next deal.
  stages(before, update) {
    const events = update.events;
    const tells = events.findIndex((event) => event.type === "deal_ended") + 1;
    if (tells === 0) return [];
    const view = before;
    const sequence = [...view.table.sequence];
    for (const event of events) if (event.type === "passed") sequence.push({ seat: event.seat, pass: true });
    return [{ view: { ...view, to_act: [], table: { ...view.table, sequence } }, ms: 1500, tells }];
  },
  gains: (event) => (event.type === "scored" ? [{ seat: event.seat, by: event.chips }] : []),
  closes: ({ type }) => type === "deal_ended",
  effect,
  exits: () => ({ table: "stock" }),
};
