// The list of a replay's moves, and which of them turned the match.
import { t } from "../i18n/index.svelte";
import { play } from "../i18n/play";
import { sentence } from "../pieces/say";
import type { AnyAction, AnyEvent, AnyUpdate, Replay } from "../protocol/messages";
import type { TableModel } from "../state/table.svelte";

/** One step of the replay: an update, in words. */
export interface Move {
  step: number;
  /** The name of the deal or game that begins with this step; null if none does. */
  deal: string | null;
  /** What ended the deal before it. */
  closing: string;
  text: string;
}

/** A decision that the `hard` bot has looked at; as in `/api/rooms/{room}/matches/{n}/analysis`. */
export interface Rated {
  /** Index of the played action in the replay's `actions`. */
  action: number;
  seat: number;
  value: number;
  best: { action: AnyAction; value: number };
  mark?: "best" | "worst";
}

/** Update 1 is the deal; every action has one update after it. */
export const stepOf = (action: number): number => action + 1;

/** The updates, by `seq`, in which a built-in bot acted for a player who was absent or late. */
export const byBots = (actions: Replay["actions"]): number[] =>
  actions.flatMap(({ by }, action) => (by === "bot" ? [stepOf(action) + 1] : []));

/** \param instead the updates, by `seq`, in which a bot acted in a player's place */
export function movesOf(model: TableModel, updates: readonly AnyUpdate[], instead: readonly number[]): Move[] {
  let deals = 0;
  return updates.map(({ events, seq }, step) => {
    const begun = events.find(({ type }) => type === "dealt" || type === "begun");
    const game = begun?.["game"];
    if (begun) deals += 1;
    const deal = !begun ? null : typeof game === "number" ? t().table.game(game) : t().table.deal(deals);
    const told = (some: readonly AnyEvent[]): string => some.flatMap((event) => sentence(model, event) ?? []).join(" ");
    const from = begun ? events.indexOf(begun) : 0;
    const [closing, text] = [told(events.slice(0, from)), told(events.slice(from))];
    const byBot = (some: string): string => (some && instead.includes(seq) ? play().stoodIn.bot(some) : some);
    return closing ? { step, deal, closing: byBot(closing), text } : { step, deal, closing, text: byBot(text) };
  });
}

const hidden = (cards: readonly unknown[]): number => cards.filter((card) => card === null).length;

/** A part of what a spectator received, with every card that some seat saw in its place. A hidden card is null. */
function opened<T>(value: T, seen: readonly unknown[]): T {
  const others = seen.filter((other) => typeof other === typeof value && other !== null) as T[];
  if (value === null) return (seen.find((other) => other !== null && other !== undefined) ?? null) as T;
  if (Array.isArray(value)) {
    const lists = (others as unknown[][]).filter((list) => Array.isArray(list) && list.length === value.length);
    if (hidden(value) > 0)
      return lists.reduce<unknown[]>((best, list) => (hidden(list) < hidden(best) ? list : best), value) as T;
    return value.map((item: unknown, place) =>
      opened(
        item,
        lists.map((list) => list[place]),
      ),
    ) as T;
  }
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value as object).map(([name, field]: [string, unknown]) => [
      name,
      opened(
        field,
        others.map((other) => (other as Record<string, unknown>)[name]),
      ),
    ]),
  ) as T;
}

/** What a spectator received of a step, with the hands, the cards on the table and those of events that any seat saw. */
export function withOpenHands(update: AnyUpdate, seats: readonly (AnyUpdate | undefined)[]): AnyUpdate {
  const views = seats.map((seat) => seat?.view);
  const { view } = update;
  return {
    ...update,
    events: opened(
      update.events,
      seats.map((seat) => seat?.events),
    ),
    ...(view && {
      view: {
        ...view,
        hands: opened(
          view.hands,
          views.map((seat) => seat?.hands),
        ),
        table: opened(
          view.table,
          views.map((seat) => seat?.table),
        ),
      },
    }),
  };
}

/** The decision with which a seat lost most, where it turned the match; null: none did. */
export function costliest(rated: readonly Rated[], seat: number): Rated | null {
  const lost = ({ best, value }: Rated): number => best.value - value;
  const own = rated.filter((one) => one.seat === seat && one.mark === "worst");
  return own.sort((a, b) => lost(b) - lost(a))[0] ?? null;
}

const ASK_AGAIN_MS = 1000;

/**
 * Asks the server for the ratings until it has them. `progress` is called while it is still thinking.
 * \returns null if it has none, or `stop` is true
 */
export async function ratings(
  path: string,
  progress: (done: number, of: number) => void,
  stop: () => boolean,
): Promise<Rated[] | null> {
  for (;;) {
    const reply = await fetch(`${path}/analysis`).catch(() => null);
    if (stop() || !reply?.ok) return null;
    const body = (await reply.json()) as { done?: number; of?: number; decisions?: Rated[] };
    if (reply.status !== 202) return body.decisions ?? null;
    progress(body.done ?? 0, body.of ?? 0);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}
