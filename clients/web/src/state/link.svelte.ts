// A connection as the page shows it: its status, and whether the server has announced that it stops.
import { Socket, type Request, type Status } from "../protocol/socket";
import type { ServerMessage } from "../protocol/messages";
import { operator } from "./operator.svelte";

/** How long an action waits for the connection before it gives up. */
const CONNECT_WITHIN_MS = 4000;
/** The same while the last attempt to connect has failed. */
const RECONNECT_WITHIN_MS = 1200;
/** After this number of failed connections in a row the page looks whether the server is there. */
const DOUBT_AFTER = 2;

class Offline extends Error {}

/** A connection to the server, for the lobby or for one room. It reconnects by itself until `close`. */
export class Link {
  status = $state<Status>("closed");
  everOpen = $state(false);
  /** Whether the last attempt to connect has failed, or the connection is lost. */
  down = $state(false);
  /** Whether the server has said that it is shutting down. */
  closing = $state(false);
  readonly #socket: Socket;
  #opens: (() => void)[] = [];
  /** The number of failed or lost connections since the last one that was open. */
  #losses = 0;
  /** The number of losses after which the server has answered a request; 0: it hasn't. */
  #answered = 0;

  /** \param path on this server, such as `/ws` */
  constructor(path: string, opened: () => void, message: (message: ServerMessage) => void) {
    this.#socket = new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`, {
      status: (status) => {
        this.status = status;
        if (status === "open" || status === "closed") this.down = false;
        else if (status === "lost") this.down = true;
        if (status === "lost") void this.#doubt(++this.#losses);
        if (status !== "open") return;
        this.#losses = this.#answered = 0;
        operator.banned = null;
      },
      quiet: (overdue) => (this.down = overdue),
      opened: () => {
        this.everOpen = true;
        this.closing = false;
        void operator.lookWhetherDraining();
        opened();
        for (const open of this.#opens.splice(0)) open();
      },
      message: (received) => {
        if (received.type === "closing") this.closing = true;
        if (received.type === "error" && received.code === "shutting_down") void operator.lookWhetherDraining();
        if (received.type === "notice") void operator.receive(received);
        message(received);
      },
    });
  }

  /** A server that is away refuses nobody. One that answers and still takes no connection is asked why. */
  async #doubt(losses: number): Promise<void> {
    if (this.#answered > 0) {
      if (losses === this.#answered + 1) await operator.askWhyRefused();
    } else if (losses >= DOUBT_AFTER && (await operator.answers())) this.#answered = this.#losses;
  }

  connect(): void {
    this.#socket.connect();
  }
  close(): void {
    this.#socket.close();
  }
  /** The device has woken, or has its network back. */
  wake(): void {
    this.#socket.wake();
  }
  /** Opens another connection; the present one is not lost, but given up. */
  reconnect(): void {
    this.#socket.reconnect();
    this.down = false;
  }

  /** The device has lost its network. */
  drop(): void {
    this.#socket.drop();
  }

  request(message: Request): Promise<ServerMessage> {
    return this.#socket.request(message);
  }

  /** Whether a request has no reply yet. */
  get waits(): boolean {
    return this.#socket.waits;
  }

  /** Resolves when the connection is open; rejects with `Offline` if that takes too long. */
  async whenOpen(): Promise<void> {
    if (this.#socket.open) return;
    const patience = this.down ? RECONNECT_WITHIN_MS : CONNECT_WITHIN_MS;
    this.#socket.connect();
    this.#socket.hurry();
    await new Promise<void>((resolve, reject) => {
      this.#opens.push(resolve);
      setTimeout(() => reject(new Offline("no connection")), patience);
    });
  }
}
