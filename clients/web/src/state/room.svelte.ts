// The state of one room in this browser: with a seat, watching, or not joined yet ("door"). The director shows the updates.
import { Lost, Refusal, type Request } from "../protocol/socket";
import type { AnyAction, AnyUpdate, ServerMessage, ServerRoom } from "../protocol/messages";
import { Director, PACE } from "../director/director";
import { loadSkin } from "../games/registry";
import { sound, soundOf } from "../ui/sound";
import { Absences } from "./absences.svelte";
import { Link } from "./link.svelte";
import { saveLog, savedLog } from "./saved_log";
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

/** How long to wait before entering the room again, when the server could not bring it back just now. */
const AGAIN_MS = 1000;

/** After this time anybody at the table may hand an absent player's seat to a bot. */
const AWAY_MS = 60_000;

/** Asks for `chat_log` and `rematch_asked`. */
const EXTRAS = { extras: true };

const isElsewhere = (error: unknown): boolean => error instanceof Refusal && (error.code as string) === "elsewhere";

export class RoomStore {
  presence = $state<Presence>("entering");
  info = $state.raw<ServerRoom | null>(null);
  chats = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  notice = $state<string | null>(null);
  asked = $state(false);
  /** When bots take the free seats (milliseconds since 1970); null if they wait to be asked. */
  #fillAt = $state<number | null>(null);
  /** The match is about to begin: the waiting room need not be shown. */
  starting = $state(false);
  #wanting = $state.raw<readonly number[]>([]);
  readonly absences = new Absences();
  readonly table: TableModel;
  /** The connection for this room: closed when the room is no longer shown, so that the others see at once who is away. */
  readonly link: Link;
  readonly #director: Director;
  #seq = 0;
  #match = 0;
  #chatKey = 0;
  /** Updates are only written to the log until the next `resync`: the seat has just been resumed. */
  #catchingUp = false;
  #onlyWatch = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Called after a reconnection with the current decision; null if there is none or the seat is lost. Set by `#act`. */
  #resumed: (decision: number | null) => void = () => {};

  constructor(readonly code: string) {
    this.#fillAt = savedSeat(code)?.fillAt || null;
    this.link = new Link(`/ws?room=${encodeURIComponent(code)}`, () => this.#opened(), (message) => this.receive(message));
    this.table = new TableModel((action, decision) => this.#act(action, decision));
    const { table } = this;
    this.#director = new Director(table, () => PACE[settings.speed], {
      ready: async () => {
        if (!table.skin && table.game) table.skin = await loadSkin(table.game).catch(() => null);
      },
      showing: (update) => {
        const heard = soundOf(update);
        if (heard) sound(heard);
      },
      caughtUp: (update) => this.#caughtUp(update),
      busy: (busy) => (table.busy = busy),
    });
    table.skip = () => this.#director.skip();
  }

  get me(): number | null {
    return this.table.me;
  }
  get fillAt(): number | null {
    return this.#fillAt;
  }
  set fillAt(at: number | null) {
    this.#fillAt = at;
    saveSeat(this.code, { fillAt: at ?? 0 });
  }
  get isHost(): boolean {
    return this.info?.seats.some((seat) => seat.seat === this.me && seat.host) ?? false;
  }
  /** The number of the match on the table. */
  get match(): number {
    return this.#match;
  }

  /** Whether to enter the room with a new connection. Not if another tab has taken the seat. */
  get returns(): boolean {
    if (this.#entersToWatch) return true;
    if (this.presence === "door" || this.presence === "entering") return !this.#onlyWatch && savedSeat(this.code) !== null;
    return this.presence === "seated" || this.presence === "watching";
  }

  get #entersToWatch(): boolean {
    return this.presence === "entering" && this.#onlyWatch;
  }

  /** Begins to show the room: as what this browser is in it, or as a spectator. */
  begin(watch: boolean): void {
    if (this.presence !== "entering") return;
    this.#onlyWatch = watch;
    if (watch && this.link.status === "open") void this.enter().catch(() => {});
    else if (!watch && savedSeat(this.code) === null) this.presence = "door";
  }

