import type { Twentytwo } from "../../protocol/games";
import { rankOf, strength } from "../../picker/cards";
import { rankSign } from "../../i18n/cards";
import { fill } from "../../i18n/fill";
import { words } from "./words";
import type { Card } from "../../protocol/messages";
import type { Choosing, Say } from "../../skin/types";

const high = (card: Card): number => strength(rankOf(card));
const sign = (card: Card): string => rankSign(card[0]!);
const signs = (cards: readonly Card[]): string => cards.map(sign).join("-");
const highestOf = (cards: readonly Card[]): Card => cards.reduce((a, b) => (high(b) > high(a) ? b : a));
const lowestOf = (cards: readonly Card[]): Card => cards.reduce((a, b) => (high(b) < high(a) ? b : a));
/** How many of these cards have a card's rank. */
const held = (cards: readonly Card[], card: Card): number => cards.filter((other) => high(other) === high(card)).length;

type Play = Twentytwo["view"]["table"]["trick"][number];

/** The play that wins so far: not the last that follows, where one that follows need not reach what was played before. */
function winning(trick: readonly Play[]): Play | undefined {
  const following = trick.filter((play) => play.follows);
  const [first] = following.length > 0 ? following : trick;
  return first && following.reduce((a, b) => (high(b.cards[0]!) >= high(a.cards[0]!) ? b : a), first);
}

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
        : fill(texts.exchange, { kept: say.cards(rest), n: cards.length });
  if (phase !== "play" || cards.length === 0 || hand.includes("XX")) return null;
  const lead = table.trick[0];
  const mustFollow = say.options["follow"] === "must";
  const best = winning(table.trick);
  // What has to be reached is then not what wins.
  if (say.options["reading"] === "letter" && best !== table.trick.at(-1)) return null;
  if (table.trick.some((play) => play.follows && play.cards.includes("XX"))) return null;
  const lowest = Math.min(...hand.map(high));
  const played = high(cards[0]!);
  const isLast = rest.length === 1;
  if (isLast && high(rest[0]!) === lowest) return fill(texts.keepsLowest, { kept: sign(rest[0]!) });
  if (!lead || !best) {
    if (isLast) return null;
    if (cards.length > 1) return fill(texts.several, { n: cards.length });
    const top = highestOf(hand);
    if (played === high(top)) return texts.highest;
    return played === lowest
      ? fill(texts.keepsHighest, { high: sign(top) })
      : fill(texts.keepsBoth, { low: sign(lowestOf(hand)), high: sign(top) });
  }
  // With `must` a play is held against the lead alone: one that follows it may be below what wins by now.
  if (mustFollow && played >= high(lead.cards[0]!) && played < high(best.cards[0]!)) return null;
  const bar = high(best.cards[0]!);
  const count = lead.cards.length;
  const sets = hand.filter((card) => high(card) >= bar && held(hand, card) >= count);
  const reached = { bar: signs(best.cards) };
  if (count > 1 && say.options["variant"] === "26") return null; // there a lead may be of several ranks
  if (played >= bar && held(cards, cards[0]!) === count) {
    if (isLast) return null;
    if (count > 1) return fill(texts.allReach, reached);
    if (sets.every((card) => high(card) >= played)) return fill(texts.reaches, reached);
    return played === high(highestOf(hand))
      ? texts.highest
      : fill(texts.reachesHigher, { ...reached, kept: sign(lowestOf(sets)) });
  }
  if (sets.length === 0)
    return count > 1 ? fill(texts.noSetReaches, { ...reached, n: count }) : fill(texts.noneReaches, reached);
  if (isLast) return null;
  return count > 1 ? fill(texts.keepsSet, reached) : fill(texts.keepsHighest, { high: sign(highestOf(hand)) });
}
