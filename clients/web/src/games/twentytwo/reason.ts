import { rankOf, strength } from "../../picker/cards";
import { rankSign } from "../../i18n/cards";
import type { AnyAction, Card } from "../../protocol/messages";
import type { TwentytwoView } from "../../protocol/wire";
import type { Choosing, Say } from "../types";

const high = (card: Card): number => strength(rankOf(card));

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: AnyAction, { view }: Choosing, say: Say): string | null {
  const { table, hands, phase, seat } = view as unknown as TwentytwoView;
  const ja = say.language === "ja";
  const hand = (hands[seat ?? 0] ?? []).filter((card): card is Card => card !== null);
  const cards = (action["cards"] ?? []) as Card[];
  if (phase !== "play" || cards.length === 0 || hand.includes("XX")) return null;
  const rest = [...hand];
  for (const card of cards) rest.splice(rest.indexOf(card), 1);
  if (rest.length === 1) {
    const kept = rest[0]!;
    if (cards.some((card) => high(card) < high(kept))) return null;
    return ja ? `いちばん弱い${rankSign(kept[0]!)}が最後に残ります。` : `It leaves you your lowest card, the ${rankSign(kept[0]!)}, which is the one that counts.`;
  }
  const lead = table.trick[0];
  if (!lead) return cards.length > 1 ? (ja ? `同時に${cards.length}枚減り、同じ枚数を求められます。` : `The others have to answer with ${cards.length} cards.`) : null;
  if (cards.length !== 1) return null;
  const best = table.trick.findLast((play) => play.follows) ?? lead;
  const bar = high(best.cards[0]!);
  const played = high(cards[0]!);
  if (best.cards[0] === "XX") return null;
  const above = hand.filter((card) => high(card) >= bar);
  if (played >= bar) return above.every((card) => high(card) >= played) ? (ja ? `${rankSign(best.cards[0]![0]!)}に勝てるいちばん弱いカードです。` : `It is your lowest card that reaches the ${rankSign(best.cards[0]![0]!)}.`) : null;
  return above.length === 0 ? (ja ? `${rankSign(best.cards[0]![0]!)}に届くカードがないので、最弱を出します。` : `Nothing of yours reaches the ${rankSign(best.cards[0]![0]!)}, so your lowest card goes.`) : null;
}
