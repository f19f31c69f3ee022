import type { TtpageoneEvent } from "../../protocol/wire";
import type { Say } from "../../skin/types";
import { logOf } from "../log";
import { privilegeName, words } from "./words";

/** Whether several have won who are not of one team. */
const isDraw = ({ winners, team }: Extract<TtpageoneEvent, { type: "match_ended" }>["result"]): boolean =>
  new Set(winners.map((seat) => team?.[seat] ?? seat)).size > 1;

/** Which of the two tables, and what it counts as. */
const at = ({ table, suit }: { table: number; suit?: string | null | undefined }, s: Say): Record<string, string> => ({
  table: words(s.language).sides[table] ?? "",
  suit: suit ? s.suit(suit) : "",
});

export const tell = logOf<TtpageoneEvent, "turn_began">((language) => words(language).log, {
  privilege_chosen: (e, s) => ({ privilege: privilegeName(e.privilege, s.language) }),
  privilege_assigned: (e, s) => ({ privilege: privilegeName(e.privilege, s.language) }),
  hidden: (e) => (e.card || e.face_down > 0 ? {} : { text: "hidden_none" }),
  table_turned: at,
  turn_began: () => null,
  played: (e, s) => ({ ...at(e, s), secret: e.secret ?? false, last_one: e.last_one ?? false }),
  turned: at,
  skipped: (e, s) => ({ skipped: s.names(e.skipped) }),
  reversed: (e) => ({ clockwise: e.direction === 1 }),
  dominated: at,
  suit_named: (e, s) => ({ suit: s.suit(e.suit) }),
  suit_defaulted: (e, s) => ({ suit: s.suit(e.suit) }),
  stuck: (e, s) => ({ seat: s.them(e.seat) }),
  challenged: (e, s) => ({ challenged: s.them(e.challenged) }),
  game_ended: (_, s) => (Number(s.options?.["games"] ?? 1) > 1 ? {} : null),
  match_ended: ({ result }, s) => ({ draw: isDraw(result), winners: s.names(result.winners) }),
});
