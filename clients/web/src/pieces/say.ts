// Makes sentences for the log (cards as symbols) and for the screen reader's live region (cards in words).
import { comma, listed, t } from "../i18n/index.svelte";
import { cardName, shortCard, suitSign } from "../i18n/cards";
import { play } from "../i18n/play";
import { settings } from "../settings/settings.svelte";
import type { Call, LogEntry, Say, ShownTable, Skin } from "../skin/types";
import { goesOn } from "../protocol/messages";
import type { AnyAction, AnyEvent, Card } from "../protocol/messages";

export function sayer(model: ShownTable, spoken: boolean): Say {
  const texts = t();
  const language = settings.language;
  const own = model.me ?? model.mine ?? null;
  const name = (seat: number): string =>
    seat === own ? texts.room.you : (model.seatInfo(seat)?.name ?? texts.room.seat(seat + 1));
  const card = (code: Parameters<Say["card"]>[0]): string => (spoken ? cardName(code, texts) : shortCard(code, texts));
  return {
    name,
    called: (seat) => model.seatInfo(seat)?.name ?? texts.room.seat(seat + 1),
    them: (seat) => (seat === own && language === "en" ? "you" : name(seat)),
    isOwn: (seat) => seat === own,
    names: (seats) => listed(seats.map(name)),
    card,
    cards: (codes) => codes.map(card).join(spoken ? comma() : " "),
    suit: (suit) => (spoken ? (texts.cards.suits[suit] ?? "") : suitSign(suit)),
    isMe: (seat) => seat === model.me,
    isSeat: (field) => model.skin?.isSeat?.(field),
    options: model.options,
    texts,
    language,
  };
}

/** The sentence for an event; null if it is not worth mentioning. An unknown event is shown by its type. */
export function sentence(model: ShownTable, event: AnyEvent, spoken = false): string | null {
  const say = sayer(model, spoken);
  if (goesOn(event)) return play().continued;
  try {
    const made = model.skin?.tell(event, say);
    if (made !== undefined) return made;
  } catch {
    // Shown by its type, like unknown events.
  }
  const who = typeof event.seat === "number" ? `${say.name(event.seat)}: ` : "";
  return who + event.type.replaceAll("_", " ");
}

/** The sentence for an entry of the log; says so if a bot acted in the player's place. */
export function told(model: ShownTable, { event, by }: LogEntry, spoken = false): string | null {
  const text = sentence(model, event, spoken);
  return text !== null && by && by !== "forced" ? play().stoodIn[by](text) : text;
}

/** The calls to show at the seats for these events. */
export function called(model: ShownTable, events: readonly AnyEvent[]): Call[] {
  const say = sayer(model, false);
  try {
    return events.flatMap((event) => model.skin?.calls?.(event, say) ?? []);
  } catch {
    return [];
  }
}

/** The name of one of two tables that lie side by side. */
export const sideName = (table: number, say: Say): string =>
  table === 0 ? say.texts.table.left : say.texts.table.right;

/** An action in a few words, such as a button's label. */
export function actionText(action: AnyAction, say: Say, skin: Pick<Skin, "label" | "word"> | null): string {
  const own = skin?.label?.(action, say);
  if (own) return own;
  const a = say.texts.actions;
  const cards = (
    Array.isArray(action["cards"]) ? action["cards"] : typeof action["card"] === "string" ? [action["card"]] : []
  ) as Card[];
  const names = say.cards(cards);
  switch (action["type"]) {
    case "play":
      return typeof action["table"] === "number" ? a.playOn(sideName(action["table"], say), names) : a.playCards(names);
    case "pass":
      return a.pass;
    case "draw":
      return a.draw;
    case "stop":
      return a.stop;
    case "continue":
      return a.continue;
    case "exchange":
      return `${a.exchange(cards.length)} (${names})`;
    default:
      return Object.values(action)
        .map((value) => skin?.word?.(String(value), say.language) ?? String(value).replaceAll("_", " "))
        .join(" ");
  }
}

const SHORT = 4;

/** What the event's seat has done, in a few characters; null if nothing worth showing. */
function actOf(model: ShownTable, event: AnyEvent, say: Say): string | null {
  const own = model.skin?.act?.(event, say);
  if (own !== undefined) return own;
  const cards = Array.isArray(event["cards"])
    ? (event["cards"] as Card[])
    : event["card"]
      ? [event["card"] as Card]
      : [];
  if (cards.length > 0) return cards.length > SHORT ? `${say.cards(cards.slice(0, SHORT))} …` : say.cards(cards);
  const call = model.skin?.calls?.(event, say);
  return call?.seat === event.seat && !call?.stays ? (call?.text ?? null) : null;
}

/** For each seat its last act since the last deal. */
export function lastActs(model: ShownTable): Record<number, string> {
  const say = sayer(model, false);
  const acts: Record<number, string> = {};
  for (const { event } of model.log.slice(
    model.log.findLastIndex(({ event: { type } }) => type === "dealt" || type === "begun") + 1,
  )) {
    if (typeof event.seat !== "number") continue;
    try {
      const act = actOf(model, event, say);
      if (act !== null) acts[event.seat] = act;
    } catch {
      // An event of another version of the server; the log shows it by its type.
    }
  }
  return acts;
}

/** The sentences about the last update that had any. */
export function narration(model: ShownTable): string[] {
  for (let end = model.log.length; end > 0;) {
    const { seq } = model.log[end - 1]!;
    const start = model.log.findIndex((entry) => entry.seq === seq);
    const lines = model.log.slice(start, end).flatMap((entry) => told(model, entry) ?? []);
    if (lines.length > 0) return lines;
    end = start;
  }
  return [];
}
