import type { FortyoneView } from "../../protocol/wire";
import type { Barred, Choosing, Say } from "../types";
import type { Card } from "../../protocol/messages";
import { rankSign } from "../../i18n/cards";
import { valueOf } from "./value";

const LIMIT = 41;

/** Why a card would make the total too high. */
export function why(card: Card, { view }: Choosing, say: Say): string | null {
  const { table } = view as unknown as FortyoneView;
  const plays = table.sequence.flatMap((turn) => ("card" in turn ? [turn] : []));
  const ja = say.language === "ja";
  const sign = rankSign(card[0]!);
  if (table.total === null) {
    const value = valueOf(card, 0);
    const cards = plays.length + 2;
    return ja ? `開いたKもすべて${value}になり、${cards}枚で${cards * value}。41を超えます。` : `The open kings would count ${value} too: ${cards} cards make ${cards * value}, more than ${LIMIT}.`;
  }
  const last = plays.at(-1);
  const value = valueOf(card, last ? (last.value ?? 0) : valueOf(table.starter!, 0));
  const sum = table.total + value;
  if (sum <= LIMIT) return null;
  if (card[0] === "K") return ja ? `Kは直前と同じ${value}。${table.total}+${value}=${sum}で41を超えます。` : `The king mirrors the card before it: ${value}. ${table.total} and ${value} make ${sum}, more than ${LIMIT}.`;
  return ja ? `${sign}を出すと${table.total}+${value}=${sum}で、41を超えます。` : `${table.total} and ${value} make ${sum}, more than ${LIMIT}.`;
}

export function barred({ legal }: Choosing, say: Say): Barred[] {
  if (!legal.some(({ type }) => type === "play")) return [];
  return [{ type: "pass", label: say.texts.actions.pass, why: say.language === "ja" ? "出せるカードがあるときは、パスできません。" : "You can play a card, so you may not pass." }];
}
