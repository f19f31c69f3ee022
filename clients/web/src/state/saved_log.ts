// The log of a match, kept in local storage while the page is away, so that it survives a reload.
import type { AnyEvent } from "../protocol/messages";
import type { StandIn } from "../skin/types";

const PREFIX = "tefuda.log.";

export interface SavedLog {
  match: number;
  /** The newest update in the log. */
  seq: number;
  /** The newest update that was received. */
  seen?: number;
  /** Whether a move was on the way to the server. */
  sending?: boolean;
  entries: { seq: number; event: AnyEvent; by?: StandIn }[];
}

export function savedLog(room: string): SavedLog | null {
  try {
    const text = localStorage.getItem(PREFIX + room);
    return text === null ? null : (JSON.parse(text) as SavedLog);
  } catch {
    return null;
  }
}

export function saveLog(room: string, log: SavedLog): void {
  try {
    forgetLogs((other) => other !== room);
    localStorage.setItem(PREFIX + room, JSON.stringify(log));
  } catch {
    // Without storage the log begins again after a reload.
  }
}

/** Forgets the logs of all rooms that `which` names: of one table at a time there is one. */
function forgetLogs(which: (room: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX) && which(name.slice(PREFIX.length))) localStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to forget.
  }
}
