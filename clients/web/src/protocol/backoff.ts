/** Milliseconds to wait before reconnection attempt n (from 0): 300 ms, doubling up to 8 s, with ±25 % jitter. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(300 * 2 ** attempt, 8000);
  return Math.round(base * (0.75 + random() * 0.5));
}
