import type { Fortyone } from "../../protocol/games";
import type { Barred, Choosing, Say } from "../../skin/types";
import type { Card } from "../../protocol/messages";
import { play } from "../../i18n/play";
import { valueOf } from "./value";
import { fill } from "../../i18n/fill";
import { words } from "./words";

const LIMIT = 41;

/** Why a card would make the total too high. */
export function why(card: Card, { view }: Choosing<Fortyone>, say: Say): string | null {
  const { table } = view;
  const texts = words(say.language).why;
  const plays = table.sequence.flatMap((turn) => ("card" in turn ? [turn] : []));
  if (table.total === null) {
    const value = valueOf(card, 0);
    const cards = plays.length + 2;
    return fill(texts.openKing, { value, cards, sum: cards * value, limit: LIMIT });
  }
  const last = plays.at(-1);
  const value = valueOf(card, last ? (last.value ?? 0) : valueOf(table.starter!, 0));
  const sum = table.total + value;
  if (sum <= LIMIT) return null;
  if (card[0] === "K") return fill(texts.king, { value, total: table.total, sum, limit: LIMIT });
  return fill(texts.over, { total: table.total, value, sum, limit: LIMIT });
}

export function barred({ legal }: Choosing<Fortyone>, say: Say): Barred[] {
  if (!legal.some(({ type }) => type === "play")) return [];
  return [{ type: "pass", label: say.texts.actions.pass, why: words(say.language).why.mustPlay }];
}

/** What a card makes of the total, and its chips. */
export function effect([card]: readonly Card[], _say: Say, at?: Choosing<Fortyone>): string | null {
  if (!card || !at || at.view.table.total === null || at.view.table.starter === null) return null;
  const { total, starter, sequence } = at.view.table;
  const last = sequence.findLast((turn) => "card" in turn);
  const sum = total + valueOf(card, last && "card" in last ? (last.value ?? 0) : valueOf(starter, 0));
  const chips = sum === LIMIT ? 2 : [1, 11, 21, 31].includes(sum) ? 1 : 0;
  return play().total(total, sum) + (chips > 0 ? ` · ${play().chips(chips)}` : "");
}
