// What came of the last open day: this player, those whom the player has met, and the bot, on the same cards.
import { ask } from "../state/me.svelte";
import { openBoard, type BoardResult, type MyDays, type OpenBoard } from "./boards.svelte";

export interface Outcome {
  game: string;
  mine: BoardResult;
  /** What a `normal` bot made of the same cards; null: not known. */
  par: number | null;
  /** Those whom the player has played with, the best first. */
  known: BoardResult[];
  /** How many have played it. */
  played: number;
}

/** How many of those whom one knows are named. */
const NAMED = 3;

/** \param known ids of players */
export function outcomeOf(board: OpenBoard, own: string, known: ReadonlySet<string>): Outcome | null {
  const mine = board.results.find(({ player }) => player === own);
  if (!mine) return null;
  const others = board.results.filter(({ player }) => player !== null && player !== own && known.has(player));
  return {
    game: board.game,
    mine,
    par: board.par,
    known: others.sort((a, b) => b.margin - a.margin).slice(0, NAMED),
    played: board.results.length,
  };
}

/** Those whom this player has met this month. */
async function met(): Promise<Set<string>> {
  const reply = await ask("GET", "/api/me/circle");
  if (!reply?.ok) return new Set();
  const { people } = (await reply.json()) as { people: { player: string }[] };
  return new Set(people.map(({ player }) => player));
}

/** The boards of a day that this player has finished, in the order in which `days` has them. */
export async function outcomes(date: string, days: MyDays, own: string): Promise<Outcome[]> {
  const games = days.boards.filter((board) => board.date === date).map(({ game }) => game);
  if (games.length === 0) return [];
  const [known, boards] = await Promise.all([met(), Promise.all(games.map((game) => openBoard(date, game)))]);
  return boards.flatMap((board) => (typeof board === "number" ? [] : (outcomeOf(board, own, known) ?? [])));
}
