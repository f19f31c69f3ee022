import { worth } from "./hand";
import { handName } from "./words";
import type { AnyAction, Card } from "../../protocol/messages";
import type { Choosing, Say } from "../types";

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: AnyAction, { view }: Choosing, say: Say): string | null {
  const ja = say.language === "ja";
  const cards = (view.hands?.[view.seat ?? 0] ?? []).filter((card): card is Card => card !== null);
  const { hand, total } = worth(cards, say.options["scoring"] === "simple");
  if (action.type === "claim") return ja ? "宣言しても手は変わりません。" : "A claim changes no hand.";
  if (action.type === "continue" && hand === "burst") return ja ? "このままではBurst。ほかのカードが要ります。" : "Now it is a Burst: you need a card that is no J, Q or K.";
  if (action.type !== "stop") return null;
  if (hand === "selfish") return ja ? "Selfishです。" : "You have a Selfish.";
  const held = hand === "none" || hand === "burst" ? `${total}` : `${handName(hand, say.language)}, ${total}`;
  return ja ? `あなたの手は${held}。ほかの人が引ける枚数を減らせます。` : `You hold ${held}, and the others draw less.`;
}
