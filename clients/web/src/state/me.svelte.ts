// Who one is at this server. Nobody is asked: with the first game a player is made, whose secret is a cookie that the page
// can't read. Where that can't be kept (no cookies, another site's frame, a server without players) one is nobody, and plays.
import { settings } from "../settings/settings.svelte";

export interface Player {
  id: string;
  name: string;
  kind: "human" | "bot";
  created: string;
}

/** A room in which the player has a seat. */
export interface RunningRoom {
  room: string;
  game: string;
  match: number;
  seat: number;
  status: "waiting" | "playing";
  to_act: boolean;
}

/** How long an answer of the server is waited for. */
const PATIENCE_MS = 15_000;

/** Whether a cookie of this server would come back: not in a frame of another site. */
function mayKeep(): boolean {
  try {
    return navigator.cookieEnabled && (window.top === window || window.top?.origin === window.origin);
  } catch {
    return false; // the frame around belongs to somebody else
  }
}

/** Sends a request about this player. \returns the answer, also where it is a refusal; null without a server */
export async function ask(method: string, path: string, body?: object): Promise<Response | null> {
  const content = body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  return fetch(path, { method, ...content, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
}

class Me {
  player = $state.raw<Player | null>(null);
  /** Whether one can be somebody here. */
  possible = $state(false);
  /** Whether the server has said who one is. */
  answered = $state(false);
  /** The rooms in which the player has a seat: first those that wait for the player. */
  running = $state.raw<RunningRoom[]>([]);
  #looked: Promise<void> | undefined;

  /** Asks the server who one is, if that has not been answered yet. */
  look(): Promise<void> {
    this.#looked ??= this.#look().then((done) => void (done || (this.#looked = undefined)));
    return this.#looked;
  }

  async #look(): Promise<boolean> {
    if (!mayKeep()) return (this.answered = true);
    const reply = await ask("GET", "/api/me");
    this.answered = reply !== null;
    if (!reply?.ok) return reply?.status === 404;
    this.player = (await reply.json()) as Player | null;
    this.possible = true;
    if (!this.player) return true;
    // It may have been changed on another device.
    settings.name = this.player.name;
    await this.lookAtTables();
    return true;
  }

  async lookAtTables(): Promise<void> {
    const reply = await ask("GET", "/api/me/games");
    if (!reply?.ok) return;
    const { running } = (await reply.json()) as { running: RunningRoom[] };
    this.running = running.sort((a, b) => Number(b.to_act) - Number(a.to_act));
  }

  /** Before a game: makes a player of nobody, or gives the player the name of the settings. \returns whether one was made */
  async begin(): Promise<boolean> {
    await this.look();
    const name = settings.name.trim();
    if (!this.possible || (this.player && (!name || name === this.player.name))) return false;
    const isNew = this.player === null;
    const reply = await ask(isNew ? "POST" : "PATCH", "/api/me", name ? { name } : {});
    if (!reply?.ok) {
      // Refused once, as where too many come from one address: it is not asked again and again. A name can be changed.
      if (isNew && reply && reply.status !== 400) this.possible = false;
      return false;
    }
    const made = (await reply.json()) as Player;
    if (!isNew) {
      this.player = made;
      return false;
    }
    // A browser may refuse the cookie without saying so.
    const kept = await ask("GET", "/api/me");
    this.player = kept?.ok ? ((await kept.json()) as Player | null) : null;
    this.possible = this.player !== null;
    return this.possible;
  }

  /** From now on one is this player: a code has said so. */
  become(player: Player | null): void {
    this.player = player;
    this.running = [];
    if (player) settings.name = player.name;
  }
}

export const me = new Me();
