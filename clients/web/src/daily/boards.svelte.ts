// The boards of the day, from the server.
import { ask, me } from "../state/me.svelte";
import { keepBoard } from "../state/boards";
import type { AnyAction } from "../protocol/messages";

export interface MyBoard {
  room: string;
  /** Set once this player has finished it. */
  margin?: number;
  /** Among those who have finished by now; null: nobody else has. */
  percent?: number | null;
  /** What a `normal` bot makes in this player's seat; null: not known yet. */
  par?: number | null;
}

export interface TodaysBoard {
  game: string;
  seats: number;
  options: Record<string, unknown>;
  commitment: string;
  /** How many have finished it. */
  played: number;
  mine: MyBoard | null;
}

export interface Today {
  date: string;
  /** When nobody begins these boards any more (ISO 8601, UTC). */
  closes: string;
  opens: string;
  boards: TodaysBoard[];
}

export interface BoardResult {
  player: string | null;
  name: string;
  margin: number;
  percent: number | null;
  room: string;
}

/** A decision that several players met. */
export interface Choice {
  path: number;
  after: string;
  actions: { action: AnyAction; players: number; mean_margin: number }[];
}

export interface OpenBoard {
  date: string;
  game: string;
  seats: number;
  options: Record<string, unknown>;
  par: number | null;
  results: BoardResult[];
  choices: Choice[];
}

/** What this player has made of all boards, also of those that are not open yet. */
export interface MyDays {
  played: number;
  /** Days in a row with a board; today may still be missing. */
  streak: number;
  best_streak: number;
  mean_percent: number | null;
  /** The newest first. */
  boards: { date: string; game: string; room: string; margin: number }[];
}

/** Under which it is remembered that a server has no boards, so that the start page keeps no place for them. */
const NONE = "tefuda.no-boards";

function remembered(): boolean {
  try {
    return localStorage.getItem(NONE) !== null;
  } catch {
    return false;
  }
}
function forget(): void {
  try {
    localStorage.removeItem(NONE);
  } catch {
    // Nothing was remembered.
  }
}

class Boards {
  /** Null until the server has answered, and where it has no boards. */
  today = $state.raw<Today | null>(null);
  /** Whether the server has boards, or is being asked and has not said that it has none. */
  likely = $state(!remembered());

  async look(): Promise<void> {
    const reply = await ask("GET", "/api/daily");
    if (reply?.status === 404) this.#haveNone();
    // Without a server no place is kept for them.
    if (!reply && this.today === null) this.likely = false;
    if (!reply?.ok) return;
    const today = (await reply.json()) as Today;
    for (const { game, mine } of today.boards) if (mine) keepBoard({ date: today.date, game, room: mine.room });
    this.today = today;
    this.likely = true;
    forget();
  }

  #haveNone(): void {
    this.today = null;
    this.likely = false;
    try {
      localStorage.setItem(NONE, "1");
    } catch {
      // Without storage the place is kept again next time.
    }
  }

  /** The board that is played in a room, if it is one of today's. */
  mineIn(room: string): TodaysBoard | null {
    return this.today?.boards.find(({ mine }) => mine?.room === room) ?? null;
  }
}

export const boards = new Boards();

/** An open board; otherwise the status of the answer: 409 not open yet, 404 no such board, 0 no server. */
export async function openBoard(date: string, game: string): Promise<OpenBoard | number> {
  const reply = await ask("GET", `/api/daily/${encodeURIComponent(date)}/${encodeURIComponent(game)}`);
  return reply?.ok ? ((await reply.json()) as OpenBoard) : (reply?.status ?? 0);
}

/** This player's boards, the same in every browser; null for nobody, and without a server. */
export async function myDays(): Promise<MyDays | null> {
  await me.look();
  if (!me.player) return null;
  const reply = await ask("GET", "/api/daily/mine");
  return reply?.ok ? ((await reply.json()) as MyDays) : null;
}
