// The puzzles that were tried in this browser, in local storage.
import { storedList } from "../state/stored_list";

const KEY = "tefuda.puzzles";
/** More than a game has; the oldest are forgotten. */
const KEPT = 3000;

/** An id, and whether the first action was the best one. */
export type Tried = [id: string, right: boolean];

const isTried = (value: unknown): value is Tried =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "boolean";

/** All of them, the newest first. */
export const allTried = (): Tried[] => storedList(KEY, isTried);

/** The first time counts: afterwards one knows the answer. */
export function keepTried(id: string, right: boolean): void {
  const before = allTried();
  if (before.some(([other]) => other === id)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, right], ...before].slice(0, KEPT)));
  } catch {
    // Without storage a puzzle may come again.
  }
}

/**
 * Which puzzle to show: the first that was not tried; where all were, the one that was tried longest ago.
 * \param not another one than this, if there is another one
 */
export function nextOf(ids: readonly string[], tried: readonly Tried[], not: string | null): string | null {
  const place = new Map(tried.map(([id], n) => [id, n]));
  const others = ids.length > 1 ? ids.filter((id) => id !== not) : ids;
  const fresh = others.find((id) => !place.has(id));
  return fresh ?? [...others].sort((a, b) => place.get(b)! - place.get(a)!)[0] ?? null;
}
