import type { Sugekari21View } from "../../protocol/wire";
import type { Card } from "../../protocol/messages";
import { rankSign } from "../../i18n/cards";
import type { Barred, Choosing, Say } from "../types";

export const valueOf = (card: Card): number => ({ A: 1, T: 10, J: -1, Q: -2, K: -3 })[card[0]!] ?? Number(card[0]);

/** Which of the rules of a round forbids a card. */
export function why(card: Card, { view }: Choosing, say: Say): string | null {
  const { table, hands, phase } = view as unknown as Sugekari21View;
  if (phase !== "play") return null;
  const ja = say.language === "ja";
  if (card === "XX") return ja ? "ジョーカーは、合計が偶数なら半分に、または場に出た数字として(21まで)出せます。いまはどちらもできません。" : "A joker halves an even total or repeats a rank of this round, up to 21. Neither is possible now.";
  if (table.round.some((play) => play.card[0] === card[0] && play.card !== "XX"))
    return ja ? `${rankSign(card[0]!)}はこのラウンドでもう出ています。` : `A ${rankSign(card[0]!)} has been played in this round already.`;
  const sum = table.total + valueOf(card);
  if (sum > 21) return ja ? `${table.total}+${valueOf(card)}=${sum}で、21を超えます。` : `${table.total} and ${valueOf(card)} make ${sum}, more than 21.`;
  if (hands[view.seat ?? 0]?.length === 1) return ja ? "最後の1枚がJ・Q・Kなら出せません。" : "A J, Q or K may not be your last card played.";
  return null;
}

export function barred({ view, legal }: Choosing, say: Say): Barred[] {
  if (view.phase !== "play" || legal.some(({ type }) => type === "pass")) return [];
  return [{ type: "pass", label: say.texts.actions.pass, why: say.language === "ja" ? "先攻は、まず1枚出さなければなりません。" : "You lead: the leader of a round has to play a card." }];
}
