// The state of one room in this browser: with a seat, watching, or not joined yet ("door"); its host, its seats, how one comes
// and goes. What happens at its table has `live`.
import { Refusal, type Request } from "../protocol/socket";
import type { AnyUpdate, RoomSummary, ServerMessage, ServerRoom } from "../protocol/messages";
import { boardIn, keepBoard, type KeptBoard } from "./boards";
import { Filling } from "./filling.svelte";
import { Link } from "./link.svelte";
import { Live } from "./live.svelte";
import { me } from "./me.svelte";
import { isElsewhere } from "./sender";
import { settings, type Level } from "../settings/settings.svelte";
import type { TableModel } from "./table.svelte";
import { operator } from "./operator.svelte";
import { forgetSeat, savedSeat, saveSeat } from "./tokens";

type Presence = "entering" | "door" | "seated" | "watching" | "replaced" | "kicked" | "gone";

/** How long to wait before entering the room again, when the server could not bring it back just now. */
const AGAIN_MS = 1000;

/** After this time anybody at the table may hand an absent player's seat to a bot. */
const AWAY_MS = 60_000;

const HAND_OVER_AGAIN_MS = 5000;

/** This page until it is loaded anew, among the tabs of this browser. */
const PAGE = String(Math.random());

/** Asks for `chat_log` and `rematch_asked`. */
const EXTRAS = { extras: true };

