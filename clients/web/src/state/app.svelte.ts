// The page's connection, the server's games, and the room that the user is in.
import { Refusal, Socket, type Request, type Status } from "../protocol/socket";
import type { GameInfo, RoomSummary, ServerMessage } from "../protocol/messages";
import { byPlace } from "../games/registry";
import { RoomStore } from "./room.svelte";
import { saveSeat } from "./tokens";
import { settings } from "./settings.svelte";

export interface NewRoom {
  game: string;
  seats?: number;
  options?: Record<string, unknown>;
  clock?: { decision: number; bank: number };
  public?: boolean;
}

const CONNECT_WITHIN_MS = 8000;

export const entropy = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

class App {
  status = $state<Status>("connecting");
  everOpen = $state(false);
  closing = $state(false);
  games = $state.raw<GameInfo[]>([]);
  rooms = $state.raw<RoomSummary[]>([]);
  room = $state.raw<RoomStore | null>(null);
  readonly #socket = new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`, {
    status: (status) => (this.status = status),
    opened: () => this.#opened(),
    message: (message) => this.#receive(message),
  });
  #opens: (() => void)[] = [];

  begin(): void {
    this.#socket.connect();
    void this.loadGames();
    addEventListener("online", () => this.#socket.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#socket.hurry());
  }

  async loadGames(): Promise<void> {
    try {
      const games = (await (await fetch("/api/games")).json()) as GameInfo[];
      this.games = games.sort((a, b) => byPlace(a.id, b.id));
    } catch {
      setTimeout(() => void this.loadGames(), 2000);
    }
  }

  game(id: string): GameInfo | null {
    return this.games.find((game) => game.id === id) ?? null;
  }
  gameName(id: string): string {
    return this.game(id)?.name[settings.language] ?? id;
  }

  async refreshRooms(): Promise<void> {
    if (this.status !== "open") return;
    const reply = await this.request({ type: "list" }).catch(() => null);
    if (reply?.type === "rooms") this.rooms = reply.rooms;
  }

  request(message: Request): Promise<ServerMessage> {
    return this.#socket.request(message);
  }

  async whenOpen(): Promise<void> {
    if (this.#socket.open) return;
    this.#socket.hurry();
    await new Promise<void>((resolve, reject) => {
      this.#opens.push(resolve);
      setTimeout(() => reject(new Error("offline")), CONNECT_WITHIN_MS);
    });
  }

  /** Makes this the current room and returns its store. A store of another room is dropped. */
  openRoom(code: string): RoomStore {
    if (this.room?.code === code) return this.room;
    this.room = new RoomStore(code, (message) => this.request(message));
    return this.room;
  }

  /** Stops showing the room. A seat is kept; a spectator leaves. */
  closeRoom(): void {
    const room = this.room;
    this.room = null;
    if (room?.presence === "watching") void this.request({ type: "leave", room: room.code }).catch(() => {});
  }

  async create(wish: NewRoom): Promise<string> {
    await this.whenOpen();
    const created = await this.request({ type: "create", ...wish } as Request);
    if (created.type !== "created") throw new Error("no room");
    const room = this.openRoom(created.room);
    await room.join(settings.name || (settings.language === "ja" ? "客人" : "Guest"), entropy());
    return created.room;
  }

  /** Creates a room and fills its other seats with bots, so that the match begins. */
  async playNow(wish: NewRoom): Promise<string> {
    const code = await this.create(wish);
    const free = (wish.seats ?? this.game(wish.game)?.seats.default ?? 2) - 1;
    for (let n = 0; n < free; n++) await this.request({ type: "fill", room: code, level: settings.level });
    return code;
  }

  #opened(): void {
    this.everOpen = true;
    this.closing = false;
    for (const open of this.#opens.splice(0)) open();
    if (this.room?.returns) void this.room.enter().catch(() => {});
    void this.refreshRooms();
  }

  #receive(message: ServerMessage): void {
    if (message.type === "closing") this.closing = true;
    else if (message.type === "joined" && message.token && message.room !== this.room?.code) saveSeat(message.room, message.token);
    if ("room" in message && message.room === this.room?.code) this.room?.receive(message);
  }
}

export const app = new App();
export const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : "offline");
