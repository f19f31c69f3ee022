import type { ClientCreate, ClientJoin, ServerError, ServerRoom, ServerUpdate } from "./wire.js";

export type * from "./wire.js";

type Templates = NonNullable<ServerUpdate["legal"]>;
export type Action = { type: string; [field: string]: unknown };
export type Result = { winners: number[]; ranks: number[]; scores: number[]; reason: string };
/** An update that this seat is asked about. */
export type Asked = ServerUpdate & Required<Pick<ServerUpdate, "view" | "decision" | "legal">>;

/** What a bot author writes; `choose` is the one method that is needed. */
export interface Bot {
  /** The action; null: none now. */
  choose(update: Asked): Action | null | Promise<Action | null>;
  /** Whether `choose` is also asked where this seat may act but need not (a challenge, say). */
  askedAlways?: boolean;
  /** Every update of the match, once each, before `choose` is asked. */
  saw?(update: ServerUpdate): void;
  /** A match is over. */
  ended?(result: Result): void;
}

/** A legal action: any template, its choices filled by chance (`random` as Math.random). */
export function randomAction(legal: Templates, random?: () => number): Action;

/** The server's `error`. */
export class Refused extends Error {
  readonly code: ServerError["code"] | "replaced";
}
/** The connection was lost before the answer came. */
export class Lost extends Error {}

export interface Seat {
  readonly room: string;
  readonly seat: number | null;
  /** The newest `room` message. */
  readonly info: ServerRoom;
  /** The results of all matches that were asked for, in order. */
  readonly done: Promise<Result[]>;
}

/** One connection to a server, for seats in any number of rooms. It comes back by itself. */
export class Client {
  private constructor();
  /** `patience`: for how many seconds to try to come back (300). */
  static connect(url: string, settings?: { patience?: number }): Promise<Client>;
  /** A new room's code. */
  create(game: string, fields?: Omit<ClientCreate, "type" | "game" | "id">): Promise<string>;
  /** Takes a seat for a bot (null: watches). */
  join(
    room: string,
    bot: Bot | null,
    fields?: Partial<Omit<ClientJoin, "type" | "room" | "id">> & { matches?: number },
  ): Promise<Seat>;
  /** Sends a message; gives the reply to it, or throws Refused or Lost. */
  request(message: { type: string; [field: string]: unknown }): Promise<{ type: string; [field: string]: unknown }>;
  /** A built-in bot in every seat that is empty; for the host. */
  fill(room: string, level?: "easy" | "normal" | "hard"): Promise<void>;
  leave(room: string): Promise<void>;
  close(): void;
}
