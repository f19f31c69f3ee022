import type { Twentytwo } from "../../protocol/games";
import type { Card } from "../../protocol/messages";
import { rankSign } from "../../i18n/cards";
import { isJoker } from "../../picker/cards";
import { ranksOf } from "../../picker/template";
import { barOf } from "./bar";
import { fill } from "../../i18n/fill";
import { words } from "./words";
import type { Choosing, Say } from "../../skin/types";

/** For a selection that is no action yet: what is still lacking. */
export function effect(cards: readonly Card[], say: Say, at?: Choosing<Twentytwo>): string | null {
  const hand = at?.view.hands[at.view.seat ?? 0] ?? [];
  const isLacking = cards.every(isJoker) && hand.some((card) => card !== null && !isJoker(card));
  return isLacking && at?.view.phase === "play" ? words(say.language).why.jokerAlone : null;
}

/** Why a card can't be played, or not with those that are selected. */
export function why(card: Card, { view, selected }: Choosing<Twentytwo>, say: Say): string | null {
  const { table, phase, hands, seat } = view;
  const { options } = say;
  const texts = words(say.language).why;
  if (phase === "exchange") return fill(texts.stock, { n: table.stock });
  const lead = table.trick[0];
  const held = hands[seat ?? 0]?.length ?? 0;
  const isMixed = options["variant"] === "26";
  const isAlone = selected.length === 0 && (lead?.cards.length ?? 1) === 1;
  if (isJoker(card) && isAlone) return texts.jokerAlone;
  if (!lead) {
    if (selected.length + 1 >= held) return texts.keepOne;
    return isMixed ? fill(texts.mixedAtMost, { n: Number(options["max_lead"]) }) : texts.oneRank;
  }
  const count = lead.cards.length;
  if (selected.length >= count) return fill(texts.count, { n: count });
  if (options["follow"] === "must") return texts.must;
  const { cards, as } = table.trick[barOf(table.trick, options)] ?? lead;
  const bar = ranksOf(cards, true, as as never)
    .map(rankSign)
    .join("-");
  return count === 1 ? fill(texts.tooLow, { bar }) : fill(texts.reach, { n: count, bar, mixed: isMixed });
}
