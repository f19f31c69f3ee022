// The tokens of this browser's seats, by room, in local storage; a reload or a second tab resumes with them.
const PREFIX = "tefuda.seat.";
const KEPT_MS = 7 * 24 * 3600 * 1000;

export interface SavedSeat {
  token: string;
  at: number;
}

export function savedSeat(room: string): SavedSeat | null {
  try {
    const text = localStorage.getItem(PREFIX + room);
    return text === null ? null : (JSON.parse(text) as SavedSeat);
  } catch {
    return null;
  }
}

export function saveSeat(room: string, token: string): void {
  try {
    localStorage.setItem(PREFIX + room, JSON.stringify({ token, at: Date.now() } satisfies SavedSeat));
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

function forgetOld(): void {
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
    const seat = savedSeat(key.slice(PREFIX.length));
    if (seat && Date.now() - seat.at > KEPT_MS) localStorage.removeItem(key);
  }
}