export class RoomStore {
  presence = $state<Presence>("entering");
  /** Whether this player goes on in another room, for which the server closes this one. */
  isLeft = false;
  /** Whether the match goes on in another room, of which this player has never heard. */
  isLost = $state(false);
  /** Why the operator has closed the room, in his words; null: he has not. */
  because = $state<string | null>(null);
  /** The seat about which something is asked; null: none. */
  about = $state<number | null>(null);
  /** The seats that this player has reported. */
  reported = $state.raw<readonly number[]>([]);
  notice = $state<string | null>(null);
  /** Whether this player, who was sent away, may still return to the seat: during a match. */
  keepsSeat = $state(false);
  asked = $state(false);
  /** The match is about to begin: the waiting room need not be shown. */
  starting = $state(false);
  #wanting = $state.raw<readonly number[]>([]);
  readonly filling: Filling;
  readonly live: Live;
  /** The connection for this room: closed when the room is no longer shown, so that the others see at once who is away. */
  readonly link: Link;
  #onlyWatch = false;
  /** Whether to ask for a seat that this player has taken with another device. */
  #asPlayer = false;
  /** When the seat of a host who has gone may be given away again, by `performance.now`. */
  #handOverAgain = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  constructor(readonly code: string) {
    this.filling = new Filling(code);
    this.link = new Link(
      `/ws?room=${encodeURIComponent(code)}`,
      () => this.#opened(),
      (message) => this.receive(message),
    );
    this.live = new Live(code, {
      request: (message) => this.request(message),
      reconnect: () => this.link.reconnect(),
      notice: (notice) => (this.notice = notice),
    });
  }

  /** The board of the day that is played here; null: none, or one that another browser has begun. */
  get board(): KeptBoard | null {
    return boardIn(this.code);
  }
  get info(): ServerRoom | null {
    return this.live.info;
  }
  get table(): TableModel {
    return this.live.table;
  }
  get me(): number | null {
    return this.table.me;
  }
  get isHost(): boolean {
    return this.info?.seats.some((seat) => seat.seat === this.me && seat.host) ?? false;
  }
  /** The number of the match on the table. */
  get match(): number {
    return this.live.match;
  }

  /** Whether to enter the room with a new connection. Not if another tab has taken the seat. */
  get returns(): boolean {
    if (this.isLeft) return false;
    if (this.#entersToWatch) return true;
    if (this.presence === "door" || this.presence === "entering")
      return !this.#onlyWatch && (this.#asPlayer || savedSeat(this.code) !== null);
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
    else if (!watch && savedSeat(this.code) === null) void this.#beginAsPlayer();
  }

  /** Without a token: perhaps this player has a seat from another device; otherwise shows the door. */
  async #beginAsPlayer(): Promise<void> {
    await me.look();
    if (this.presence !== "entering") return;
    this.#asPlayer = me.player !== null;
    if (!this.#asPlayer) this.presence = "door";
    else if (this.link.status === "open") void this.enter().catch(() => {});
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
    this.live.absences.clear();
    this.link.close();
  }

  /** Saves the log, so that it is still there after a reload. */
  keepLog(): void {
    if (this.presence === "seated") this.live.keepLog();
  }

  /** Resumes this browser's seat in the room, or continues to watch; without a seat, shows the door. */
  async enter(): Promise<void> {
    clearTimeout(this.#again);
    if (this.presence === "watching") return this.watch();
    if (this.#entersToWatch) return this.#enterToWatch();
    const seat = savedSeat(this.code);
    if (!seat && !this.#asPlayer) {
      this.presence = "door";
      return;
    }
    if (this.presence === "seated" && (await this.#isPlayedElsewhere())) return this.#lose();
    const since = this.live.missed();
    try {
      const token = seat ? { token: seat.token } : {};
      await this.request({ type: "resume", room: this.code, ...token, ...since, ...EXTRAS } as Request);
    } catch (error) {
      if (error instanceof Refusal && ["bad_token", "no_such_room", "not_yours"].includes(error.code)) {
        forgetSeat(this.code);
        this.#asPlayer = false;
        this.presence = error.code === "bad_token" ? "door" : "gone";
        this.live.lose();
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

  /** \param entropy null where the cards are fixed already: a board of the day, a match that goes on from another */
  async join(name: string, entropy: string | null, seat?: number): Promise<void> {
    // Who one is counts from the beginning of a connection.
    if (await me.begin()) {
      this.link.reconnect();
      await this.link.whenOpen();
    }
    const own = { ...(entropy === null ? {} : { entropy }), ...(seat === undefined ? {} : { seat }) };
    await this.request({ type: "join", room: this.code, name, ...own, ...EXTRAS } as Request);
  }

  /** Resumes the seat that this player has here, from whatever connection it was taken. */
  async comeBack(): Promise<void> {
    await this.request({ type: "resume", room: this.code, ...EXTRAS } as Request);
  }

  async watch(): Promise<void> {
    await this.request({
      type: "join",
      room: this.code,
      name: settings.name || "–",
      role: "spectator",
      ...EXTRAS,
    } as Request);
  }

  /** Sends a message other than an action. Returns false and sets `notice` if it failed. */
  async command(message: Request): Promise<boolean> {
    this.notice = null;
    try {
      await this.request(message);
      return true;
    } catch (error) {
      this.notice = error instanceof Refusal ? error.code : "offline";
      if (error instanceof Refusal && error.code === "muted") operator.muted = error.message;
      return false;
    }
  }

  /** Tells the operator about a seat. */
  async report(seat: number): Promise<void> {
    if (await this.command({ type: "report", room: this.code, seat })) this.reported = [...this.reported, seat];
  }

  async rematch(): Promise<void> {
    this.asked = true;
    this.asked = await this.command({ type: "rematch", room: this.code });
  }

  /** Leaves the room. During a match a bot takes the seat and the token is kept, so that the player can come back. */
  async leave(): Promise<boolean> {
    const { status } = this.info ?? {};
    if (!(await this.command({ type: "leave", room: this.code }))) return false;
    if (this.board && status === "playing") keepBoard({ ...this.board, gone: true });
    if (status === "playing" && !this.board) saveSeat(this.code, { left: true });
    else forgetSeat(this.code);
    return true;
  }

  /** Puts a bot into a free seat. */
  async fill(level: Level, seat: number): Promise<void> {
    await this.request({ type: "fill", room: this.code, level, seat });
    this.know({ [seat]: level });
  }

  /** Remembers how strong bots are, by the seat. */
  know(levels: Readonly<Record<number, Level>>): void {
    this.table.botLevels = { ...this.table.botLevels, ...levels };
    saveSeat(this.code, { levels: this.table.botLevels });
  }

  /** Puts a bot of the settings' strength into this seat, or into all free seats. */
  async addBots(only?: number): Promise<void> {
    if (only === undefined) this.filling.end();
    const free = this.info?.seats.filter(({ kind }) => kind === "empty").map(({ seat }) => seat) ?? [];
    this.notice = null;
    try {
      for (const seat of only === undefined ? free : [only]) await this.fill(settings.level, seat);
    } catch (error) {
      this.notice = error instanceof Refusal ? error.code : "offline";
    }
  }

  /** Lets a bot play the seat of somebody who is away, or empties it outside a match. */
  async handOver(seat: number): Promise<void> {
    await this.command({ type: "kick", room: this.code, seat });
  }

  /** The time of `filling` is up. Where the host has gone, the first of the others who are there gives the host's seat away as soon as that is allowed, and is host then. */
  fillNow(now: number): void {
    if (this.isHost) void this.addBots();
    const seats = this.info?.seats ?? [];
    const host = seats.find((seat) => seat.host);
    const first = seats.find(({ kind, connected }) => kind === "human" && connected);
    if (!host || first?.seat !== this.me || !this.mayHandOver(host.seat, now) || now < this.#handOverAgain) return;
    // The server may count a little later: then it is asked again, without a word.
    this.#handOverAgain = now + HAND_OVER_AGAIN_MS;
    void this.request({ type: "kick", room: this.code, seat: host.seat }).catch(() => {});
  }

  /** Whether this seat may be handed to a bot: by the host always, by the others if it has been gone for long. */
  mayHandOver(seat: number, now: number): boolean {
    return (
      this.presence === "seated" &&
      this.live.absences.goneMs(seat, now) !== null &&
      this.waitToHandOver(seat, now) === 0
    );
  }

  /** How many milliseconds are left until this player may hand over an absent one's seat. */
  waitToHandOver(seat: number, now: number): number {
    return this.isHost ? 0 : Math.max(0, AWAY_MS - (this.live.absences.goneMs(seat, now) ?? 0));
  }

  /** Whether a seat has asked for another match. */
  wantsRematch(seat: number): boolean {
    return this.#wanting.includes(seat) || (seat === this.me && this.asked);
  }

  receive(message: ServerMessage): void {
    if (message.type === "joined") this.#joined(message.seat, message.token);
    else if (message.type === "room") this.#changed(message);
    else if (message.type === "update") this.live.receive(message as AnyUpdate);
    else if (message.type === "replaced") this.#replaced();
    else if (message.type === "closed") this.#closed(message.message);
    else if (message.type === "moved") this.link.reconnect();
    else if (message.type === "chat_log") this.live.restoreChat(message.lines);
    else if (message.type === "rematch_asked") this.#wanting = [...this.#wanting, message.seat];
    else if (message.type === "chat") this.live.hear(message);
  }

  /** The operator has closed the room, or it is left for another one. */
  #closed(because: string): void {
    forgetSeat(this.code);
    if (this.isLeft) return;
    this.because = because;
    this.presence = "gone";
  }

  #replaced(): void {
    this.#lose();
    void this.#lookWhy();
  }

  /** The seat is played elsewhere; this page takes it again only when it is told to. */
  #lose(): void {
    clearTimeout(this.#again);
    this.presence = "replaced";
    this.live.lose();
  }

  /** This player's seat as everybody may see it; undefined where the server does not tell. */
  async #lookAtSeat(): Promise<RoomSummary["seats"][number] | undefined> {
    const reply = await fetch(`/api/rooms/${encodeURIComponent(this.code)}`).catch(() => null);
    const room = reply?.ok ? ((await reply.json().catch(() => null)) as RoomSummary | null) : null;
    return room?.seats.find(({ seat }) => seat === this.me);
  }

  /** Whether another tab has the seat: while the connection was dead, or the device slept, nobody could tell this one. */
  async #isPlayedElsewhere(): Promise<boolean> {
    const { page = PAGE } = savedSeat(this.code) ?? {};
    return page !== PAGE && (await this.#lookAtSeat())?.connected !== false;
  }

  /** Another connection has taken the seat, or somebody has sent this player away: then nobody is connected there. */
  async #lookWhy(): Promise<void> {
    const mine = await this.#lookAtSeat();
    if (!mine || this.presence !== "replaced" || (mine.kind === "human" && mine.connected !== false)) return;
    this.keepsSeat = mine.kind === "human";
    this.presence = "kicked";
    this.live.lostToBot();
    if (!this.keepsSeat) forgetSeat(this.code);
  }

  #joined(seat: number | null, token: string | undefined): void {
    this.table.me = seat;
    this.presence = seat === null ? "watching" : "seated";
    if (token && seat !== null) saveSeat(this.code, { token, seat, left: false, done: false, page: PAGE });
  }

  #changed(room: ServerRoom): void {
    const before = this.info;
    const isOther = JSON.stringify([before?.game, before?.options]) !== JSON.stringify([room.game, room.options]);
    const another = this.live.follow(room, (info) => this.#mayAsk(info));
    const info = this.info!;
    if (this.presence === "seated") this.filling.see(info, this.isHost, (message) => this.request(message));
    if (this.presence === "seated")
      saveSeat(this.code, { game: info.game, done: info.status === "finished" && this.#isAlone(info) });
    if (info.status !== "waiting") this.starting = false;
    // Who wanted to play that again is asked anew.
    if (another || (before && isOther)) {
      this.asked = false;
      this.#wanting = [];
    }
  }

  /** Advice is allowed where all other seats are bots', or the room was made with hints. */
  #mayAsk({ hints }: ServerRoom): boolean {
    if (this.board) return false;
    return hints === true || this.table.alone;
  }

  #isAlone({ seats }: ServerRoom): boolean {
    return seats.every(({ seat, kind }) => seat === this.me || kind !== "human");
  }
}
