// Short names for the generated wire types, and general types that fit the messages of every game, so that games without a
// skin can be played too.
import type { Card, CardChoice, Rank, SeenCards, ServerRoom, Suit } from "./wire";

export type {
  Card,
  CardChoice,
  ClientMessage,
  Rank,
  Replay,
  RoomSummary,
  SeenCards,
  ServerError,
  ServerJoined,
  ServerMessage,
  ServerRoom,
  ServerUpdate,
  Suit,
} from "./wire";

export type GameId = string;
export type SeatInfo = ServerRoom["seats"][number];
export type Clock = NonNullable<ServerRoom["clock"]>;

/** The fields that every game's result has. */
export interface AnyResult {
  winners: number[];
  ranks: number[];
  scores: number[];
  reason: string;
  /** For each seat the number of its team, if there are teams. */
  team?: number[];
}

/** The fields that every game's view has; the contents of `table` depend on the game. */
export interface AnyView {
  game: string;
  phase: string;
  seat: number | null;
  to_act: number[];
  /** For each seat its cards; absent in games without cards in hand. */
  hands?: SeenCards[];
  scores: (number | null)[];
  table: unknown;
  result: AnyResult | null;
  replay?: string;
}

export interface AnyEvent {
  type: string;
  seat?: number;
  [field: string]: unknown;
}

/** Whether a match goes on from another one, with this event: nothing was dealt. One with `seat` is a game's own. */
export const goesOn = ({ type, seat }: AnyEvent): boolean => type === "continued" && seat === undefined;

/** A choice in a template: of cards, or of any other items. */
export type AnyChoice = Omit<CardChoice, "from"> & { from: unknown[] };

/** A template of `legal`: an action, in which a list may be a choice, and possibly `optional`. */
export interface AnyTemplate {
  type: string;
  card?: Card | null;
  cards?: Card[] | CardChoice;
  suit?: Suit;
  as?: string | Rank[];
  table?: number;
  seat?: number;
  optional?: string[];
  [field: string]: unknown;
}

export interface AnyAction {
  type: string;
  [field: string]: unknown;
}

export interface AnyUpdate {
  type: "update";
  room: string;
  seq: number;
  events: AnyEvent[];
  view?: AnyView;
  decision?: number;
  legal?: AnyTemplate[];
  deadline_ms?: number;
  must?: boolean;
  resync?: boolean;
}

/** An entry of /api/games. */
export interface GameInfo {
  id: GameId;
  name: { en: string; ja: string };
  seats: { min: number; max: number; default: number; values: number[] };
  packs: Card[][];
  options: { properties?: Record<string, OptionSchema> };
}

export interface OptionSchema {
  type?: string;
  enum?: (string | number | boolean)[];
  default?: string | number | boolean;
}
