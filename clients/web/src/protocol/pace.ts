// Keeps a connection below the server's rate limit, so that it never refuses a message as too fast.

/** The server's limits, from `welcome`; null: none. */
export interface Limits {
  messages_per_second: number | null;
  burst: number | null;
}

/** The share of the server's limit that the page uses; the rest allows for clocks and networks that are not even. */
const SHARE = 0.8;

/** A token bucket. `now` is in milliseconds. */
export class Pace {
  #limits: Limits | null = null;
  #tokens = 0;
  #at = 0;

  /** Starts with a full bucket. */
  limit(limits: Limits | null, now: number): void {
    this.#limits = limits;
    this.#tokens = this.#most;
    this.#at = now;
  }

  /** Takes a token if there is one. \returns 0, or how many milliseconds to wait before the next attempt */
  take(now: number): number {
    const rate = this.#limits?.messages_per_second ?? null;
    if (rate === null || rate <= 0) return 0;
    const each = 1000 / (rate * SHARE);
    this.#tokens = Math.min(this.#most, this.#tokens + (now - this.#at) / each);
    this.#at = now;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return 0;
    }
    return Math.ceil((1 - this.#tokens) * each);
  }

  get #most(): number {
    return Math.max(1, Math.floor((this.#limits?.burst ?? this.#limits?.messages_per_second ?? 1) * SHARE));
  }
}
