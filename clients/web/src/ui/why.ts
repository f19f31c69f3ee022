// Says in words why a card can't be played now.
import { listed } from "../i18n/index.svelte";
import type { TableModel } from "../state/table.svelte";
import type { Card } from "../protocol/messages";
import { listOf } from "../picker/template";
import { sayer } from "../pieces/say";

/** Whether anything that the player can do now takes a card of the hand. */
export const takesCards = ({ legal }: Pick<TableModel, "legal">): boolean =>
  legal.some((template) => template.card !== undefined || listOf(template) !== null);

export function whyNot(model: TableModel, card: Card, selected: readonly Card[] = model.selectedCards): string {
  const say = sayer(model, false);
  const texts = say.texts.why;
  if (!model.view || model.over) return texts.over;
  if (!model.myTurn) {
    const others = model.toAct.filter((seat) => seat !== model.me);
    return others.length > 0 ? texts.notYourTurn(listed(others.map(say.name))) : texts.wait;
  }
  try {
    const own = model.skin?.why?.(card, { view: model.view, legal: model.legal, selected }, say);
    if (own) return own;
  } catch {
    // A view of another version of the server.
  }
  return takesCards(model) ? texts.other : texts.noCards;
}
