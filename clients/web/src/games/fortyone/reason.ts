import type { Fortyone } from "../../protocol/games";
import type { Choosing, Say } from "../../skin/types";
import { valueOf } from "./value";
import { fill } from "../../i18n/fill";
import { words } from "./words";

const MARKS = [1, 11, 21, 31, 41];

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: Fortyone["action"], { view }: Choosing<Fortyone>, say: Say): string | null {
  const { table } = view;
  const texts = words(say.language).reason;
  if (action.type === "pass") return texts.noneFits;
  if (table.total === null || !table.starter) return null;
  const { total } = table;
  const last = table.sequence.findLast((turn) => "card" in turn);
  const mirrored = last && "card" in last ? (last.value ?? 0) : valueOf(table.starter, 0);
  const sum = total + valueOf(action.card, mirrored);
  if (sum === 41) return texts.two;
  if (MARKS.includes(sum)) return fill(texts.one, { sum });
  const hand = view.hands?.[view.seat ?? 0] ?? [];
  const scoring = hand.filter((card) => card !== null && MARKS.includes(total + valueOf(card, mirrored)));
  return scoring.length > 0 ? fill(texts.saves, { sum, kept: say.cards(scoring) }) : fill(texts.noChip, { sum });
}
