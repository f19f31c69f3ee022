// What the bot `normal` makes of a person's cards in a match against bots alone.

/** As in `/api/rooms/{room}/matches/{n}/par`: both counted as in the game's board of the day; more is better. */
export interface MatchPar {
  /** What the person has made. */
  margin: number;
  /** What `normal` makes. */
  par: number;
}

/** How long to wait before each further question, in milliseconds; after the last one nobody asks any more. */
export const WAITS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Waits; ends early when `signal` is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Asks the server until it has worked the par out.
 * \param path of the match in the HTTP API
 * \returns null if the match has no par, the server needs too long or can't be reached, or `signal` is aborted
 */
export async function matchPar(path: string, signal: AbortSignal): Promise<MatchPar | null> {
  for (const ms of [...WAITS_MS, null]) {
    const reply = await fetch(`${path}/par`, { signal }).catch(() => null);
    if (reply?.status === 200) return (await reply.json().catch(() => null)) as MatchPar | null;
    const isEarly = reply?.status === 202 || reply?.status === 429;
    if (!isEarly || ms === null) return null;
    await pause(ms, signal);
    if (signal.aborted) return null;
  }
  return null;
}
