import type { AnyAction, Card } from "../../protocol/messages";
import type { FortyoneView } from "../../protocol/wire";
import type { Choosing, Say } from "../types";
import { valueOf } from "./value";

const MARKS = [1, 11, 21, 31];

/** What an advised action does for its player, where that can be seen; null otherwise. */
export function reason(action: AnyAction, { view }: Choosing, say: Say): string | null {
  const { table } = view as unknown as FortyoneView;
  const ja = say.language === "ja";
  if (action.type === "pass") return ja ? "41を超えずに出せるカードがありません。" : "None of your cards fits under 41.";
  if (table.total === null || !table.starter) return null;
  const last = table.sequence.findLast((turn) => "card" in turn);
  const sum = table.total + valueOf(action["card"] as Card, last && "card" in last ? (last.value ?? 0) : valueOf(table.starter, 0));
  if (sum === 41) return ja ? "ぴったり41、2チップです。" : "It makes 41: two chips.";
  return MARKS.includes(sum) ? (ja ? `ぴったり${sum}、1チップです。` : `It makes ${sum}: a chip.`) : null;
}
