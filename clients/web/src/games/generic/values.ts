// Values of the wire in words, whatever they are: cards, seats, and any other described item.
import { rankSign } from "../../i18n/cards";
import type { Say } from "../../skin/types";
import type { Card } from "../../protocol/messages";

const RANK = /^[A2-9TJQK]$/;
const CARD = /^([A2-9TJQK][SHDC]|XX)$/;
/** Fields whose numbers are seats, where the game's schemas don't say it. */
const SEAT =
  /^(seat|player|owner|dealer|leader|first|next|from|to|by|target|winner|loser|partner|\w+_(by|seat|player))$/;
const SEATS = /^(seats|players|order|priority|contenders|winners|losers|out|to_act|chosen)$/;

export const isCard = (value: unknown): value is Card => typeof value === "string" && CARD.test(value);
/** A list of cards; a face-down one is null. */
export const areCards = (value: unknown): value is (Card | null)[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => item === null || isCard(item));
const areHidden = (value: unknown): value is null[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => item === null);
export const isSeat = (name: string, value: unknown, say: Say): value is number =>
  typeof value === "number" && (say.isSeat?.(name) ?? SEAT.test(name));
export const areSeats = (name: string, value: unknown, say: Say): value is number[] =>
  Array.isArray(value) && (say.isSeat?.(name) ?? SEATS.test(name)) && value.every((item) => typeof item === "number");

const separate = (name: string): string => name.replaceAll("_", " ");

export type Words = (name: string) => string;
/** A name of the wire as it is, where there is no better word. */
export const wordOr =
  (words: Map<string, string> | undefined): Words =>
  (name) =>
    words?.get(name) ?? separate(name);

/** A value in words. \param name of the field that has it */
export function valueText(name: string, value: unknown, say: Say, word: Words = separate): string {
  // A card that the reader may not see.
  if (value === null && /(^|_)card$/.test(name)) return say.texts.cards.some;
  if (value === null || value === undefined) return "–";
  if (/(^|_)cards$/.test(name) && areHidden(value))
    return value.length === 1 ? say.texts.cards.some : say.texts.actions.cards(value.length);
  if (isCard(value)) return say.card(value);
  if (areCards(value)) return say.cards(value);
  if (isSeat(name, value, say)) return say.called(value);
  if (areSeats(name, value, say)) return value.map(say.called).join(", ") || "–";
  if (typeof value === "boolean") return value ? say.texts.actions.yes : say.texts.actions.no;
  if (typeof value === "string")
    return name === "suit" ? say.suit(value) || word(value) : RANK.test(value) ? rankSign(value) : word(value);
  if (Array.isArray(value)) return value.map((item) => valueText(name, item, say, word)).join(", ") || "–";
  if (typeof value === "object")
    return Object.entries(value)
      .map(
        ([key, item]) =>
          (isSeat(key, item, say) || /cards?$|^type$/.test(key) ? "" : `${word(key)} `) +
          valueText(key, item, say, word),
      )
      .join(" ");
  return String(value);
}

/** An item to choose, such as a die or a tile. */
export const itemText = (item: unknown, say: Say, word?: Words): string => valueText("", item, say, word);
