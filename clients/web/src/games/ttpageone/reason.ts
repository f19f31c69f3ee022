import type { AnyAction, Card } from "../../protocol/messages";
import { effect } from "./why";
import type { Choosing, Say } from "../types";

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: AnyAction, { view, legal }: Choosing, say: Say): string | null {
  const ja = say.language === "ja";
  const playable = legal.some(({ type }) => type === "play");
  if (action.type === "challenge") return ja ? `${say.name(action["seat"] as number)}は「ラストワン!」を忘れました。` : `“Last one!” was forgotten by ${say.them(action["seat"] as number)}.`;
  if (action.type === "draw") return playable ? null : ja ? "合うカードがありません。" : "None of your cards matches.";
  if (action.type === "pass") return playable ? null : ja ? "引かずに済みます。" : "It saves you a draw.";
  if (action.type !== "play") return null;
  const cards = action["cards"] as Card[];
  if (view.hands?.[view.seat ?? 0]?.length === cards.length) return ja ? "手札がなくなります。" : "These are your last cards: you go out.";
  if (action["last_one"] === true) return ja ? "残り1枚になるので「ラストワン!」も。" : "One card will be left: say “Last one!” with it.";
  if (cards.length > 1) return ja ? `一度に${cards.length}枚減らせます。` : `You get rid of ${cards.length} cards at once.`;
  const does = effect(cards, say);
  return does && `${does}${ja ? "。" : "."}`;
}
