// The tables at which this browser has a seat, with the seats' tokens, in local storage; a reload, a second tab or the start
// page's "Continue" resumes with them.
import type { Level } from "../settings/settings.svelte";

const PREFIX = "tefuda.seat.";
const KEPT_MS = 7 * 24 * 3600 * 1000;

export interface SavedSeat {
  token: string;
  /** When it was last used, in milliseconds since 1970. */
  at: number;
  game?: string;
  seat?: number;
  /** Whether the player has left: a bot plays the seat until they come back. */
  left?: boolean;
  /** Whether the match is over and nobody else is at the table. */
  done?: boolean;
  /** By the seat, how strong the bots are that this browser has put in. */
  levels?: Readonly<Record<number, Level>>;
  /** How many chat messages of the room have been read. */
  read?: number;
  /** Whether the host waits for people: bots take no seats by themselves. */
  waitsOn?: boolean;
  /** Which page took the seat last. */
  page?: string;
}

export type SavedTable = SavedSeat & { room: string };

export function savedSeat(room: string): SavedSeat | null {
  try {
    const text = localStorage.getItem(PREFIX + room);
    return text === null ? null : (JSON.parse(text) as SavedSeat);
  } catch {
    return null;
  }
}

/** Saves or changes what is known about this browser's seat in the room. Without a token it does nothing for an unknown room. */
export function saveSeat(room: string, change: Partial<SavedSeat>): void {
  const was = savedSeat(room);
  const token = change.token ?? was?.token;
  if (token === undefined) return;
  try {
    localStorage.setItem(
      PREFIX + room,
      JSON.stringify({ ...was, ...change, token, at: Date.now() } satisfies SavedSeat),
    );
    forgetOld();
  } catch {
    // Without storage a reload can't resume; playing still works.
  }
}

export function forgetSeat(room: string): void {
  try {
    localStorage.removeItem(PREFIX + room);
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** Every table of this browser, the one used last first. */
export function savedTables(): SavedTable[] {
  try {
    const rooms = Object.keys(localStorage).flatMap((name) =>
      name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
    );
    return rooms
      .flatMap((room) => ({ room, ...(savedSeat(room) ?? { token: "", at: 0 }) }))
      .filter(({ token }) => token !== "")
      .sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

function forgetOld(): void {
  for (const { room, at } of savedTables()) if (Date.now() - at > KEPT_MS) forgetSeat(room);
}
