import type { Sugekari21 } from "../../protocol/games";
import { rankSign } from "../../i18n/cards";
import { valueOf } from "./why";
import { fill } from "../../i18n/fill";
import { words } from "./words";
import type { Choosing, Say } from "../../skin/types";

const HIGHEST = 10;

/** The rank that makes exactly 21 from a total; null if a single card can't. */
const closing = (total: number): string | null => {
  const missing = 21 - total;
  if (missing < 1 || missing > HIGHEST) return null;
  return missing === 1 ? "A" : missing === HIGHEST ? "T" : `${missing}`;
};

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: Sugekari21["action"], { view, legal }: Choosing<Sugekari21>, say: Say): string | null {
  const { table, hands, phase, seat } = view;
  const texts = words(say.language).reason;
  if (phase !== "play") return null;
  if (action.type === "pass") return legal.some(({ type }) => type === "play") ? texts.waits : texts.none;
  if (hands[seat ?? 0]?.length === 1) return texts.out;
  const card = "card" in action ? action.card : undefined;
  if (!card || card === "XX") return null;
  const sum = table.total + valueOf(card);
  if (sum === 21) return texts.exact;
  if (say.options["jokers"] === true) return null; // a joker repeats a rank, or halves the total
  const rank = closing(sum);
  if (rank === null) return fill(texts.far, { sum });
  return [...table.round.map((play) => play.card[0]), card[0]].includes(rank)
    ? fill(texts.closed, { sum, rank: rankSign(rank) })
    : fill(texts.open, { sum, rank: rankSign(rank) });
}
