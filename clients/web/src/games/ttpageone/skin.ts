import type { AnyView, Card } from "../../protocol/messages";
import type { TtpageoneEvent, TtpageoneView } from "../../protocol/wire";
import type { Skin } from "../types";
import Badge from "./Badge.svelte";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";
import { privilegeName } from "./words";

export const skin: Skin = {
  Table,
  Badge,
  order: "suit",
  sentences: { en, ja },
  label: (choice, action, say) => (choice.type === "choose_privilege" ? privilegeName(String(action["privilege"]), say.language) : null),
  // The K is seen before what it turns up, and the last card before the next game.
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
