// A WebSocket to the server that reconnects by itself. It passes each message to its handlers; a request is a promise that
// is settled by the reply with the same id.
import { backoff } from "./backoff";
import type { ClientMessage, ServerError, ServerMessage } from "./messages";

type Distribute<T> = T extends unknown ? Omit<T, "id"> : never;
export type Request = Distribute<ClientMessage>;
export type Status = "connecting" | "open" | "lost";

/** The server's `error`; a request's promise is rejected with it. */
export class Refusal extends Error {
  readonly code: ServerError["code"];
  constructor(error: ServerError) {
    super(error.message);
    this.code = error.code;
  }
}

/** The connection was lost before the reply arrived. */
export class Lost extends Error {}

export interface Handlers {
  status(status: Status): void;
  /** The connection has been opened, or opened again; rooms should be resumed now. */
  opened(): void;
  message(message: ServerMessage): void;
}

interface Waiting {
  resolve(message: ServerMessage): void;
  reject(error: Error): void;
}

const PING_EVERY_MS = 15_000;
const PONG_WITHIN_MS = 8_000;

export class Socket {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly url: string,
    private readonly handlers: Handlers,
  ) {}

  connect(): void {
    clearTimeout(this.retry);
    if (this.socket !== null) return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.attempt = 0;
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

  /** Reconnects immediately instead of waiting; for when the network returns or the page becomes visible. */
  hurry(): void {
    if (this.socket === null) {
      this.attempt = 0;
      this.connect();
    }
  }

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  request(message: Request): Promise<ServerMessage> {
    return new Promise((resolve, reject) => {
      if (!this.socket || !this.open) {
        reject(new Lost("not connected"));
        return;
      }
      const id = this.nextId++;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  private receive(data: unknown): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(String(data)) as ServerMessage;
    } catch {
      return;
    }
    const re = "re" in message && typeof message.re === "number" ? message.re : null;
    const waiting = re === null ? undefined : this.waiting.get(re);
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

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.heartbeat);
    socket.onclose = null;
    socket.close();
    for (const { reject } of this.waiting.values()) reject(new Lost("connection lost"));
    this.waiting.clear();
    this.handlers.status("lost");
    this.retry = setTimeout(() => this.connect(), backoff(this.attempt++));
  }
}
