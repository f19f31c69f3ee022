import type { Ttpageone } from "../../protocol/games";
import { effect } from "./why";
import { fill } from "../../i18n/fill";
import { gives, words } from "./words";
import type { Card } from "../../protocol/messages";
import type { Choosing, Say } from "../../skin/types";

interface Top {
  suit: string | null;
  rank: string | null;
}

const matches = (card: Card, tops: readonly Top[]): boolean =>
  card === "XX" || tops.some(({ suit, rank }) => suit === card[1] || rank === card[0]);

/** The seat whose turn is next if nothing special is played. */
function nextOf({ seat, hands, table }: Ttpageone["view"]): number {
  const n = hands?.length ?? 1;
  const step = (from: number): number => (from + table.direction + n) % n;
  let next = step(seat ?? 0);
  while (table.out.includes(next)) next = step(next);
  return next;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: Ttpageone["action"], { view, legal }: Choosing<Ttpageone>, say: Say): string | null {
  const texts = words(say.language).reason;
  const playable = legal.some(({ type }) => type === "play");
  const hand = view.hands?.[view.seat ?? 0] ?? [];
  switch (action.type) {
    case "choose_privilege":
      return fill(texts.privilege, { gives: capital(gives(action.privilege, say.language)) });
    case "hide":
      return "card" in action && action.card ? texts.hide : texts.hideNone;
    case "name_suit":
      return fill(texts.suit, { n: hand.filter((card) => card?.[1] === action.suit && card !== "XX").length });
    case "challenge":
      return fill(texts.challenge, { them: say.them(action.seat) });
    case "draw":
      return playable ? texts.secretWaits : texts.noMatch;
    case "pass":
      return playable ? texts.keeps : texts.savesDraw;
    case "play":
      break;
    default:
      return null;
  }
  const cards = action.cards;
  if (hand.length === cards.length) return texts.out;
  if (action.last_one === true) return texts.lastOne;
  if (cards.length > 1) return fill(texts.several, { n: cards.length });
  const does = effect(cards, say);
  if (does) return fill(texts.does, { effect: does });
  const [card] = cards;
  if (!card) return null;
  const before = view.table.tables;
  if (hand.filter((one) => one !== null && matches(one, before)).length === 1) return texts.only;
  const after = before.map((spot, n) => (n === action.table ? { suit: card[1]!, rank: card[0]! } : spot));
  const next = nextOf(view);
  const theirs = view.hands?.[next] ?? [];
  if (theirs.length > 0 && !theirs.some((one) => one !== null && matches(one, after)))
    return fill(texts.blocks, { name: say.called(next) });
  const left = hand.filter((one) => one !== null && one !== card && matches(one, after)).length;
  return left > 0 ? fill(texts.still, { n: left }) : null;
}
