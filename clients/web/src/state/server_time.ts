// Time that only goes on. The device's own clock may be wrong, and may be set while the page is open: what ends after some
// time is counted with `performance.now`, and what the server has dated is held against the server's clock.

/** How long what is known of the server's clock holds: a device that sleeps may stop counting. */
const HOLDS_MS = 300_000;
/** A date in HTTP has whole seconds. */
const HALF_SECOND_MS = 500;

class ServerTime {
  /** What to add to `performance.now`; until the server has been asked the device's clock of when the page was loaded. */
  #ahead = performance.timeOrigin;
  #learntAt = -Infinity;
  #asking: Promise<void> | null = null;

  /** Milliseconds since 1970 by the server's clock. */
  now(): number {
    return performance.now() + this.#ahead;
  }

  /** From when on, by `performance.now`, the server's clock shows this time. */
  counted(time: number): number {
    return time - this.#ahead;
  }

  /** Asks the server for its time, unless that was done a short while ago. */
  look(): Promise<void> {
    if (performance.now() - this.#learntAt < HOLDS_MS) return Promise.resolve();
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** The device may have slept: what is known is asked for again when it is needed. */
  doubt(): void {
    this.#learntAt = -Infinity;
  }

  async #ask(): Promise<void> {
    const asked = performance.now();
    const reply = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    const answered = performance.now();
    await reply?.text().catch(() => "");
    const date = Date.parse(reply?.headers.get("date") ?? "");
    if (Number.isNaN(date)) return;

    this.#ahead = date + HALF_SECOND_MS - (asked + answered) / 2;
    this.#learntAt = answered;
  }
}

export const serverTime = new ServerTime();
