// The server's games, the public rooms, and the room that the user is in. The start page has a connection of its own (the
// lobby); at a table only the room's connection is open.
import { Refusal, type Request } from "../protocol/socket";
import type { GameInfo, RoomSummary } from "../protocol/messages";
import { about, byPlace } from "../games/registry";
import { apart } from "../pieces/names";
import { keepBoard } from "./boards";
import { STRANGERS_CLOCK } from "./filling.svelte";
import { Link } from "./link.svelte";
import { me } from "./me.svelte";
import { serverTime } from "./server_time";
import { openTables, peopleThere } from "./open_tables";
import type { RoomStore } from "./room.svelte";
import { t } from "../i18n/index.svelte";
import { settings, type Level } from "../settings/settings.svelte";

export interface NewRoom {
  game: string;
  seats?: number;
  options?: Record<string, unknown>;
  clock?: { decision: number; bank: number };
  public?: boolean;
  hints?: boolean;
}

/** A public room, and when it was made (milliseconds since 1970). */
export type ListedRoom = RoomSummary & { created: number };

/** A table against bots. */
export interface NewMatch extends NewRoom {
  /** How strong the bots are, if not as in the settings. */
  level?: Level;
}

const GAMES_AGAIN_MS = 2000;

/** Nobody is at a table any more. */
class Deserted extends Error {}

export const entropy = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const playerName = (): string => settings.name.trim() || me.player?.name || t().start.guest;

class App {
  games = $state.raw<GameInfo[]>([]);
  rooms = $state.raw<ListedRoom[]>([]);
  room = $state.raw<RoomStore | null>(null);
  /** The id of the player whose profile lies over the page. */
  person = $state<string | null>(null);
  readonly lobby = new Link(
    "/ws",
    () => void this.refreshRooms(),
    () => {},
  );

  /** The connection that the current screen uses: the room's, or the lobby's. */
  get link(): Link {
    return this.room?.link ?? this.lobby;
  }

  /** Whether a table is being made or entered, is not shown yet, or the server has not answered. */
  get isUnderWay(): boolean {
    if (this.link.waits) return true;
    return this.room !== null && (this.room.presence === "entering" || !location.hash.includes(this.room.code));
  }

