// Functions on multisets of cards, which are two-character codes.
import type { AnyAction, Card, Rank, Suit } from "../protocol/messages";

export const SUITS: readonly Suit[] = ["S", "H", "D", "C"];
export const RANKS: readonly Rank[] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const JOKER: Card = "XX";

export const isJoker = (card: Card): boolean => card === JOKER;
export const rankOf = (card: Card): Rank => card[0] as Rank;
const suitOf = (card: Card): Suit => card[1] as Suit;

/** The usual order of `beats`, from low to high. */
export const ACE_HIGH: readonly Rank[] = [...RANKS.slice(1), "A"];

/** A rank's strength in the usual order of `beats`: A is highest, 2 lowest. */
export const strength = (rank: Rank): number => ACE_HIGH.indexOf(rank) + 1;

/** `cards` without `taken` (as multisets), or null if `cards` does not contain all of `taken`. */
export function without(cards: readonly Card[], taken: readonly Card[]): Card[] | null {
  const rest = [...cards];
  for (const card of taken) {
    const at = rest.indexOf(card);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

export const sameCards = (a: readonly Card[], b: readonly Card[]): boolean =>
  a.length === b.length && without(a, b) !== null;

/** The intersection of two multisets, in the order of `cards`. */
export function common(cards: readonly Card[], others: readonly Card[]): Card[] {
  const rest = [...others];
  return cards.filter((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

const canonicalIndex = (card: Card): number =>
  isJoker(card) ? 99 : SUITS.indexOf(suitOf(card)) * 13 + RANKS.indexOf(rankOf(card));

export type HandOrder = "suit" | "rank" | "strength";

/** A hand sorted for display. */
export function sortedHand(cards: readonly Card[], order: HandOrder): Card[] {
  const key = (card: Card): number => {
    if (isJoker(card)) return 9999;
    if (order === "suit") return canonicalIndex(card);
    const rank = order === "strength" ? strength(rankOf(card)) : RANKS.indexOf(rankOf(card));
    return rank * 4 + SUITS.indexOf(suitOf(card));
  };
  return [...cards].sort((a, b) => key(a) - key(b));
}

/** The cards that an action plays or chooses. */
export const cardsOf = (action: AnyAction): Card[] =>
  (Array.isArray(action["cards"]) ? action["cards"] : [action["card"]]).filter(
    (card): card is Card => typeof card === "string",
  );
