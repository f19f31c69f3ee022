// Makes sentences for the log (cards as symbols) and for the screen reader's live region (cards in words).
import { t, listed } from "../i18n/index.svelte";
import { cardName, shortCard, suitSign } from "../i18n/cards";
import { settings } from "../state/settings.svelte";
import type { Call, Say } from "../games/types";
import type { TableModel } from "../state/table.svelte";
import type { AnyEvent } from "../protocol/messages";

export function sayer(model: TableModel, spoken: boolean): Say {
  const texts = t();
  const language = settings.language;
  const name = (seat: number): string =>
    seat === model.me ? texts.room.you : (model.seatInfo(seat)?.name ?? texts.room.seat(seat + 1));
  const card = (code: Parameters<Say["card"]>[0]): string => (spoken ? cardName(code, texts) : shortCard(code, texts));
  return {
    name,
    names: (seats) => listed(seats.map(name)),
    card,
    cards: (codes) => codes.map(card).join(spoken ? ", " : " "),
    suit: (suit) => (spoken ? (texts.cards.suits[suit] ?? "") : suitSign(suit)),
    isMe: (seat) => seat === model.me,
    options: model.options,
    texts,
    language,
  };
}

/** The sentence for an event; null if it is not worth mentioning. An unknown event is shown by its type. */
export function sentence(model: TableModel, event: AnyEvent, spoken = false): string | null {
  const say = sayer(model, spoken);
  try {
    const made = model.skin?.sentences[say.language][event.type];
    if (made) return made(event as never, say);
  } catch {
    // Shown by its type, like unknown events.
  }
  const who = typeof event.seat === "number" ? `${say.name(event.seat)}: ` : "";
  return who + event.type.replaceAll("_", " ");
}

/** The calls to show at the seats for these events. */
export function called(model: TableModel, events: readonly AnyEvent[]): Call[] {
  const say = sayer(model, false);
  try {
    return events.flatMap((event) => model.skin?.calls?.(event, say) ?? []);
  } catch {
    return [];
  }
}
