// What the operator of the server tells everybody, and why this browser may not connect.
import type { ServerMessage } from "../protocol/messages";
import { serverTime } from "./server_time";

type Notice = Extract<ServerMessage, { type: "notice" }>;

/** What a server that drains says at /readyz; one that starts or has no database is not ready either. */
const DRAINING = "about to stop";
const DRAINED_AGAIN_MS = 60_000;

class Operator {
  /** What everybody is told; null: nothing, or this player has closed it. */
  notice = $state.raw<Notice | null>(null);
  /** Why this browser is banned, and until when (null: for ever). */
  banned = $state.raw<{ message: string; until: string | null } | null>(null);
  /** Whether the server is about to stop, and takes no new matches. */
  draining = $state(false);
  /** Why this player may not chat, in the operator's words. */
  muted = $state("");
  #ends: ReturnType<typeof setTimeout> | undefined;
  #drained: ReturnType<typeof setTimeout> | undefined;
  #closed = "";
  #newest: Notice | null = null;

  async receive(notice: Notice): Promise<void> {
    clearTimeout(this.#ends);
    this.#newest = notice;
    if (notice.until !== undefined) await serverTime.look();
    if (this.#newest !== notice) return;
    const left = notice.until === undefined ? Infinity : Date.parse(notice.until) - serverTime.now();
    this.notice = notice.text === "" || notice.text === this.#closed || left <= 0 ? null : notice;
    // A timer takes no more than 24 days.
    if (this.notice && left < 2 ** 31) this.#ends = setTimeout(() => (this.notice = null), left);
  }

  close(): void {
    this.#closed = this.notice?.text ?? "";
    this.notice = null;
  }

  /** Looks whether the server is about to stop; while it is, again and again, since the operator may change his mind. */
  async lookWhetherDraining(): Promise<void> {
    clearTimeout(this.#drained);
    const reply = await fetch("/readyz").catch(() => null);
    if (!reply) return;
    // Also read where it says nothing: a body that nobody reads keeps its connection.
    const text = await reply.text().catch(() => "");
    this.draining = reply.status === 503 && text.includes(DRAINING);
    clearTimeout(this.#drained);
    if (this.draining) this.#drained = setTimeout(() => void this.lookWhetherDraining(), DRAINED_AGAIN_MS);
  }

  /** Whether the server answers requests. */
  async answers(): Promise<boolean> {
    try {
      return (await fetch("/healthz")).ok;
    } catch {
      return false;
    }
  }

  /** A page is not told why its connection was refused: a request that changes nothing is. */
  async askWhyRefused(): Promise<void> {
    try {
      const headers = { "content-type": "application/json" };
      const reply = await fetch("/api/me", { method: "PATCH", headers, body: "{}" });
      const body =
        reply.status === 403 ? ((await reply.json()) as { message: string; details?: { until: string | null } }) : null;
      this.banned = body?.details ? { message: body.message, until: body.details.until } : null;
    } catch {
      // The server is away: that is shown already.
    }
  }
}

export const operator = new Operator();
