// What the server tells of players: who they are, and what they have played.
import { apart } from "../pieces/names";
import { ask, type Player, type RunningRoom } from "../state/me.svelte";

export interface ResultSeat {
  player: string | null;
  name: string;
  kind: "human" | "bot";
  level?: string;
  rank: number;
  score: number;
  team?: number;
  /** Of the seat's decisions the part that a built-in bot made in its place. */
  bot_share: number;
}

/** A finished match. */
export interface Result {
  room: string;
  match: number;
  game: string;
  ended: string;
  reason: string;
  seats: ResultSeat[];
  /** Where the replay is; null once it is gone. */
  replay: string | null;
}

export type Profile = Player & { games: Record<string, { played: number; won: number }> };

export interface Page {
  running?: RunningRoom[];
  results: Result[];
  /** What asks for the results after these; null at the end. */
  next: string | null;
}

const after = (next: string): string => (next ? `?after=${encodeURIComponent(next)}` : "");

async function json<T>(path: string): Promise<T> {
  const reply = await ask("GET", path);
  if (!reply?.ok) throw new Error(String(reply?.status ?? "offline"));
  return (await reply.json()) as T;
}

/** This player's games. \param next of the page before, or "" */
export async function ownPage(next: string): Promise<Page> {
  const { finished, ...rest } = await json<{ running: RunningRoom[]; finished: Result[]; next: string | null }>(
    `/api/me/games${after(next)}`,
  );
  return { ...rest, results: finished };
}

export const pageOf = (id: string, next: string): Promise<Page> =>
  json<Page>(`/api/players/${encodeURIComponent(id)}/results${after(next)}`);

export const profile = (id: string): Promise<Profile> => json<Profile>(`/api/players/${encodeURIComponent(id)}`);

/** Somebody whom this player has met, as `/api/me/circle` has it. */
export interface Acquaintance {
  player: string;
  name: string;
  kind: "human" | "bot";
  games: { game: string; played: number; ahead: number; level: number; behind: number }[];
  boards?: { played: number; percent: number; theirs: number; ahead: number; level: number; behind: number };
}

export interface Circle {
  since: string;
  people: Acquaintance[];
}

export const ownCircle = (): Promise<Circle> => json<Circle>("/api/me/circle");

/** Everybody in a circle, with their names as at a table. */
export function metIn({ people }: Circle): Acquaintance[] {
  const named = apart(people.map(({ name, player, kind }) => ({ name, player: { id: player, kind } })));
  return people.map((one, n) => ({ ...one, name: named[n]!.name ?? "" }));
}

/** The seats of a result, with their names as at a table: only a program that came as a player is marked. */
export function seatsOf({ seats }: Result): ResultSeat[] {
  const named = apart(
    seats.map(({ name, player, kind }) => ({ name, player: player === null ? null : { id: player, kind } })),
  );
  return seats.map((seat, n) => ({ ...seat, name: named[n]!.name ?? "" }));
}

/** Saves a text, or whatever else, as a file. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
