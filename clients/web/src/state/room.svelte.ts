// The state of one room in this browser: with a seat, watching, or not joined yet ("door"). Updates are queued and shown
// one after the other, each long enough to be noticed.
import { Lost, Refusal, type Request } from "../protocol/socket";
import type { AnyUpdate, ServerMessage, ServerRoom } from "../protocol/messages";
import { loadSkin } from "../games/registry";
import { sound, soundOf } from "../ui/sound";
import { settings } from "./settings.svelte";
import { TableModel } from "./table.svelte";
import { forgetSeat, savedSeat, saveSeat } from "./tokens";

export interface ChatLine {
  key: number;
  from: number | null;
  name: string;
  text: string;
  at: number;
}

type Presence = "entering" | "door" | "seated" | "watching" | "replaced" | "gone";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class RoomStore {
  presence = $state<Presence>("entering");
  info = $state.raw<ServerRoom | null>(null);
  chats = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  notice = $state<string | null>(null);
  asked = $state(false);
  readonly table: TableModel;
  #queue: AnyUpdate[] = [];
  #showing = false;
  #seq = 0;
  #match = 0;
  #chatKey = 0;
  /** Called after a reconnection with the current decision; null if there is none or the seat is lost. Set by `#act`. */
  #resumed: (decision: number | null) => void = () => {};

  constructor(
    readonly code: string,
    private readonly request: (message: Request) => Promise<ServerMessage>,
  ) {
    this.table = new TableModel((action, decision) => this.#act(action, decision));
  }

  get me(): number | null {
    return this.table.me;
  }
  get isHost(): boolean {
    return this.info?.seats.some((seat) => seat.seat === this.me && seat.host) ?? false;
  }
  /** The number of the match on the table. */
  get match(): number {
    return this.#match;
  }

  /** Whether to enter the room again after a reconnection. Not if another tab has taken the seat. */
  get returns(): boolean {
    if (this.presence === "door") return savedSeat(this.code) !== null;
    return this.presence === "seated" || this.presence === "watching";
  }

  /** Resumes this browser's seat in the room, or continues to watch; without a seat, shows the door. */
  async enter(): Promise<void> {
    if (this.presence === "watching") return this.watch();
    const seat = savedSeat(this.code);
    if (!seat) {
      this.presence = "door";
      return;
    }
    const since = this.#seq > 0 ? { since: this.#seq, match: this.#match } : {};
    try {
      await this.request({ type: "resume", room: this.code, token: seat.token, ...since });
    } catch (error) {
      if (error instanceof Refusal && (error.code === "bad_token" || error.code === "no_such_room")) {
        forgetSeat(this.code);
        this.presence = error.code === "no_such_room" ? "gone" : "door";
        this.#resumed(null);
      } else if (this.presence === "entering") {
        this.presence = "door";
      }
    }
  }

  async join(name: string, entropy: string): Promise<void> {
    await this.request({ type: "join", room: this.code, name, entropy });
  }

  async watch(): Promise<void> {
    await this.request({ type: "join", room: this.code, name: settings.name || "–", role: "spectator" });
  }

  /** Sends a message other than an action. Returns false and sets `notice` if it failed. */
  async command(message: Request): Promise<boolean> {
    this.notice = null;
    try {
      await this.request(message);
      return true;
    } catch (error) {
      this.notice = error instanceof Refusal ? error.code : "offline";
      return false;
    }
  }

  async rematch(): Promise<void> {
    this.asked = true;
    this.asked = await this.command({ type: "rematch", room: this.code });
  }

  async leave(): Promise<void> {
    await this.command({ type: "leave", room: this.code });
    forgetSeat(this.code);
  }

  receive(message: ServerMessage): void {
    if (message.type === "joined") this.#joined(message.seat, message.token);
    else if (message.type === "room") this.#changed(message);
    else if (message.type === "update") this.#updated(message as unknown as AnyUpdate);
    else if (message.type === "replaced") this.#replaced();
    else if (message.type === "chat") this.#said(message.from, message.name, message.text);
  }

  #replaced(): void {
    this.presence = "replaced";
    this.#resumed(null);
  }

  #joined(seat: number | null, token: string | undefined): void {
    this.table.me = seat;
    this.presence = seat === null ? "watching" : "seated";
    if (token) saveSeat(this.code, token);
  }

  #changed(info: ServerRoom): void {
    this.info = info;
    this.table.game = info.game;
    this.table.options = { ...info.options };
    this.table.seats = info.seats;
    void loadSkin(info.game).then((skin) => (this.table.skin = skin));
    if (info.status === "playing" && info.match !== this.#match) {
      this.#match = info.match;
      this.#seq = 0;
      this.asked = false;
      this.#queue = [];
      this.table.clearLog();
    } else if (info.status === "finished" && this.#match === 0) {
      this.#match = info.match - 1;
    }
  }

  #updated(update: AnyUpdate): void {
    this.#seq = update.seq;
    // The view of a `resync` includes the queued updates, so they are only written to the log.
    if (update.resync) {
      for (const missed of this.#queue.splice(0)) this.table.note(missed.seq, missed.events);
      this.#resumed(update.decision ?? null);
    }
    this.table.withdraw();
    this.#queue.push(update);
    const due = update.deadline_ms === undefined ? null : performance.now() + update.deadline_ms;
    this.table.deadline = due;
    if (!this.#showing) void this.#showQueue();
  }

  async #showQueue(): Promise<void> {
    this.#showing = true;
    const { table } = this;
    if (!table.skin && table.game) table.skin = await loadSkin(table.game).catch(() => null);
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      const hurried = document.hidden || update.resync === true || this.#queue.length > 12;
      try {
        await this.#showUpdate(update, hurried);
      } catch (error) {
        // A failure to show one update must not stop the following ones.
        console.warn("an update could not be shown completely", error);
      }
      if (this.#queue.length === 0) {
        table.offer(update);
        table.shown = update.seq;
        if (table.myTurn) sound("turn");
      } else if (!hurried) await pause(this.#queue.length > 3 ? 180 : 420);
    }
    this.#showing = false;
  }

  async #showUpdate(update: AnyUpdate, hurried: boolean): Promise<void> {
    const { table } = this;
    if (!update.view) return;
    const stages = hurried || !table.view ? [] : (table.skin?.stages?.(table.view, update) ?? []);
    table.note(update.seq, update.events);
    const heard = soundOf(update);
    if (heard) sound(heard);
    for (const stage of stages) {
      await table.show(stage.view);
      await pause(stage.ms * (this.#queue.length > 3 ? 0.4 : 1));
    }
    await table.show(update.view, update.events, hurried);
  }

  #said(from: number | null, name: string, text: string): void {
    const line = { key: ++this.#chatKey, from, name, text, at: Date.now() };
    this.chats = [...this.chats, line].slice(-200);
    if (from !== this.me || from === null) this.unread += 1;
  }

  /** Sends an action until it is answered. If the connection is lost before the reply, the current decision after the
   *  reconnection tells whether the action had arrived: it is sent again only if the decision is still the same. */
  async #act(action: Record<string, unknown>, decision: number): Promise<void> {
    this.notice = null;
    let open: number | null = decision;
    while (open === decision) {
      try {
        await this.request({ type: "act", room: this.code, decision, action } as Request);
        return;
      } catch (error) {
        if (error instanceof Refusal) return this.#refused(error);
        if (!(error instanceof Lost)) throw error;
      }
      open = await new Promise((resolve) => (this.#resumed = resolve));
    }
  }

  #refused({ code }: Refusal): void {
    this.notice = code === "stale_decision" || code === "illegal_action" ? "refused" : code;
    sound("no");
  }
}
