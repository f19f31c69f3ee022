import type { TwentytwoEvent } from "../../protocol/wire";
import { logOf } from "../log";
import { words } from "./words";

const copied = (ranks: string[] | undefined): string =>
  ranks ? ` (★ = ${ranks.join(" ").replaceAll("T", "10")})` : "";

export const tell = logOf<TwentytwoEvent>((language) => words(language).log, {
  exchanged: (e, s) => ({ count: e.cards.length, drawn: s.cards(e.drawn ?? []) }),
  played: (e) => ({ as: copied(e.as) }),
  ended: ({ result }, s) => ({ draw: result.winners.length > 1, winners: s.names(result.winners) }),
});
