// What the log of a match says about a player's decisions.
import { goesOn } from "../protocol/messages";
import type { LogEntry } from "../skin/types";

/**
 * After how many actions of the match a player decided last; null: nothing was decided yet, or the log does not go back so far.
 * \param before how many actions there were before the first update
 */
export function lastDecision(log: readonly LogEntry[], seat: number, before: number): number | null {
  const acts = log.filter(({ event }) => typeof event.seat === "number");
  const own = acts.findLast(
    ({ seq, event, by }, n) => event.seat === seat && by !== "forced" && acts[n - 1]?.seq !== seq && before + seq > 1,
  );
  return own ? before + own.seq - 2 : null;
}

/** The log of a table, up to a moment, as the table has it that goes on from there: update 1 is the one before the moment. */
export const logUntil = (log: readonly LogEntry[], before: number, actions: number): LogEntry[] =>
  log
    .map((entry) => ({ ...entry, seq: entry.seq + before - actions }))
    .filter(({ seq, event }) => seq <= 1 && !goesOn(event));
