// What a game's folder provides to the page. `about` is small and loaded with the start page. The skin (the table and the
// sentences of the log), the words for the options and the how-to-play text are loaded when they are needed.
import type { Component } from "svelte";
import type { Dictionary, Language } from "../i18n/index.svelte";
import type { Game } from "../protocol/games";
import type { AnyEvent, AnyUpdate, Card, SeatInfo } from "../protocol/messages";
import type { HandOrder } from "../picker/cards";
import type { Choice, Variant } from "../picker/picker";

/** An option's label, and for each of its values a name and a sentence that explains it. */
export interface OptionText<Value extends string = string> {
  label: string;
  values: Record<Value, { name: string; about: string }>;
}

/** With a text for every option and every value. */
export type OptionTexts<Options = Record<string, string>> = {
  [Name in keyof Options]-?: OptionText<`${Extract<Options[Name], string | number | boolean>}`>;
};

export interface AboutText {
  /** Which known game it is like, or what kind of game it is, in a few words. */
  like: string;
  blurb: string;
  /** What wins, in one line on the table. */
  aim: string;
}

export interface About<Options = Record<string, string>> {
  /** The position on the start page. */
  place: number;
  minutes: string;
  /** The table of "Play now", if other than the game's defaults make a better first match. */
  usual?: { options?: Options; seats?: number };
  /** The hue of the game's picture, in degrees. */
  hue: number;
  /** What the game is called with these options, if not as usual. */
  named?(options: Record<string, unknown>): string | null;
  /** How many sides there are, 0 without partners. Seat s is on side s mod that number. */
  sides?(options: Record<string, unknown>, seats: number): number;
  /** How the game's name is read in Japanese, where one can't know it. */
  reading?: string;
  /** True if the hands that are dealt first are the top of the shuffled pack: then checking a deal compares them. */
  dealsTop?: boolean;
  /** True if the order of the cards in an action means something. */
  ordersLists?: boolean;
  /** The cards in the small picture, and a word or number on it. */
  picture: { cards: Card[]; mark: string };
  /** Whether to hide an option, because it has no effect or would be refused together with the options chosen so far. */
  hides?(option: string, chosen: Record<string, unknown>, seats: number): boolean;
  /** Whether the server would refuse this value of an option together with the others chosen so far. */
  refuses?(option: string, value: unknown, chosen: Record<string, unknown>, seats: number): boolean;
}

export type Block =
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[]; ordered?: boolean }
  | { kind: "table"; rows: [string, string][] }
  | { kind: "grid"; head: string[]; rows: string[][] }
  | { kind: "example"; text: string; cards?: Card[] };

export interface HowText {
  sections: { title: string; blocks: Block[] }[];
  rulings: [string, string][];
}

/** Of a game's boards of the day. */
export interface BoardText {
  /** What is played, in a few words. */
  form: string;
  /** What is otherwise than in the guide, if anything is. */
  differs?: string;
  /** What a result counts. */
  margin: string;
  /** What it counts where more than two play for themselves, if that is something else. */
  alone?: string;
  /** How much of a result is luck, where that is much. */
  luck?: string;
}

/** Helper functions for sentences: names and cards in a form for reading, or for a screen reader. */
export interface Say {
  /** A seat's name, or "You", as the subject of a sentence. */
  name(seat: number): string;
  /** A seat's name, the player's own as well: for sentences whose verbs fit a name. */
  called(seat: number): string;
  /** A seat's name, or "you", inside a sentence. */
  them(seat: number): string;
  /** Whether `name` says "You", and so how a verb ends: "You lead", "Aki leads". */
  isOwn(seat: number): boolean;
  names(seats: readonly number[]): string;
  card(card: Card | null): string;
  cards(cards: readonly (Card | null)[]): string;
  suit(suit: string): string;
  isMe(seat: number): boolean;
  /** Whether the numbers of a field are seats; undefined: nobody knows it. */
  isSeat?(field: string): boolean | undefined;
  /** The options of the match. */
  options: Record<string, unknown>;
  texts: Dictionary;
  language: Language;
}

