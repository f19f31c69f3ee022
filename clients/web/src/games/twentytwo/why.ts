import type { TwentytwoView } from "../../protocol/wire";
import type { Card } from "../../protocol/messages";
import { rankSign } from "../../i18n/cards";
import { ranksOf } from "../../picker/template";
import type { Choosing, Say } from "../types";

/** Why a card can't be played, or not with those that are selected. */
export function why(card: Card, { view, selected }: Choosing, say: Say): string | null {
  const { table, phase, hands, seat } = view as unknown as TwentytwoView;
  const ja = say.language === "ja";
  if (phase === "exchange") return ja ? `山札は${table.stock}枚なので、交換は${table.stock}枚までです。` : `The stock has ${table.stock} cards: you can’t exchange more.`;
  const lead = table.trick[0];
  const held = hands[seat ?? 0]?.length ?? 0;
  if (!lead) {
    if (selected.length + 1 >= held) return ja ? "最後の1枚は残さなければなりません。" : "You must keep at least one card.";
    return ja ? "リードで一緒に出せるのは、同じランクのカードだけです。" : "A lead of several cards is of one rank.";
  }
  const count = lead.cards.length;
  if (selected.length >= count) return ja ? `このトリックは${count}枚ずつです。` : `In this trick everybody plays ${count === 1 ? "one card" : `${count} cards`}.`;
  if (say.options["follow"] === "must") return ja ? "リードに勝てるカードがあるときは、それを出さなければなりません。" : "Who can match the lead has to; your lowest cards are only for who can’t.";
  const best = table.trick.findLast((play) => play.follows) ?? lead;
  const bar = ranksOf(best.cards, true, best.as as never).map(rankSign).join(" ");
  const mixed = say.options["variant"] === "26";
  if (ja) return count === 1 ? `${bar}に届かず、最弱のカードでもありません。` : `${count}枚で${bar}に届く組み合わせか、最弱の${count}枚だけが出せます。`;
  return count === 1
    ? `It does not reach the ${bar}, and it is not your lowest card.`
    : `Play ${count} cards ${mixed ? "that reach" : "of one rank that reach"} ${bar}, or your ${count} lowest.`;
}
