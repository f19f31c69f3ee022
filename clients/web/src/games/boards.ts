// What the page says of a game's boards of the day. Beside `registry`, because only their pages need it.
import type { BoardText } from "../skin/types";
import type { Language } from "../i18n/index.svelte";

const boards = import.meta.glob<BoardText>("./*/*.json", { eager: true, import: "default", query: "?board" });

/** Null if the page has no words for this game. */
export const boardText = (game: string, language: Language): BoardText | null =>
  boards[`./${game}/${language}.json`] ?? null;
