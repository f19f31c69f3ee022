// Spreads a client's messages so that the server never refuses them.

/** Shares of the server's limits that are used. Messages may arrive closer together than they were sent. */
const RATE_SHARE = 0.98;
const BURST_SHARE = 0.9;

/** A bucket of tokens, one for each message. Without limits nothing waits. */
export class Pace {
  /** `limits`: those of `welcome`; `now`: a clock in ms. */
  constructor(limits = {}, now = () => performance.now()) {
    this.rate = ((limits.messages_per_second ?? 0) * RATE_SHARE) / 1000;
    this.burst = Math.max(1, (limits.burst ?? 1) * BURST_SHARE);
    this.tokens = this.burst;
    this.now = now;
    this.last = now();
  }

  /** Takes the next free turn. Returns how many ms to wait for it. */
  take() {
    if (!this.rate) return 0;
    const now = this.now();
    this.tokens = Math.min(this.burst, this.tokens + (now - this.last) * this.rate) - 1;
    this.last = now;
    return Math.max(0, -this.tokens / this.rate);
  }
}
