import type { AnyAction, Card } from "../../protocol/messages";
import type { Sugekari21View } from "../../protocol/wire";
import { valueOf } from "./why";
import type { Choosing, Say } from "../types";

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: AnyAction, { view, legal }: Choosing, say: Say): string | null {
  const { table, hands, phase, seat } = view as unknown as Sugekari21View;
  const ja = say.language === "ja";
  if (phase !== "play") return null;
  if (action.type === "pass") return legal.some(({ type }) => type === "play") ? null : ja ? "いま出せるカードはありません。" : "No card of yours can be played now.";
  if (hands[seat ?? 0]?.length === 1) return ja ? "最後の1枚、上がりです。" : "It is your last card: you go out.";
  const card = action["card"] as Card | undefined;
  if (!card || card === "XX") return null;
  return table.total + valueOf(card) === 21 ? (ja ? "ぴったり21。場のカードをすべて取れます。" : "It makes exactly 21: you take the cards of the round.") : null;
}