/** An intermediate view to show between two updates, for example the last card of a trick before the trick is taken. */
export interface Stage<G extends Game = Game> {
  view: G["view"];
  ms: number;
  /** How many of the update's events have happened in this view; by default all. */
  tells?: number;
  /** What lies over the table meanwhile, after a deal. */
  sheet?: DealSheet;
}

/** The end of a deal: what happened, and the scores before and after it. */
export interface DealSheet {
  events: readonly AnyEvent[];
  before: readonly (number | null)[];
  after: readonly (number | null)[];
}

/** What a player says, wins or loses; shown at the seat for a short time. */
export interface Call {
  seat: number;
  text: string;
  tone?: "good" | "bad";
  /** Whether the badge says the same from now on: it gives way to the call, and the seat's last act need not say it too. */
  stays?: boolean;
}

/** A token in front of one seat, for example the dealer's or the leader's. */
export interface Token {
  seat: number;
  sign: string;
  title: string;
}

/** What a player chooses from. */
export interface Choosing<G extends Game = Game> {
  view: G["view"];
  legal: readonly G["template"][];
  selected: readonly Card[];
}

export interface Barred {
  type: string;
  label: string;
  why: string;
}

/** An action that a player may think possible without the page telling whether it is. */
export interface Doubt<G extends Game = Game> {
  action: G["action"];
  /** Why it is not possible now; told if it is pressed and not among the legal actions. Nothing is sent then. */
  why: string;
}

export interface Happened<G extends Game = Game> {
  view: G["view"];
  events: readonly G["event"][];
  legal: readonly G["template"][];
}

/** `id`: under which it is remembered that it was told. */
export interface Tip {
  id: string;
  text: string;
  /** The type of my action that it is about: when I can't take it any more, the tip is false. */
  about?: string;
}

/** The end of a match: the last view, and the events of the log, of which the oldest may be missing. */
export interface Ending<G extends Game = Game> {
  view: G["view"];
  events: readonly G["event"][];
}

/** A card of the player's own hand, with a key that stays the same while the card is in the hand. */
export interface Held {
  card: Card;
  key: string;
}

/** Why a player did not choose: the time was up, a bot played for somebody who was absent or late, or nothing else was possible. */
export type StandIn = "clock" | "bot" | "forced";

export interface LogEntry<G extends Game = Game> {
  key: number;
  seq: number;
  event: G["event"];
  /** Set where the player did not choose it. */
  by?: StandIn;
}

/** An update of a game's match. */
export type UpdateOf<G extends Game> = Omit<AnyUpdate, "events" | "view" | "legal"> & {
  events: G["event"][];
  view?: G["view"];
  legal?: G["template"][];
};

/** What a game's components show: the match on the table, and the choices that are open. */
export interface ShownTable<G extends Game = Game> {
  readonly game: string;
  readonly options: Record<string, unknown>;
  readonly me: number | null;
  /** The seat that whoever looks at a replay had in the match. */
  readonly mine?: number | null;
  readonly view: G["view"] | null;
  readonly log: readonly LogEntry<G>[];
  /** The events of the last update that is completely on the table. */
  readonly latest: readonly G["event"][];
  /** The events that were told last. */
  readonly fresh: readonly G["event"][];
  readonly skin: Skin | null;
  readonly hand: readonly Held[];
  readonly choices: readonly Choice[];
  seatInfo(seat: number): SeatInfo | null;
  act(choice: Choice, variant: Variant): Promise<void>;
}

