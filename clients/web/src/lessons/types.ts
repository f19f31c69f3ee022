// A guided first game: a recorded match that is shown to the learner, who plays seat 0, with notes that point at things.
import type { Language } from "../i18n/index.svelte";
import type { AnyAction, AnyUpdate } from "../protocol/messages";

/** One update of the recording, and the action that led to it; the deal has none. */
export interface Step {
  seat?: number;
  action?: AnyAction;
  update: AnyUpdate;
}

/** What tests/web/lessons/record.mjs writes. */
export interface Recorded {
  game: string;
  seats: number;
  options: Record<string, unknown>;
  steps: Step[];
}

/** The contents of a recorded.json. */
export const recordedFrom = (json: unknown): Recorded => json as Recorded;

export interface Note {
  /** The number of the step after which it is shown; the deal is 0. */
  at: number;
  /** CSS selectors of what it points at: the first that is on the page. */
  target: string[];
  /** CSS selectors of what else it speaks of. */
  spares?: string[];
  text: Record<Language, string>;
}

/** Gives each note its text: the guide's texts stand in the order of the notes. */
export const withTexts = (texts: Record<Language, string[]>, notes: Omit<Note, "text">[]): Note[] =>
  notes.map((note, n) => ({ ...note, text: { en: texts.en[n] ?? "", ja: texts.ja[n] ?? "" } }));

export interface Lesson {
  recorded: Recorded;
  notes: Note[];
}
