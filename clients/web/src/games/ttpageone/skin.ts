import type { AnyView, Card } from "../../protocol/messages";
import type { TtpageoneEvent, TtpageoneView } from "../../protocol/wire";
import type { Skin } from "../types";
import Badge from "./Badge.svelte";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";
import { privilegeName, words } from "./words";

export const skin: Skin = {
  Table,
  Badge,
  order: "suit",
  sentences: { en, ja },
  label: (choice, action, say) => (choice.type === "choose_privilege" ? privilegeName(String(action["privilege"]), say.language) : null),
  openHands: true,
  scored: (options) => Number(options["games"] ?? 1) > 1,
  mark: (view, card, language) => ((view as unknown as TtpageoneView).table.secret === card ? words(language).secret : null),
  prompt(view, say, legal) {
    const w = words(say.language);
    if (view.phase === "privileges") return w.choosePrivilege;
    if (view.phase === "hide") return w.hide;
    if (view.phase === "rehide") return w.rehide;
    if (view.phase === "name_suit") return w.nameSuit;
    if (view.phase !== "play") return null;
    return legal.some(({ type }) => type === "play") ? w.play : w.drawFirst;
  },
  calls(event, say) {
    const e = event as unknown as TtpageoneEvent;
    const w = words(say.language);
    switch (e.type) {
      case "privilege_chosen": return { seat: e.seat, text: privilegeName(e.privilege, say.language), tone: "good" };
      case "privilege_assigned": return { seat: e.seat, text: privilegeName(e.privilege, say.language) };
      case "hidden": return { seat: e.seat, text: w.hid };
      case "passed": return { seat: e.seat, text: w.pass };
      case "skipped": return e.skipped[0] === undefined ? null : { seat: e.skipped[0], text: w.skipped, tone: "bad" };
      case "stuck": return { seat: e.seat, text: w.stuck };
      case "played": return e.last_one ? { seat: e.seat, text: say.texts.actions.lastOne, tone: "good" } : null;
      case "last_one_declared": return { seat: e.seat, text: say.texts.actions.lastOne, tone: "good" };
      case "challenged": return { seat: e.challenged, text: w.calledOut, tone: "bad" };
      case "disqualified": return { seat: e.seat, text: w.disqualified, tone: "bad" };
      default: return null;
    }
  },
  // Shows a king before the card that it turns up, and the last card of a game before the next game.
  stages(before, update) {
    const events = update.events as unknown as TtpageoneEvent[];
    const played = events.find((event) => event.type === "played");
    if (!played || !events.some((event) => event.type === "turned" || event.type === "game_ended")) return [];
    const view = before as unknown as TtpageoneView;
    const top = played.cards[played.cards.length - 1] as Card;
    const tables = view.table.tables.map((table, n) =>
      n === played.table ? { ...table, top, suit: top === "XX" ? (played.suit ?? null) : (top[1] as "S"), rank: top === "XX" ? null : (top[0] as "A") } : table,
    );
    const left = [...played.cards] as (Card | null)[];
    const hands = view.hands.map((hand, seat) => (seat !== played.seat ? hand : hand.filter((card) => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    })));
    return [{ view: { ...view, hands, to_act: [], table: { ...view.table, tables } } as unknown as AnyView, ms: 850 }];
  },
};
