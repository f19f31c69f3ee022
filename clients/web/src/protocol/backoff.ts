/** How long to wait before the n-th try to reconnect (from 0): 0.3 s doubling up to 8 s, with some jitter. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(300 * 2 ** attempt, 8000);
  return Math.round(base * (0.75 + random() * 0.5));
}
