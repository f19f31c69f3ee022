// What a game's folder gives to the page. `about` is small and loaded with the start page; the skin (the table and
// the log's sentences) and the how-to-play text come when they are needed.
import type { Component } from "svelte";
import type { Dictionary, Language } from "../i18n/index.svelte";
import type { AnyAction, AnyEvent, AnyTemplate, AnyUpdate, AnyView, Card } from "../protocol/messages";
import type { HandOrder } from "../picker/cards";
import type { Choice } from "../picker/picker";
import type { TableModel } from "../state/table.svelte";

/** An option's name, and for each value a word and a sentence. */
export interface OptionText<Value extends string = string> {
  label: string;
  values: Record<Value, { name: string; about: string }>;
}

type TextsOf<Options> = { [Name in keyof Options]-?: OptionText<`${Extract<Options[Name], string | number | boolean>}`> };

export interface AboutText<Options = Record<string, string>> {
  blurb: string;
  /** One sentence on where it comes from or how it feels. */
  feel: string;
  /** An option or a value without a text does not compile. */
  options: TextsOf<Options>;
}

export interface About<Options = Record<string, string>> {
  /** For the order on the start page. */
  place: number;
  minutes: string;
  /** The colour of the game's picture: an angle on the colour wheel. */
  hue: number;
  /** Cards of the small picture, and a word or number on it. */
  picture: { cards: Card[]; mark: string };
  /** Options that have no effect, or are refused, with what is chosen so far. */
  hides?(option: string, chosen: Record<string, unknown>, seats: number): boolean;
  text: Record<Language, AboutText<Options>>;
}

export type Block =
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; rows: [string, string][] }
  | { kind: "example"; text: string; cards?: Card[] };

export interface HowText {
  sections: { title: string; blocks: Block[] }[];
  rulings: [string, string][];
}

export type How = Record<Language, HowText>;

/** Helps a sentence: names and cards as the reader, or the listener, has them. */
export interface Say {
  name(seat: number): string;
  names(seats: readonly number[]): string;
  card(card: Card | null): string;
  cards(cards: readonly (Card | null)[]): string;
  suit(suit: string): string;
  isMe(seat: number): boolean;
  /** The options of the match. */
  options: Record<string, unknown>;
  texts: Dictionary;
  language: Language;
}

/** A sentence for each event, or null where there is nothing worth saying. A new event does not compile without. */
export type Sentences<E extends { type: string }> = {
  [T in E["type"]]: (event: Extract<E, { type: T }>, say: Say) => string | null;
};

/** A moment between two updates' views that is worth seeing: the last card of a trick before it is taken. */
export interface Stage {
  view: AnyView;
  ms: number;
}

/** What somebody says, gets or loses, shown at the seat for a moment. */
export interface Call {
  seat: number;
  text: string;
  tone?: "good" | "bad";
}

/** A token that lies before one seat: the dealer's, the leader's. */
export interface Token {
  seat: number;
  sign: string;
  title: string;
}

export interface Skin {
  Table: Component<{ model: TableModel }>;
  /** What is shown beside a seat's name: chips, captured cards, … */
  Badge?: Component<{ model: TableModel; seat: number }>;
  order: HandOrder;
  /** True where hands lie open all the time: on a narrow screen each seat then has a row of its own. */
  openHands?: boolean;
  /** True while the middle shows everybody's hand: on a narrow screen the seats make room for it. */
  revealed?(view: AnyView): boolean;
  /** False where scores say nothing before the end. */
  scored?(options: Record<string, unknown>): boolean;
  sentences: Record<Language, Record<string, (event: never, say: Say) => string | null>>;
  calls?(event: AnyEvent, say: Say): Call | null;
  token?(view: AnyView, say: Say): Token | null;
  /** What one is asked for, where "your turn" does not tell. */
  prompt?(view: AnyView, say: Say, legal: readonly AnyTemplate[]): string | null;
  /** A word on a card of the own hand. */
  mark?(view: AnyView, card: Card, language: Language): string | null;
  stages?(before: AnyView, update: AnyUpdate): Stage[];
  /** Where cards that leave a zone fly to, by zone: `{round: "pile-0"}`. */
  exits?(events: readonly AnyEvent[]): Record<string, string>;
  /** Hidden cards on their way between two anchors, beside those that a seat draws from the stock. */
  backs?(events: readonly AnyEvent[]): { from: string; to: string; count: number }[];
  label?(choice: Choice, action: AnyAction, say: Say): string | null;
}
