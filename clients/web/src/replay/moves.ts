// The list of a replay's moves, and which of them turned the match.
import { sentence } from "../ui/say";
import type { AnyUpdate, AnyView } from "../protocol/messages";
import type { TableModel } from "../state/table.svelte";

/** One step of the replay: an update, in words. */
export interface Move {
  step: number;
  /** The number of the deal that begins with this step; null if none does. */
  deal: number | null;
  text: string;
}

/** A decision that the `hard` bot has looked at; as in `/api/rooms/{room}/matches/{n}/analysis`. */
export interface Rated {
  /** Index of the played action in the replay's `actions`. */
  action: number;
  seat: number;
  value: number;
  best: { action: Record<string, unknown>; value: number };
  mark?: "best" | "worst";
}

/** Update 1 is the deal; every action has one update after it. */
export const stepOf = (action: number): number => action + 1;

export function movesOf(model: TableModel, updates: readonly AnyUpdate[]): Move[] {
  let deals = 0;
  return updates.map(({ events }, step) => {
    const deal = events.some(({ type }) => type === "dealt") ? ++deals : null;
    return { step, deal, text: events.flatMap((event) => sentence(model, event) ?? []).join(" ") };
  });
}

/** A spectator's view with every seat's own hand. */
export function openHands(view: AnyView, own: readonly (AnyView | undefined)[]): AnyView {
  return view.hands ? { ...view, hands: view.hands.map((hand, seat) => own[seat]?.hands?.[seat] ?? hand) } : view;
}

const ASK_AGAIN_MS = 1000;

/**
 * Asks the server for the ratings until it has them. `progress` is called while it is still thinking.
 * \returns null if it has none, or `stop` is true
 */
export async function ratings(path: string, progress: (done: number, of: number) => void, stop: () => boolean): Promise<Rated[] | null> {
  for (;;) {
    const reply = await fetch(`${path}/analysis`).catch(() => null);
    if (stop() || !reply?.ok) return null;
    const body = (await reply.json()) as { done?: number; of?: number; decisions?: Rated[] };
    if (reply.status !== 202) return body.decisions ?? null;
    progress(body.done ?? 0, body.of ?? 0);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}