  begin(): void {
    void this.loadGames();
    void me.look();
    const wake = (): void => {
      serverTime.doubt();
      this.link.wake();
    };
    addEventListener("online", wake);
    addEventListener("pageshow", ({ persisted }) => persisted && wake());
    addEventListener("offline", () => this.link.drop());
    addEventListener("pagehide", () => this.room?.keepLog());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.room?.keepLog() : wake()));
  }

  async loadGames(): Promise<void> {
    try {
      const reply = await fetch("/api/games");
      if (!reply.ok) throw new Error(String(reply.status));
      const games = (await reply.json()) as GameInfo[];
      this.games = games.sort((a, b) => byPlace(a.id, b.id));
    } catch {
      setTimeout(() => void this.loadGames(), GAMES_AGAIN_MS);
    }
  }

  game(id: string): GameInfo | null {
    return this.games.find((game) => game.id === id) ?? null;
  }
  /** `options`: of a table, whose game may have a name of its own. */
  gameName(id: string, options: object = {}): string {
    const own = about(id)?.named?.(options as Record<string, unknown>);
    return own ?? this.game(id)?.name[settings.language] ?? id;
  }

  async refreshRooms(): Promise<void> {
    if (this.lobby.status !== "open") return;
    const reply = await this.lobby.request({ type: "list", extras: true }).catch(() => null);
    if (reply?.type !== "rooms") return;
    if (reply.rooms.length > 0) await serverTime.look();
    this.rooms = reply.rooms.map((room, i) => ({ ...room, seats: apart(room.seats), created: reply.created![i]! }));
  }

  /** Makes this the current room and returns its store. A store of another room is dropped. `Store`: the class, which the start page does not load. */
  openRoom(code: string, Store: new (code: string) => RoomStore): RoomStore {
    if (this.room?.code === code) return this.room;
    this.room?.close();
    this.room = new Store(code);
    this.room.link.connect();
    this.lobby.close();
    return this.room;
  }

  /** Stops showing a room and connects to the lobby. A seat is kept, and seen to be away at once; a spectator is gone. */
  closeRoom(): void {
    this.room?.close();
    this.room = null;
    this.lobby.connect();
  }

  async create(wish: NewRoom): Promise<RoomStore> {
    await Promise.all([this.lobby.whenOpen(), me.begin()]);
    const created = await this.lobby.request({ type: "create", ...wish } as Request);
    if (created.type !== "created") throw new Error("no room");
    return this.join(created.room);
  }

  /** Begins today's board of a game, or goes on with it. \returns its room */
  async playBoard(game: string, date: string): Promise<string> {
    // Who one is counts from the beginning of a connection.
    if (await me.begin()) this.lobby.reconnect();
    await this.lobby.whenOpen();
    try {
      const created = await this.lobby.request({ type: "create", game, daily: true } as Request);
      if (created.type !== "created") throw new Error("no room");
      keepBoard({ date, game, room: created.room });
      return (await this.join(created.room, null)).code;
    } catch (error) {
      const room = error instanceof Refusal && error.code === "daily_played" ? error.details.room : undefined;
      if (room === undefined) throw error;
      keepBoard({ date, game, room });
      return room;
    }
  }

  /** \param asked what to ask the room's server before, which throws where one is not to join */
  async join(
    code: string,
    own: string | null = entropy(),
    seat?: number,
    asked?: (room: RoomStore) => Promise<void>,
  ): Promise<RoomStore> {
    const [{ RoomStore }] = await Promise.all([import("./room.svelte"), me.begin()]);
    const room = this.openRoom(code, RoomStore);
    try {
      await room.link.whenOpen();
      await asked?.(room);
      await room.join(playerName(), own, seat);
      return room;
    } catch (error) {
      this.closeRoom();
      throw error;
    }
  }

  /** Gives a spectator of this room one of its free seats: this one, or the first. */
  async takeSeat(room: RoomStore, seat?: number): Promise<void> {
    if (!(await room.command({ type: "leave", room: room.code }))) return;
    try {
      await room.join(playerName(), entropy(), seat);
    } catch (error) {
      room.notice = codeOf(error);
      await room.watch().catch(() => {});
    }
  }

  /** Joins a public table of this game that waits for players, or opens one, in which bots take the free seats after a while. */
  async playWithPeople(wish: NewRoom): Promise<RoomStore> {
    await this.lobby.whenOpen();
    const listed = async (link: Link): Promise<RoomSummary[]> => {
      const reply = await link.request({ type: "list", game: wish.game });
      // Nobody is seated unasked where others may know the cards.
      return reply.type === "rooms" ? openTables(reply.rooms).filter(({ from }) => !from) : [];
    };
    for (const found of await listed(this.lobby)) {
      // Where another server has not told whether somebody is there, that server is asked.
      const asked = async ({ link }: RoomStore): Promise<void> => {
        if (!(await listed(link)).some(({ room }) => room === found.room)) throw new Deserted();
      };
      try {
        return await this.join(found.room, entropy(), undefined, peopleThere(found) === null ? asked : undefined);
      } catch (error) {
        // Somebody else may have taken the last seat in the meantime.
        if (!(error instanceof Refusal || error instanceof Deserted)) throw error;
        await this.lobby.whenOpen();
      }
    }
    const room = await this.create({ ...wish, public: true, clock: STRANGERS_CLOCK });
    room.filling.begin();
    return room;
  }

  /** The table of "Play now": the game's defaults, or what its page knows to be better for a first match. */
  usual(game: string): NewMatch {
    const { options, seats } = about(game)?.usual ?? {};
    return {
      game,
      ...(options ? { options: { ...options } } : {}),
      ...(seats ? { seats } : {}),
    };
  }

  /** Creates a room and fills its other seats with bots, so that the match begins. */
  async playNow({ level = settings.level, ...wish }: NewMatch): Promise<RoomStore> {
    const room = await this.create(wish);
    room.starting = true;
    const seats = wish.seats ?? this.game(wish.game)?.seats.default ?? 2;
    for (let seat = 0; seat < seats; seat++) if (seat !== room.me) await room.fill(level, seat);
    return room;
  }
}

export const app = new App();
export const codeOf = (error: unknown): string => (error instanceof Refusal ? error.key : "offline");