export interface Skin<G extends Game = Game> {
  Table: Component<{ model: ShownTable<G> }>;
  /** Shown beside a seat's name: chips, captured cards, … */
  Badge?: Component<{ model: ShownTable<G>; seat: number }>;
  order: HandOrder;
  /** What the heading above the scores of a result says, where it is not "Score". */
  scoreName?(language: Language): string;
  /** What cards count, in a line. */
  values?(language: Language): string;
  /** A CSS selector for what the player has to beat or to know; it is in sight when a decision opens. */
  beat?: string;
  /** True if all hands are always face up; on a narrow screen each seat then has its own row. */
  openHands?: boolean;
  /** True while the centre of the table shows every hand; on a narrow screen the seats then take less space. */
  revealed?(view: G["view"]): boolean;
  /** False if scores are not worth showing before the end. */
  scored?(options: Record<string, unknown>): boolean;
  /** What stands beside a seat in place of its score; null: nothing. */
  counts?(view: G["view"], seat: number): number | null;
  /** The sentence of the log for an event; null if it is not worth mentioning, undefined if the skin does not know it. */
  tell(event: G["event"], say: Say): string | null | undefined;
  /** Why a seat has its place in the result, in a few words. */
  place?(seat: number, ending: Ending<G>, say: Say): string | null;
  /** What to show for an action's type, a field, a phase, a reason or an option; null: the name as it is on the wire. */
  word?(name: string, language: Language): string | null;
  /** Whether a field of `table` is a list with something for each seat; only the generic table asks. */
  forSeats?(field: string): boolean;
  /** Whether a field of the game's messages has a seat or seats; the generic table asks. */
  isSeat?(field: string): boolean | undefined;
  /** Why an action was advised, in one sentence; only what can be seen on the table, else null. */
  reason?(action: G["action"], at: Choosing<G>, say: Say): string | null;
  calls?(event: G["event"], say: Say): Call | null;
  /** What a seat has just done, in a few characters; stays at the seat until it does something else. Undefined: as in
   *  every game, from the event's cards or its call; null: nothing worth showing. */
  act?(event: G["event"], say: Say): string | null | undefined;
  token?(view: G["view"], say: Say): Token | null;
  /** What the player has to do now, if "your turn" does not say enough. */
  prompt?(view: G["view"], say: Say, legal: readonly G["template"][]): string | null;
  /** A word to show on a card of the player's own hand. */
  mark?(view: G["view"], card: Card, language: Language): string | null;
  stages?(before: G["view"], update: UpdateOf<G>): Stage<G>[];
  /** For each zone the anchor to which cards fly that leave it: `{round: "pile-0"}`. */
  exits?(events: readonly G["event"][]): Record<string, string>;
  /** Face-down cards to animate between two anchors, in addition to those that seats draw from the stock. */
  backs?(events: readonly G["event"][]): { from: string; to: string; count: number }[];
  /** Why a card of the player's hand can't be played or chosen now, in words; null if the reason is a general one. */
  why?(card: Card, at: Choosing<G>, say: Say): string | null;
  /** Actions that are often wanted and not allowed now, with the reason; shown as buttons that only explain. */
  barred?(at: Choosing<G>, say: Say): Barred[];
  /** Actions whose buttons are there whether they are possible or not, in the turns of others too: to know is up to the
   *  player. */
  doubts?(view: G["view"], say: Say): Doubt<G>[];
  /** What a card does that lies open in another hand; null if nothing special. */
  does?(card: Card, say: Say): string | null;
  /** What the selected cards do when they are played; null if nothing special. */
  effect?(cards: readonly Card[], say: Say, at?: Choosing<G>): string | null;
  /** What an event gives to or costs seats in the present deal, or game of several; for the score sheet. */
  gains?(event: G["event"]): { seat: number; by: number }[];
  /** Whether an event is the last of a deal or of one game of several. */
  closes?(event: G["event"]): boolean;
  /** The question to ask before an action that can't be taken back; null if none. */
  confirms?(action: G["action"], at: Choosing<G>): { name: string; question: string; yes: string } | null;
  /** A few characters on a card of one's own hand that does something special. */
  sign?(card: Card): string | null;
  /** A rule that has just bitten for the first time: told once in each browser. */
  tip?(update: Happened<G>, say: Say): Tip | null;
  /** What an action's button says, and a hint of it; null: as in every game. */
  label?(action: G["action"], say: Say): string | null;
  /** What the button of an action's optional field says. */
  flag?(name: string, say: Say): string | null;
  /** Types of actions that one may take beside the one that is asked for: they make no card playable. */
  aside?: readonly string[];
  /** Types of actions that are called out: their buttons are red. */
  calledOut?: readonly string[];
  /** Types of events that sound like a chip. */
  chimes?: readonly string[];
}
