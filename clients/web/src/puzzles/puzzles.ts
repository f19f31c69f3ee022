// The puzzles, from the server.
import { ask } from "../state/me.svelte";
import type { AnyAction, AnyTemplate, AnyView } from "../protocol/messages";

/** A position as its seat saw it, which has to act. */
export interface Puzzle {
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: number;
  seat: number;
  view: AnyView;
  legal: AnyTemplate[];
}

export interface Valued {
  action: AnyAction;
  /** From 0 to 1: how likely the seat is to win. */
  value: number;
}

/** The server's reply to a tried action. */
export interface Solution {
  right: boolean;
  /** Of the action that was tried; null: not known. */
  value: number | null;
  best: Valued;
  /** The best first. */
  others: Valued[];
  // The match that the position is from, and how many actions came before it; `room` is empty where nobody has the match.
  room: string;
  match: number;
  actions: number;
}

const root = "/api/puzzles";

/** The ids of a game's puzzles, the newest first; null where the server has none, or can't be asked. */
export async function puzzlesOf(game: string): Promise<string[] | null> {
  const reply = await ask("GET", `${root}?game=${encodeURIComponent(game)}`);
  return reply?.ok ? ((await reply.json()) as { puzzles: string[] }).puzzles : null;
}

/** Null where there is no such puzzle (any more), or the server can't be asked. */
export async function puzzle(id: string): Promise<Puzzle | null> {
  const reply = await ask("GET", `${root}/${encodeURIComponent(id)}`);
  return reply?.ok ? ((await reply.json()) as Puzzle) : null;
}

/** Tries an action. Null where the server can't tell. */
export async function attempt(id: string, action: AnyAction): Promise<Solution | null> {
  const reply = await ask("POST", `${root}/${encodeURIComponent(id)}`, { action });
  return reply?.ok ? ((await reply.json()) as Solution) : null;
}
