// The matches that this browser has played to their end, in local storage; they can be exported and imported as a file.
import { storedList } from "./stored_list";

const KEY = "tefuda.history";
const KEPT = 500;
const FORMAT = "tefuda-history/1";

export interface PlayedMatch {
  room: string;
  match: number;
  game: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  names: string[];
  me: number;
  ranks: number[];
  scores: number[];
  winners: number[];
  /** Whether it went on from another match; such a match counts for no result. */
  continued?: boolean;
}

export interface Totals {
  game: string;
  matches: number;
  wins: number;
  /** The average place; null if some match had none. */
  place: number | null;
}

/** A seat's place in a result; null if nobody had one: those who did not win are all alike. */
export function placeOf(ranks: readonly number[], seat: number): number | null {
  const rank = ranks[seat]!;
  return rank > 1 && ranks.length > 2 && new Set(ranks.filter((other) => other > 1)).size === 1 ? null : rank;
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => Number.isFinite(item));

function isMatch(value: unknown): value is PlayedMatch {
  const one = value as PlayedMatch | null;
  return (
    typeof one === "object" &&
    one !== null &&
    typeof one.room === "string" &&
    /^[A-Za-z0-9]{1,32}$/.test(one.room) &&
    Number.isInteger(one.match) &&
    one.match > 0 &&
    typeof one.game === "string" &&
    Number.isFinite(one.at) &&
    Array.isArray(one.names) &&
    one.names.every((name) => typeof name === "string") &&
    isNumbers(one.ranks) &&
    isNumbers(one.scores) &&
    isNumbers(one.winners) &&
    ["undefined", "boolean"].includes(typeof one.continued) &&
    Number.isInteger(one.me) &&
    one.ranks[one.me] !== undefined
  );
}

/** All matches, the newest first. */
export const history = (): PlayedMatch[] => storedList(KEY, isMatch);

/** Forgets the matches and the seats of this browser. */
export function forgetGames(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name === KEY || /^tefuda\.(seat|log)\./.test(name)) localStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** Adds matches; those already there stay as they are. \returns how many were new */
export function remember(matches: readonly PlayedMatch[]): number {
  const have = history();
  const keyOf = ({ room, match, me }: PlayedMatch): string => `${room}/${match}/${me}`;
  const known = new Set(have.map(keyOf));
  const fresh = matches.filter((one) => !known.has(keyOf(one)));
  if (fresh.length === 0) return 0;
  try {
    localStorage.setItem(KEY, JSON.stringify([...fresh, ...have].sort((a, b) => b.at - a.at).slice(0, KEPT)));
    return fresh.length;
  } catch {
    return 0;
  }
}

export const exported = (): string => JSON.stringify({ format: FORMAT, matches: history() }, null, 1);

/** Adds the matches of an exported file. \returns how many were new; null if the text is no such file */
export function imported(text: string): number | null {
  try {
    const file = JSON.parse(text) as { format?: unknown; matches?: unknown };
    if (file.format !== FORMAT || !Array.isArray(file.matches) || !file.matches.every(isMatch)) return null;
    return remember(file.matches);
  } catch {
    return null;
  }
}

/** For each game how often it was played and won, the most played first. Only what counts. */
export function totals(matches: readonly PlayedMatch[]): Totals[] {
  const counted = matches.filter(({ continued }) => !continued);
  const games = [...new Set(counted.map(({ game }) => game))];
  return games
    .map((game) => {
      const its = counted.filter((one) => one.game === game);
      const places = its.map(({ ranks, me }) => placeOf(ranks, me));
      return {
        game,
        matches: its.length,
        wins: its.filter(({ winners, me }) => winners.includes(me)).length,
        place: places.includes(null) ? null : places.reduce<number>((sum, n) => sum + (n ?? 0), 0) / its.length,
      };
    })
    .sort((a, b) => b.matches - a.matches);
}
