import type { Ttpageone } from "../../protocol/games";
import { effect } from "./why";
import { GIVES, words } from "./words";
import type { Choosing, Say } from "../../skin/types";

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: Ttpageone["action"], { view, legal }: Choosing<Ttpageone>, say: Say): string | null {
  const texts = words(say.language).reason;
  const playable = legal.some(({ type }) => type === "play");
  const hand = view.hands?.[view.seat ?? 0] ?? [];
  switch (action.type) {
    case "choose_privilege":
      return texts.privilege(GIVES[action.privilege]?.[say.language] ?? "");
    case "hide":
      return "card" in action && action.card ? texts.hide : null;
    case "name_suit":
      return texts.suit(hand.filter((card) => card?.[1] === action.suit && card !== "XX").length);
    case "challenge":
      return texts.challenge(say.them(action.seat));
    case "draw":
      return playable ? null : texts.noMatch;
    case "pass":
      return playable ? null : texts.savesDraw;
    case "play":
      break;
    default:
      return null;
  }
  const cards = action.cards;
  if (hand.length === cards.length) return texts.out;
  if (action.last_one === true) return texts.lastOne;
  if (cards.length > 1) return texts.several(cards.length);
  const does = effect(cards, say);
  return does && texts.does(does);
}
