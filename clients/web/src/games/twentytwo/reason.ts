import type { Twentytwo } from "../../protocol/games";
import { rankOf, strength } from "../../picker/cards";
import { rankSign } from "../../i18n/cards";
import { words } from "./words";
import type { Card } from "../../protocol/messages";
import type { Choosing, Say } from "../../skin/types";

const high = (card: Card): number => strength(rankOf(card));
const sign = (card: Card): string => rankSign(card[0]!);

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: Twentytwo["action"], { view }: Choosing<Twentytwo>, say: Say): string | null {
  const { table, hands, phase, seat } = view;
  const texts = words(say.language).reason;
  const hand = (hands[seat ?? 0] ?? []).filter((card): card is Card => card !== null);
  const cards = action.type === "pass" ? [] : action.cards;
  const rest = [...hand];
  for (const card of cards) rest.splice(rest.indexOf(card), 1);
  if (phase === "exchange")
    return cards.length === 0
      ? texts.keepAll
      : rest.length === 0
        ? texts.exchangeAll
        : texts.exchange(say.cards(rest), cards.length);
  if (phase !== "play" || cards.length === 0 || hand.includes("XX")) return null;
  if (rest.length === 1) {
    const kept = rest[0]!;
    return cards.some((card) => high(card) < high(kept)) ? null : texts.keepsLowest(sign(kept));
  }
  const lead = table.trick[0];
  if (!lead) return cards.length > 1 ? texts.several(cards.length) : null;
  if (cards.length !== 1) return null;
  const best = table.trick.findLast((play) => play.follows) ?? lead;
  if (best.cards[0] === "XX") return null;
  const bar = high(best.cards[0]!);
  const played = high(cards[0]!);
  const above = hand.filter((card) => high(card) >= bar);
  if (played >= bar) return above.every((card) => high(card) >= played) ? texts.reaches(sign(best.cards[0]!)) : null;
  return above.length === 0 ? texts.noneReaches(sign(best.cards[0]!)) : null;
}
