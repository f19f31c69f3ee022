// The sentences of a game's log, from the `log` of its texts: one for each event, whose fields are its places.
import { fill, type Values } from "../i18n/fill";
import type { Language } from "../i18n/index.svelte";
import type { AnyEvent } from "../protocol/messages";
import type { Say } from "../skin/types";
import { areCards, areSeats, isCard, isSeat } from "./generic/values";

/** The fields of an event in words: seats, cards, numbers. Of a list of cards also how many there are, as `count`. */
function valuesOf(event: AnyEvent, say: Say): Values {
  const values: Values = { own: false, me: false };
  for (const [name, value] of Object.entries(event)) {
    if (isSeat(name, value, say)) values[name] = say.name(value);
    else if (isCard(value)) values[name] = say.card(value);
    else if (areCards(value)) Object.assign(values, { [name]: say.cards(value), count: value.length });
    else if (areSeats(name, value, say)) values[name] = say.names(value);
    else if (value === null || typeof value !== "object") values[name] = value as Values[string];
  }
  const { seat } = event;
  if (typeof seat === "number") Object.assign(values, { own: say.isOwn(seat), me: say.isMe(seat) });
  return values;
}

/** Further places for an event's text, or other values; `text` names another text. Null: it is not worth mentioning. */
type More<E> = (event: E, say: Say) => (Values & { text?: string }) | null;

/**
 * Tells a game's events; undefined for an event without a text.
 * \param log the texts in a language; the types require one for each event, but for `Silent` ones
 */
export const logOf =
  <E extends AnyEvent, Silent extends string = never>(
    log: (language: Language) => Record<Exclude<E["type"], Silent>, string>,
    more: { [T in E["type"]]?: More<Extract<E, { type: T }>> } & Record<Silent, () => null>,
  ) =>
  (event: E, say: Say): string | null | undefined => {
    const added = (more as Record<string, More<E> | undefined>)[event.type]?.(event, say);
    if (added === null) return null;
    const text = (log(say.language) as Record<string, string>)[added?.text ?? event.type];
    return text && (fill(text, { ...valuesOf(event, say), ...added }) || null);
  };
