import type { Twentytwo } from "../../protocol/games";
import type { Card } from "../../protocol/messages";
import { rankSign } from "../../i18n/cards";
import { ranksOf } from "../../picker/template";
import { words } from "./words";
import type { Choosing, Say } from "../../skin/types";

/** Why a card can't be played, or not with those that are selected. */
export function why(card: Card, { view, selected }: Choosing<Twentytwo>, say: Say): string | null {
  const { table, phase, hands, seat } = view;
  const texts = words(say.language).why;
  if (phase === "exchange") return texts.stock(table.stock);
  const lead = table.trick[0];
  const held = hands[seat ?? 0]?.length ?? 0;
  if (!lead) return selected.length + 1 >= held ? texts.keepOne : texts.oneRank;
  const count = lead.cards.length;
  if (selected.length >= count) return texts.count(count);
  if (say.options["follow"] === "must") return texts.must;
  const best = table.trick.findLast((play) => play.follows) ?? lead;
  const bar = ranksOf(best.cards, true, best.as as never)
    .map(rankSign)
    .join(" ");
  return count === 1 ? texts.tooLow(bar) : texts.reach(count, bar, say.options["variant"] === "26");
}
