// A WebSocket to the server that reconnects by itself. It passes each message to its handlers; a request is a promise that
// is settled by the reply with the same id.
import { backoff } from "./backoff";
import type { ClientMessage, ServerError, ServerMessage } from "./messages";
import { Pace } from "./pace";

type Distribute<T> = T extends unknown ? Omit<T, "id"> : never;
export type Request = Distribute<ClientMessage>;
export type Status = "connecting" | "open" | "lost" | "closed";

/** Under which name the page has a text for an error, of the socket or of a request. */
export const keyOf = ({ code, details }: { code?: string; details?: { reason?: string } }): string =>
  details?.reason && code === "bad_name" ? `bad_name_${details.reason}` : (code ?? "other");

/** The server's `error`; a request's promise is rejected with it. */
export class Refusal extends Error {
  readonly code: ServerError["code"];
  readonly details: NonNullable<ServerError["details"]>;
  constructor(error: ServerError) {
    super(error.message);
    this.code = error.code;
    this.details = error.details ?? {};
  }

  /** What to say about it: the code, and why a name was refused where the server tells. */
  get key(): string {
    return keyOf(this);
  }
}

/** The connection was lost before the reply arrived. */
export class Lost extends Error {}

export interface Handlers {
  status(status: Status): void;
  /** The connection has been opened, or opened again; rooms should be resumed now. */
  opened(): void;
  message(message: ServerMessage): void;
  /** A reply is overdue; and later, that the server has been heard again. */
  quiet(overdue: boolean): void;
}

interface Waiting {
  message: Request;
  tries: number;
  resolve(message: ServerMessage): void;
  reject(error: Error): void;
}

const PING_EVERY_MS = 15_000;
const PONG_WITHIN_MS = 8_000;
/** After so long without a reply the player is told; the connection is not given up yet, since the server may only be slow. Only when the device has just woken is it taken for dead. */
const REPLY_WITHIN_MS = 2_500;
/** How often a message is sent again that the server refused as too fast. */
const RETRIES = 3;

export class Socket {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();
  /** The ids of messages that wait for their turn. */
  private outgoing: number[] = [];
  private readonly pace = new Pace();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private later: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Set while it is looked whether the connection has outlived a sleep of the device. */
  private waking: ReturnType<typeof setTimeout> | undefined;
  private closed = true;
  /** Whether a reply is overdue. */
  private quiet = false;

  constructor(
    private readonly url: string,
    private readonly handlers: Handlers,
  ) {}

  /** Connects, and stays connected until `close`. */
  connect(): void {
    this.closed = false;
    clearTimeout(this.retry);
    if (this.socket !== null) return;
    if (this.attempt === 0) this.handlers.status("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.attempt = 0;
      this.awake();
      this.handlers.status("open");
      this.heartbeat = setInterval(() => this.checkAlive(socket), PING_EVERY_MS);
      this.handlers.opened();
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(event.data);
    };
    socket.onclose = () => this.lose(socket);
    socket.onerror = () => socket.close();
  }

  /** Closes the connection; requests without a reply are rejected as lost. */
  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    if (this.socket) this.lose(this.socket);
    else this.handlers.status("closed");
  }

  /** Closes the connection and opens another one at once, because the room is at another server now. */
  reconnect(): void {
    if (this.closed) return;
    if (this.socket) this.lose(this.socket);
    clearTimeout(this.retry);
    this.connect();
  }

  /** Reconnects immediately instead of waiting; for when the network returns or the page becomes visible. */
  hurry(): void {
    if (this.socket === null && !this.closed) {
      this.attempt = 0;
      this.connect();
    }
  }

  /** The device may have slept, or has another network: the connection may be dead without having been closed. It gets a short time to answer; otherwise another one is opened at once. */
  wake(): void {
    const { socket } = this;
    if (socket === null) this.hurry();
    if (socket === null || this.waking !== undefined) return;
    this.waking = setTimeout(() => this.reconnect(), REPLY_WITHIN_MS);
    if (this.open) this.request({ type: "ping" }).then(() => this.awake(), Boolean);
  }

  private awake(): void {
    clearTimeout(this.waking);
    this.waking = undefined;
  }

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Whether a request has no reply yet. */
  get waits(): boolean {
    return this.waiting.size > 0;
  }

  request(message: Request): Promise<ServerMessage> {
    return new Promise((resolve, reject) => {
      if (!this.open) {
        reject(new Lost("not connected"));
        return;
      }
      const id = this.nextId++;
      this.waiting.set(id, { message, tries: 0, resolve, reject });
      this.doubt(id);
      this.outgoing.push(id);
      this.send();
    });
  }

  /** Sends what waits, in order, as fast as the server's limits allow. */
  private send(): void {
    clearTimeout(this.later);
    while (this.outgoing.length > 0 && this.socket) {
      const wait = this.pace.take(performance.now());
      if (wait > 0) {
        this.later = setTimeout(() => this.send(), wait);
        return;
      }
      const id = this.outgoing.shift()!;
      const waiting = this.waiting.get(id);
      if (waiting) this.socket.send(JSON.stringify({ ...waiting.message, id }));
    }
  }

  private receive(data: unknown): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(String(data)) as ServerMessage;
    } catch {
      return;
    }
    if (this.quiet) this.handlers.quiet((this.quiet = false));
    if (message.type === "welcome") this.pace.limit(message.limits ?? null, performance.now());
    const re = "re" in message && typeof message.re === "number" ? message.re : null;
    const waiting = re === null ? undefined : this.waiting.get(re);
    if (
      re !== null &&
      waiting &&
      message.type === "error" &&
      message.code === "rate_limited" &&
      waiting.tries < RETRIES
    ) {
      waiting.tries += 1;
      const socket = this.socket;
      const { retry_after_ms } = (message.details ?? {}) as { retry_after_ms?: number };
      setTimeout(() => {
        if (this.socket !== socket) return;
        this.outgoing.unshift(re);
        this.send();
      }, retry_after_ms ?? 1000);
      return;
    }
    if (re !== null) this.waiting.delete(re);
    // Handle the message before settling its promise: code that awaits a `join` must find the room's state updated.
    this.handlers.message(message);
    if (message.type === "error") waiting?.reject(new Refusal(message));
    else waiting?.resolve(message);
  }

  private checkAlive(socket: WebSocket): void {
    const timer = setTimeout(() => this.lose(socket), PONG_WITHIN_MS);
    this.request({ type: "ping" }).then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }

  /** Tells if a request remains without a reply. */
  private doubt(id: number): void {
    const { socket } = this;
    setTimeout(() => {
      if (this.socket !== socket || !this.waiting.has(id)) return;
      this.quiet = true;
      this.handlers.quiet(true);
    }, REPLY_WITHIN_MS);
  }

  /** Closes a connection whose network is gone, instead of waiting for a ping to fail. */
  drop(): void {
    if (this.socket) this.lose(this.socket);
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.quiet = false;
    this.awake();
    clearInterval(this.heartbeat);
    clearTimeout(this.later);
    this.outgoing = [];
    socket.onclose = null;
    socket.close();
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) reject(new Lost("connection lost"));
    if (this.closed) {
      this.handlers.status("closed");
      return;
    }
    this.handlers.status("lost");
    this.retry = setTimeout(() => this.connect(), backoff(this.attempt++));
  }
}
