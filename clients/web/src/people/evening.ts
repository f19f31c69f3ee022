// The sheet of a room's evening: who has how many points over which games.
import { apart } from "../pieces/names";
import type { ServerRoom } from "../protocol/messages";

/** As `room` has it; absent before the first match has ended. */
export type Evening = NonNullable<ServerRoom["evening"]>;
export type EveningLine = Evening["lines"][number];

/** The whole sheet, as far as the page shows it. */
export interface EveningSheet {
  room: string;
  lines: EveningLine[];
  /** The newest first. */
  matches: { game: string; ended: string }[];
}

/** The lines, with their names as at a table. */
export function namedIn(lines: readonly EveningLine[]): EveningLine[] {
  const named = apart(lines.map(({ name, player, kind }) => ({ name, player: player ? { id: player, kind } : null })));
  return lines.map((line, n) => ({ ...line, name: named[n]!.name ?? "" }));
}

/** Points are whole or half. */
export const halves = (points: number): string =>
  points % 1 === 0 ? String(points) : `${points < 1 ? "" : Math.floor(points)}½`;

/** Whether there is more to see than the last result: several matches, and somebody besides bots. */
export const isWorthIt = ({ matches, lines }: Evening): boolean =>
  matches > 1 && lines.some(({ kind }) => kind === "human");

/** Of each game how often it was played, the most played first: the name, and "×2" where it was more than once. */
export function gamesOf(games: readonly string[], nameOf: (game: string) => string): string[] {
  const counts = new Map<string, number>();
  for (const game of games) counts.set(game, (counts.get(game) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([game, count]) => (count === 1 ? nameOf(game) : `${nameOf(game)} ×${count}`));
}

/** What is shared: who has how many points, over which games. */
export const eveningText = (title: string, lines: readonly EveningLine[], games: readonly string[]): string =>
  [title, lines.map(({ name, points }) => `${name} ${halves(points)}`).join(" · "), games.join(", ")]
    .filter(Boolean)
    .join("\n");

/** The sheet of a room; null where the server can't tell. */
export async function sheetOf(room: string): Promise<EveningSheet | null> {
  const reply = await fetch(`/api/rooms/${encodeURIComponent(room)}/evening`).catch(() => null);
  return reply?.ok ? ((await reply.json()) as EveningSheet) : null;
}

/** How many evenings "My games" has. */
const SHOWN = 5;

/** The rooms in which several of these matches were played, in their order. */
export function roomsOfSeveral(matches: readonly { room: string; match: number }[]): string[] {
  const seen = new Map<string, Set<number>>();
  for (const { room, match } of matches) seen.set(room, (seen.get(room) ?? new Set()).add(match));
  return [...seen].flatMap(([room, its]) => (its.size > 1 ? [room] : [])).slice(0, SHOWN);
}
