// Which decisions of a match others have met as well, and what they chose there.
import { RANKS } from "../picker/cards";
import { stepOf, type Rated } from "../replay/moves";
import type { AnyAction, Replay } from "../protocol/messages";
import type { Choice } from "./boards.svelte";

const SUITS = "SHDC";
const CARD = /^(?:[A2-9TJQK][SHDC]|XX)$/;
/** Where a card stands in the order of cards; jokers last. */
const orderOf = (card: string): number =>
  card === "XX" ? 99 : SUITS.indexOf(card[1]!) * RANKS.length + RANKS.indexOf(card[0] as never);
const compare = (a: unknown, b: unknown): number =>
  typeof a === "string" && typeof b === "string" && CARD.test(a) && CARD.test(b)
    ? orderOf(a) - orderOf(b)
    : (a as number) < (b as number)
      ? -1
      : Number((a as number) > (b as number));

/** An action as all that mean the same are written. \param ordered whether the order of lists has a meaning in this game */
export const canonical = (action: AnyAction, ordered: boolean): AnyAction =>
  ordered
    ? action
    : (Object.fromEntries(
        Object.entries(action).map(([name, value]) => [
          name,
          Array.isArray(value) ? [...(value as unknown[])].sort(compare) : value,
        ]),
      ) as AnyAction);

export async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A decision of this player that others have met as well. */
export interface Met {
  /** The number of actions before it. */
  at: number;
  /** The step of the replay at which it is open. */
  step: number;
  actions: { action: AnyAction; players: number; margin: number; mine: boolean }[];
  /** What the sharp bot thinks of it; null: not known. */
  rated: Rated | null;
}

const text = (action: AnyAction): string => JSON.stringify(action);

export async function met(
  actions: Replay["actions"],
  choices: readonly Choice[],
  ordered: boolean,
  ratings: readonly Rated[],
): Promise<Met[]> {
  const all = actions.map(({ action }) => canonical(action as AnyAction, ordered));
  const found: Met[] = [];
  for (const [at, { seat }] of actions.entries()) {
    const here = choices.filter(({ path }) => path === at);
    if (seat !== 0 || here.length === 0) continue;
    const after = await sha256(`[${all.slice(0, at).map(text).join(",")}]`);
    const choice = here.find((one) => one.after === after);
    if (!choice) continue;
    const own = text(all[at]!);
    found.push({
      at,
      step: stepOf(at) - 1,
      actions: choice.actions.map(({ action, players, mean_margin }) => ({
        action,
        players,
        margin: mean_margin,
        mine: text(action) === own,
      })),
      rated: ratings.find(({ action }) => action === at) ?? null,
    });
  }
  return found;
}
