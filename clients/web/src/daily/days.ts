// Days as the server counts them: UTC, written YYYY-MM-DD.
const DAY_MS = 86_400_000;
/** How long after the end of its day a board opens. */
const UNTIL_OPEN_MS = 3_600_000;

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const dayAfter = (date: string, days: number): string => dateOf(Date.parse(date) + days * DAY_MS);

/** The day as it is called everywhere on the page; `date` is a day of the server's. */
export const dayName = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(date));

export const opensAt = (date: string): number => Date.parse(date) + DAY_MS + UNTIL_OPEN_MS;

/** The newest day whose boards are open. */
export const lastOpenDay = (now: number): string => dateOf(now - UNTIL_OPEN_MS - DAY_MS);

/** The weeks of a calendar that ends with the week of `last`: seven days each, from Monday on; null for days to come. */
export function weeks(last: string, count: number): (string | null)[][] {
  const weekday = (new Date(last).getUTCDay() + 6) % 7;
  const monday = dayAfter(last, -weekday - 7 * (count - 1));
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => {
      const date = dayAfter(monday, 7 * week + day);
      return date > last ? null : date;
    }),
  );
}
