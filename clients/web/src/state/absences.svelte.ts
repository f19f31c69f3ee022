// Who is away from a table, and since when.
import type { SeatInfo } from "../protocol/messages";

export class Absences {
  /** For each absent seat when it was first seen to be away, by `performance.now`. */
  since = $state.raw<Readonly<Record<number, number>>>({});

  see(seats: readonly SeatInfo[], now: number): void {
    const away = seats.filter(({ kind, connected, bot_plays }) => kind === "human" && !connected && !bot_plays);
    this.since = Object.fromEntries(away.map(({ seat }) => [seat, this.since[seat] ?? now]));
  }

  get any(): boolean {
    return Object.keys(this.since).length > 0;
  }

  clear(): void {
    this.since = {};
  }

  /** For how many milliseconds a seat has been away; null if it is not. */
  goneMs(seat: number, now: number): number | null {
    const since = this.since[seat];
    return since === undefined ? null : Math.max(0, now - since);
  }
}
