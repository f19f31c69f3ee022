// Days as the server counts them: UTC, written YYYY-MM-DD.
const DAY_MS = 86_400_000;
/** How long after the end of its day a board opens. */
const UNTIL_OPEN_MS = 3_600_000;

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const dayAfter = (date: string, days: number): string => dateOf(Date.parse(date) + days * DAY_MS);

export const monthName = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" }).format(Date.parse(date));

interface Played {
  date: string;
  game: string;
}

/** How many open days the calendar lists. */
const LISTED = 3;

/**
 * The open days below the calendar, each with the games of which there is a board: what is not there is not offered.
 * `there`: the games that have a board of the last open day; `chosen`: a day that is listed alone, or "".
 */
export function shownDays(
  last: string,
  there: readonly string[],
  mine: readonly Played[],
  chosen: string,
): { date: string; games: string[] }[] {
  const own = (date: string): string[] => mine.filter((one) => one.date === date).map(({ game }) => game);
  const all = [...new Set([last, ...mine.map(({ date }) => date)])]
    .filter((date) => date <= last)
    .sort()
    .reverse();
  return (chosen ? [chosen] : all.slice(0, LISTED))
    .map((date) => ({ date, games: [...new Set([...(date === last ? there : []), ...own(date)])] }))
    .filter(({ games }) => games.length > 0);
}

export const opensAt = (date: string): number => Date.parse(date) + DAY_MS + UNTIL_OPEN_MS;

/** The newest day whose boards are open. */
export const lastOpenDay = (now: number): string => dateOf(now - UNTIL_OPEN_MS - DAY_MS);

/**
 * The weeks of a calendar that ends with the week of `last`: seven days each; null for days to come.
 * `first`: on which weekday a week begins, 0 for Sunday
 */
export function weeks(last: string, count: number, first: number): (string | null)[][] {
  const weekday = (new Date(last).getUTCDay() - first + 7) % 7;
  const begin = dayAfter(last, -weekday - 7 * (count - 1));
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => {
      const date = dayAfter(begin, 7 * week + day);
      return date > last ? null : date;
    }),
  );
}
