import { rankSign } from "../../i18n/cards";
import type { Sugekari21Event } from "../../protocol/wire";
import { logOf } from "../log";
import { words } from "./words";

const as = (value: string | undefined): string =>
  value === undefined ? "" : value === "half" ? " (½)" : ` (= ${rankSign(value)})`;

export const tell = logOf<Sugekari21Event>((language) => words(language).log, {
  dealt: (e, s) => ({ again: e.bout > 1, own: s.isOwn(e.leader) }),
  given: (e, s) => ({ to: s.them(e.to) }),
  received: (e, s) => ({ from: s.them(e.from) }),
  phase_begun: ({ phase }) => ({ discard: phase === "discard", give: phase === "give", play: phase === "play" }),
  played: (e) => ({ as: as(e.as) }),
  round_begun: (e, s) => ({ own: s.isOwn(e.leader) }),
  gone_out: (e) => ({ count: e.cards.length }),
  game_ended: (e, s) => ({ results: e.results.join(words(s.language).versus) }),
  match_ended: ({ result }, s) => ({
    draw: result.winners.length === result.ranks.length,
    winners: s.names(result.winners),
  }),
});
