import type { Sugekari21 } from "../../protocol/games";
import type { Card } from "../../protocol/messages";
import { rankSign } from "../../i18n/cards";
import { play } from "../../i18n/play";
import { fill } from "../../i18n/fill";
import { words } from "./words";
import type { Barred, Choosing, Say } from "../../skin/types";

export const valueOf = (card: Card): number => ({ A: 1, T: 10, J: -1, Q: -2, K: -3 })[card[0]!] ?? Number(card[0]);

/** A J, Q or K, which can't be a last card. */
export const isPicture = (card: Card): boolean => "JQK".includes(card[0]!);

/** Which of the rules of a round forbids a card. */
export function why(card: Card, { view }: Choosing<Sugekari21>, say: Say): string | null {
  const { table, hands, phase } = view;
  const texts = words(say.language).why;
  if (phase === "give") return texts.three;
  if (phase !== "play") return null;
  if (card === "XX") return texts.joker;
  if (table.round.some((play) => play.card[0] === card[0] && play.card !== "XX"))
    return fill(texts.used, { rank: rankSign(card[0]!) });
  const sum = table.total + valueOf(card);
  if (sum > 21) return fill(texts.over, { total: table.total, value: valueOf(card), sum });
  return hands[view.seat ?? 0]?.length === 1 ? texts.last : null;
}

export function barred({ view, legal }: Choosing<Sugekari21>, say: Say): Barred[] {
  if (view.phase !== "play" || legal.some(({ type }) => type === "pass")) return [];
  return [{ type: "pass", label: say.texts.actions.pass, why: words(say.language).why.leader }];
}

/** What a card makes of the round's total; a joker's value is asked for later. */
export function effect([card]: readonly Card[], say: Say, at?: Choosing<Sugekari21>): string | null {
  if (!card || card === "XX" || at?.view.phase !== "play") return null;
  const { total } = at.view.table;
  const sum = total + valueOf(card);
  const texts = words(say.language);
  const rest = [...(at.view.hands[at.view.seat ?? 0] ?? [])];
  rest.splice(rest.indexOf(card), 1);
  const isStuck = at.view.table.stock === 0 && rest.every((other) => other !== null && isPicture(other));
  const more = rest.length === 0 ? texts.lastTakes : sum === 21 ? play().takes : isStuck ? texts.cantGoOut : null;
  return play().total(total, sum) + (more ? ` · ${more}` : "");
}
