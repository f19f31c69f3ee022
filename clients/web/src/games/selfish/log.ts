import { fill } from "../../i18n/fill";
import type { SelfishEvent } from "../../protocol/wire";
import { logOf } from "../log";
import { handName, words } from "./words";

export const tell = logOf<SelfishEvent>((language) => words(language).log, {
  begun: (e, s) => ({ game: e.game, own: s.isOwn(e.first) }),
  claimed: (e, s) => ({ claim: handName(e.claim, s.language).replace("!", "") }),
  opened: (e, s) => ({
    hands: e.hands
      .map(({ hand, score }, seat) =>
        fill(words(s.language).held, {
          seat: s.name(seat),
          score,
          hand: hand === "none" ? "" : handName(hand, s.language),
        }),
      )
      .join(words(s.language).joint),
  }),
  game_ended: (e, s) => ({ winner: e.winner === null ? null : s.name(e.winner) }),
  ended: ({ result }, s) => ({ winners: s.names(result.winners) }),
});
