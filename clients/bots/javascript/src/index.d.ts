import type {
    ClientChange, ClientCreate, ClientJoin, ServerError, ServerRoom, ServerUpdate, ServerWelcome} from "./wire.js";

export type * from "./wire.js";

type Templates = NonNullable<ServerUpdate["legal"]>;
export type Action = { type: string; [field: string]: unknown };
export type Result = { winners: number[]; ranks: number[]; scores: number[]; reason: string };
/** An update to which this seat may respond with an action. With `updates: "events"` most have no `view`. */
export type Asked = ServerUpdate & Required<Pick<ServerUpdate, "view" | "decision" | "legal" | "must">>;

/** A bot. Only `choose` is required. */
export interface Bot {
  /**
   * Where this bot sits, from before the first update on: its number, the room's code, and in `info` the room's options and all
   * names. The kit sets it before each call; of a bot with several seats, read it before the first `await`.
   */
  seat?: Seat;
  /** Returns the action for this update; null to do nothing now. What it throws ends this seat: `done` rejects with it. */
  choose(update: Asked): Action | null | Promise<Action | null>;
  /** Whether to call `choose` also when this seat may act but need not (for example, challenge). */
  askedAlways?: boolean;
  /** Called exactly once for each update of the match, before `choose`. */
  saw?(update: ServerUpdate): void;
  /** Called when a match is over. */
  ended?(result: Result): void;
}

/**
 * A random legal action: a random template with its choices filled in at random. `random` returns numbers like
 * Math.random, which is the default.
 */
export function randomAction(legal: Templates, random?: () => number): Action;

/** The server answered a message with `error`, or took the seat away (code "replaced"). */
export class Refused extends Error {
  readonly code: ServerError["code"] | "replaced";
}
/** The connection was lost before the reply arrived. */
export class Lost extends Error {}
/** No match began in a room for as long as the seat was to wait. */
export class NoMatch extends Error {}
/** The server has sent something that is no message of the protocol, or one that lacks a field. */
export class Unreadable extends Error {}

export interface Seat {
  readonly room: string;
  readonly seat: number | null;
  /** The newest `room` message: game, options, seats with names, match, clock … */
  readonly info: ServerRoom;
  /** By match number: how many of the bot's actions were illegal, and random ones played instead. */
  readonly illegal: Map<number, number>;
  /** By match number: how many actions a built-in bot made in the bot's place, because its time was over. */
  readonly late: Map<number, number>;
  /** Called with a match's number and its result as it comes. */
  onResult: ((match: number, result: Result) => void) | null;
  /** Resolves to the results of all requested matches, in order. Rejects if the seat is lost. */
  readonly done: Promise<Result[]>;
}

/**
 * One connection to a server, for seats in any number of rooms. It reconnects by itself, and sends no faster than the server
 * allows. Where several servers run, a room that runs on another one gets a connection of its own.
 */
export class Client {
  private constructor();
  /** What the server allows this connection; null: no limit. */
  readonly limits: ServerWelcome["limits"];
  /**
   * `patience`: how many seconds to try to connect, at first and after a lost connection, or to send what the server answers with
   * `unavailable` (default 300; Infinity: for ever).
   * `room`: makes this the connection for that room, which leads to the server where it runs.
   * `secret`: of the player that this is (not in a browser, which sends its cookie); without it: nobody.
   */
  static connect(url: string, settings?: { patience?: number; room?: string | null; secret?: string | null }): Promise<Client>;
  /** Creates a room and returns its code. If the connection is lost before the answer, it asks again after the next one. */
  create(game: string, fields?: Omit<ClientCreate, "type" | "game" | "id">): Promise<string>;
  /**
   * Takes a seat for a bot, for this number of matches (default 1); joins as a spectator if `bot` is null. `wait`: for so many
   * seconds, at most, for a match to begin, the first one or a rematch; then `done` rejects with NoMatch (default: for ever).
   */
  join(
    room: string,
    bot: Bot | null,
    fields?: Partial<Omit<ClientJoin, "type" | "room" | "id">> & { matches?: number; wait?: number | null },
  ): Promise<Seat>;
  /**
   * Sends a message; waits and repeats it while the server is too busy. Returns the reply, or throws Refused; or Lost, also
   * where the room is found to have moved to another server: the seat is being taken up there.
   */
  request(message: { type: string; [field: string]: unknown }): Promise<{ type: string; [field: string]: unknown }>;
  /** Puts a built-in bot on every empty seat; only for the host. */
  fill(room: string, level?: "easy" | "normal" | "hard"): Promise<void>;
  /** Goes to an empty seat, outside a match. */
  move(room: string, seat: number): Promise<void>;
  /** Says what the next match is; only for the host, outside a match. */
  change(room: string, fields: Omit<ClientChange, "type"|"room"|"id">): Promise<void>;
  leave(room: string): Promise<void>;
  /** Shows the room, whose host this client is, where it talks: an address https://…; null: nowhere. */
  call(room: string, link: string | null): Promise<void>;
  /** Tells the operator about somebody in a room that this client is in. */
  report(room: string, about?: { seat?: number; text?: string }): Promise<void>;
  /** From now on nothing that this player (its id) says reaches us. Needs a secret. */
  block(player: string): Promise<void>;
  unblock(player: string): Promise<void>;
  close(): void;
}