  #opened(): void {
    if (this.returns) void this.enter().catch(() => {});
  }

  /** Sends a request. If the room is at another server, it connects there and sends it again. */
  async request(message: Request): Promise<ServerMessage> {
    try {
      return await this.link.request(message);
    } catch (error) {
      if (!isElsewhere(error)) throw error;
    }
    this.link.reconnect();
    await this.link.whenOpen();
    return this.link.request(message);
  }

  /** Closes the connection and keeps what a return needs. */
  close(): void {
    this.keepLog();
    clearTimeout(this.#again);
    this.absences.clear();
    this.link.close();
  }

  /** Saves the log, so that it is still there after a reload. */
  keepLog(): void {
    if (this.presence !== "seated" || this.#seq === 0) return;
    const entries = this.table.log.map(({ seq, event }) => ({ seq, event }));
    // Updates that wait to be shown are not in the log yet; the server sends them again.
    saveLog(this.code, { match: this.#match, seq: entries.at(-1)?.seq ?? this.#seq, entries });
  }

  /** What the server shall send again. Without a log it is everything that the server still has. */
  #missed(): { since?: number; match?: number } {
    if (this.#seq > 0) return { since: this.#seq, match: this.#match };
    const log = savedLog(this.code);
    this.#catchingUp = true;
    if (log === null) return { since: 1 };
    this.#match = log.match;
    this.#seq = log.seq;
    this.table.restoreLog(log.entries);
    return { since: log.seq, match: log.match };
  }

  /** Resumes this browser's seat in the room, or continues to watch; without a seat, shows the door. */
  async enter(): Promise<void> {
    clearTimeout(this.#again);
    if (this.presence === "watching") return this.watch();
    if (this.#entersToWatch) return this.#enterToWatch();
    const seat = savedSeat(this.code);
    if (!seat) {
      this.presence = "door";
      return;
    }
    const since = this.#missed();
    try {
      await this.request({ type: "resume", room: this.code, token: seat.token, ...since, ...EXTRAS } as Request);
    } catch (error) {
      if (error instanceof Refusal && (error.code === "bad_token" || error.code === "no_such_room")) {
        forgetSeat(this.code);
        this.presence = error.code === "no_such_room" ? "gone" : "door";
        this.#resumed(null);
      } else if (error instanceof Refusal) {
        // The server can't bring the room back now (it is stopping, or its database is away): try again.
        this.#again = setTimeout(() => void this.enter().catch(() => {}), AGAIN_MS);
      }
    }
  }

  /** A refusal leads to the door; a lost connection does not, because the next one tries again. */
  async #enterToWatch(): Promise<void> {
    try {
      await this.watch();
    } catch (error) {
      if (error instanceof Refusal) this.presence = "door";
    }
  }

  async join(name: string, entropy: string): Promise<void> {
    await this.request({ type: "join", room: this.code, name, entropy, ...EXTRAS } as Request);
  }

  async watch(): Promise<void> {
    await this.request({ type: "join", room: this.code, name: settings.name || "–", role: "spectator", ...EXTRAS } as Request);
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

  /** Leaves the room. During a match a bot takes the seat and the token is kept, so that the player can come back. */
  async leave(): Promise<boolean> {
    const { status } = this.info ?? {};
    if (!(await this.command({ type: "leave", room: this.code }))) return false;
    if (status === "playing") saveSeat(this.code, { left: true });
    else forgetSeat(this.code);
    return true;
  }

  /** Puts bots into all free seats. */
  async fillAll(): Promise<void> {
    this.fillAt = null;
    const free = this.info?.seats.filter(({ kind }) => kind === "empty") ?? [];
    for (const { seat } of free) await this.command({ type: "fill", room: this.code, seat, level: settings.level });
  }

  /** Lets a bot play the seat of somebody who is away, or empties it outside a match. */
  async handOver(seat: number): Promise<void> {
    await this.command({ type: "kick", room: this.code, seat });
  }

  /** Whether this seat may be handed to a bot: by the host always, by the others if it is the host's or has been gone for long. */
  mayHandOver(seat: number, now: number): boolean {
    return this.presence === "seated" && this.absences.goneMs(seat, now) !== null && this.waitToHandOver(seat, now) === 0;
  }

  /** How many milliseconds are left until this player may hand over an absent one's seat. */
  waitToHandOver(seat: number, now: number): number {
    const host = this.info?.seats.find((info) => info.seat === seat)?.host ?? false;
    return this.isHost || host ? 0 : Math.max(0, AWAY_MS - (this.absences.goneMs(seat, now) ?? 0));
  }

  /** Whether a seat has asked for another match. */
  wantsRematch(seat: number): boolean {
    return this.#wanting.includes(seat) || (seat === this.me && this.asked);
  }

  /** Replaces the chat with the messages that were sent before this page joined. */
  #saidBefore(lines: readonly { from: number | null; name: string; text: string }[]): void {
    this.chats = lines.map(({ from, name, text }) => ({ key: ++this.#chatKey, from, name, text, at: 0 }));
  }

  receive(message: ServerMessage): void {
    if (message.type === "joined") this.#joined(message.seat, message.token);
    else if (message.type === "room") this.#changed(message);
    else if (message.type === "update") this.#updated(message as unknown as AnyUpdate);
    else if (message.type === "replaced") this.#replaced();
    else if (message.type === "moved") this.link.reconnect();
    else if (message.type === "chat_log") this.#saidBefore(message.lines);
    else if (message.type === "rematch_asked") this.#wanting = [...this.#wanting, message.seat];
    else if (message.type === "chat") this.#said(message.from, message.name, message.text);
  }

  #replaced(): void {
    this.presence = "replaced";
    this.#resumed(null);
  }

  #joined(seat: number | null, token: string | undefined): void {
    this.table.me = seat;
    this.presence = seat === null ? "watching" : "seated";
    if (token && seat !== null) saveSeat(this.code, { token, seat, left: false, done: false });
  }

  #changed(info: ServerRoom): void {
    this.info = info;
    this.absences.see(info.seats, Date.now());
    if (this.presence === "seated") saveSeat(this.code, { game: info.game, done: info.status === "finished" && this.#isAlone(info) });
    if (info.status !== "waiting") this.starting = false;
    this.table.game = info.game;
    this.table.options = { ...info.options };
    this.table.seats = info.seats;
    this.table.ask = this.#mayAsk(info) ? () => this.#ask() : null;
    void loadSkin(info.game).then((skin) => (this.table.skin = skin));
    if (info.status === "playing" && info.match !== this.#match) {
      this.#match = info.match;
      this.#seq = 0;
      this.asked = false;
      this.#director.clear();
      this.#wanting = [];
      this.table.clearLog();
    } else if (info.status === "finished" && this.#match === 0) {
      this.#match = info.match - 1;
    }
  }

  /** Advice is allowed where all other seats are bots', or the room was made with hints. */
  #mayAsk({ hints, seats }: ServerRoom): boolean {
    return hints === true || seats.every(({ seat, kind }) => seat === this.me || kind === "bot");
  }

  async #ask(): Promise<void> {
    this.notice = null;
    try {
      const reply = (await this.request({ type: "advise", room: this.code } as unknown as Request)) as unknown as { action?: AnyAction; decision?: number };
      if (reply.action && reply.decision !== undefined) this.table.advise(reply.action, reply.decision);
    } catch (error) {
      this.notice = error instanceof Refusal ? error.code : "offline";
    }
  }

  #isAlone({ seats }: ServerRoom): boolean {
    return seats.every(({ seat, kind }) => seat === this.me || kind !== "human");
  }

  #updated(update: AnyUpdate): void {
    if (this.#catchingUp && !update.resync && update.seq > 1) {
      this.#seq = update.seq;
      this.table.note(update.seq, update.events);
      return;
    }
    this.#catchingUp = false;
    this.#seq = update.seq;
    // The view of a `resync` includes the updates that wait, so these are only written to the log.
    if (update.resync) {
      for (const missed of this.#director.clear()) this.table.note(missed.seq, missed.events);
      this.#resumed(update.decision ?? null);
    }
    this.table.expect(update.decision ?? null);
    this.table.deadline = update.deadline_ms === undefined ? null : performance.now() + update.deadline_ms;
    this.#director.push(update);
  }

  #caughtUp(update: AnyUpdate): void {
    this.table.offer(update);
    this.table.shown = update.seq;
    if (this.table.myTurn) sound("turn");
  }

  #said(from: number | null, name: string, text: string): void {
    const line = { key: ++this.#chatKey, from, name, text, at: Date.now() };
    this.chats = [...this.chats, line].slice(-200);
    if (from !== this.me || from === null) this.unread += 1;
  }

  /** Sends an action until it is answered. If the connection is lost before the reply, the current decision after the
   *  reconnection tells whether the action had arrived: it is sent again only if the decision is still the same. */
  async #act(action: Record<string, unknown>, decision: number): Promise<boolean> {
    this.notice = null;
    let open: number | null = decision;
    while (open === decision) {
      try {
        await this.request({ type: "act", room: this.code, decision, action } as Request);
        return true;
      } catch (error) {
        if (isElsewhere(error)) this.link.reconnect();
        else if (error instanceof Refusal) {
          this.#refused(error);
          return false;
        } else if (!(error instanceof Lost)) throw error;
      }
      open = await new Promise((resolve) => (this.#resumed = resolve));
    }
    return true;
  }

  #refused({ code }: Refusal): void {
    this.notice = code === "stale_decision" || code === "illegal_action" ? "refused" : code;
    sound("no");
  }
}
