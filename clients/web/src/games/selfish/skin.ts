import type { Selfish } from "../../protocol/games";
import type { SelfishView } from "../../protocol/wire";
import type { Skin } from "../../skin/types";
import Badge from "./Badge.svelte";
import { place } from "./place";
import { reason } from "./reason";
import { tell } from "./log";
import Table from "./Table.svelte";
import { fill } from "../../i18n/fill";
import { colon } from "../../i18n/index.svelte";
import { handName, words } from "./words";

const tableOf = (view: SelfishView): SelfishView["table"] => view.table;

/** Another seat whose claim the opened hands have shown to be false; null if there is none. */
function liarOf(view: SelfishView): number | null {
  const { opened, claims } = tableOf(view);
  const named: Record<string, string> = { none: "nothing", two_pairs: "double" };
  const liar = (opened ?? []).findIndex(
    ({ hand }, seat) => seat !== view.seat && claims[seat] && claims[seat] !== (named[hand] ?? hand),
  );
  return liar < 0 ? null : liar;
}

export const skin: Skin<Selfish> = {
  Table,
  Badge,
  order: "rank",
  beat: ".turns",
  // The games won stand in the middle of the table.
  counts: (view, seat) => {
    const held = tableOf(view).opened?.[seat];
    return held && held.hand !== "burst" ? held.score : null;
  },
  tell,
  place,
  reason,
  label: (action, say) =>
    action.type === "claim" ? fill(words(say.language).claimed, { hand: handName(action.claim, say.language) }) : null,
  gains: (event) => (event.type === "game_ended" && event.winner !== null ? [{ seat: event.winner, by: 1 }] : []),
  calledOut: ["stop"],
  word: (name, language) => (name === "selfish" ? words(language).wonBy : null),
  chimes: ["stopped"],
  why: (_card, _at, say) => words(say.language).noPlay,
  barred: ({ view }, say) =>
    view.phase === "draw" &&
    tableOf(view).turn < 4 &&
    tableOf(view).stopped_by === null &&
    say.options["turns"] !== "forced"
      ? [
          {
            type: "stop",
            label: say.texts.actions.stop,
            why: tableOf(view).turn === 1 ? words(say.language).stopLater : words(say.language).drawFirst,
          },
        ]
      : [],
  tip({ view, events }, say) {
    const { opened, stopped_by } = tableOf(view);
    if (view.phase === "sudden_death") return { id: "tie", text: words(say.language).tips.tie };
    if (opened?.every(({ hand }) => hand === "burst")) return { id: "nobody", text: words(say.language).tips.nobody };
    if (opened?.some(({ hand }) => hand === "selfish"))
      return { id: "selfish", text: words(say.language).tips.selfish };
    if (opened?.some(({ hand }) => hand === "two_pairs")) return { id: "pairs", text: words(say.language).tips.pairs };
    if (opened?.some(({ hand }) => hand === "burst"))
      return {
        id: "burst",
        text: say.options["scoring"] === "simple" ? words(say.language).onlyBurst : words(say.language).tips.burst,
      };
    const liar = liarOf(view);
    if (liar !== null) return { id: "lied", text: fill(words(say.language).tips.lied, { name: say.called(liar) }) };
    if (events.some((event) => event.type === "begun" && event.game === 2))
      return { id: "games", text: words(say.language).tips.games };
    if (events.some(({ type }) => type === "stopped") && stopped_by !== view.seat)
      return { id: "stopped", text: words(say.language).tips.stopped };
    if (view.phase === "claim") return { id: "claim", text: words(say.language).tips.claim };
    if (opened === null && view.seat !== null && view.hands[view.seat]?.includes("XX"))
      return { id: "joker", text: words(say.language).tips.joker };
    return null;
  },
  revealed: (view) => tableOf(view).opened !== null,
  token: (view, say) => ({
    seat: tableOf(view).first,
    sign: words(say.language).firstSign,
    title: words(say.language).first,
  }),
  prompt(view, say) {
    const w = words(say.language);
    if (view.phase === "draw")
      return tableOf(view).turn === 4 || tableOf(view).stopped_by !== null ? w.drawLast : w.draw;
    if (view.phase === "decide") return w.decide;
    if (view.phase === "claim") return w.claim;
    return view.phase === "sudden_death" ? w.sudden + colon() + w.draw : null;
  },
  calls(event, say) {
    const e = event;
    const w = words(say.language);
    if (e.type === "stopped") return { seat: e.seat, text: w.stop, tone: "bad" };
    if (e.type === "continued") return { seat: e.seat, text: w.goOn };
    if (e.type === "claimed") return { seat: e.seat, text: handName(e.claim, say.language), stays: true };
    return null;
  },
  // Pauses on the table before a sudden death or the result, when the hands have been opened, and on how a game ended
  // before the next one.
  stages(before, update) {
    const previous = update.view?.table.previous;
    const ended = update.events.findIndex((event) => event.type === "game_ended");
    if (previous && ended >= 0) {
      const table = { ...tableOf(before), ...previous, results: tableOf(update.view!).results };
      const hands = previous.opened.map(({ cards }) => cards);
      return [{ view: { ...before, to_act: [], hands, table }, ms: 4000, tells: ended + 1 }];
    }
    const opened = update.events.findIndex((event) => event.type === "opened");
    return opened >= 0 && tableOf(before).stopped_by !== null
      ? [{ view: { ...before, to_act: [] }, ms: 1500, tells: opened }]
      : [];
  },
};
