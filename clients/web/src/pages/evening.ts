// The sheet of a room's evening: who has how many points over which games.
import type { ServerRoom } from "../protocol/messages";

/** As `room` has it; absent before the first match has ended. */
export type Evening = NonNullable<ServerRoom["evening"]>;

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
export const eveningText = (title: string, { lines }: Evening, games: readonly string[]): string =>
  [title, lines.map(({ name, points }) => `${name} ${halves(points)}`).join(" · "), games.join(", ")]
    .filter(Boolean)
    .join("\n");

/** The games of the evening so far, in order; none where the server can't tell. */
export async function gamesOfEvening(room: string, nameOf: (game: string) => string): Promise<string[]> {
  const reply = await fetch(`/api/rooms/${encodeURIComponent(room)}/evening`).catch(() => null);
  if (!reply?.ok) return [];
  const { matches } = (await reply.json()) as { matches: { game: string }[] };
  return gamesOf(
    matches.map(({ game }) => game),
    nameOf,
  );
}
