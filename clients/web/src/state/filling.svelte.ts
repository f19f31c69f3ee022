// When bots take the free seats of a table for strangers. That is the room's: some time after it was made, whoever is its host
// then. Every page counts it by itself, with a clock that only goes on.
import type { ServerMessage, ServerRoom } from "../protocol/messages";
import type { Request } from "../protocol/socket";
import { serverTime } from "./server_time";
import { savedSeat, saveSeat } from "./tokens";

/** At a table with strangers nobody waits for somebody who has gone away. By this clock such a table is known: the page's form for tables of one's own has none like it. */
export const STRANGERS_CLOCK = { decision: 45, bank: 75 };
const FILL_AFTER_MS = 30_000;
/** Who becomes host when the time is up has a moment to decide. */
const NEW_HOST_MS = 10_000;

const isForStrangers = (room: ServerRoom): boolean =>
  room.public && room.clock?.decision === STRANGERS_CLOCK.decision && room.clock.bank === STRANGERS_CLOCK.bank;

export class Filling {
  /** When bots take the free seats, by `performance.now`; null if they wait to be asked. */
  at = $state<number | null>(null);
  #known = false;
  #wasHost: boolean | null = null;

  constructor(private readonly code: string) {}

  /** This page has just made the room. */
  begin(): void {
    this.#known = true;
    this.at = performance.now() + FILL_AFTER_MS;
  }

  /** The host waits for people, or has asked for bots. */
  end(): void {
    this.at = null;
    saveSeat(this.code, { waitsOn: true });
  }

  /** The room has changed. */
  see(room: ServerRoom, isHost: boolean, request: (message: Request) => Promise<ServerMessage>): void {
    if (room.status !== "waiting") {
      this.at = null;
      return;
    }
    if (isHost && this.#wasHost === false && this.at !== null)
      this.at = Math.max(this.at, performance.now() + NEW_HOST_MS);
    this.#wasHost = isHost;
    if (this.#known || !isForStrangers(room) || savedSeat(this.code)?.waitsOn) return;
    this.#known = true;
    void this.#look(room.game, request);
  }

  /** The list says when the room was made. */
  async #look(game: string, request: (message: Request) => Promise<ServerMessage>): Promise<void> {
    const asked = request({ type: "list", game, extras: true }).catch(() => null);
    const [reply] = await Promise.all([asked, serverTime.look()]);
    if (reply?.type !== "rooms") {
      this.#known = false;
      return;
    }
    const made = reply.created?.[reply.rooms.findIndex(({ room }) => room === this.code)];
    if (made !== undefined && this.#known) this.at = serverTime.counted(made) + FILL_AFTER_MS;
  }
}
