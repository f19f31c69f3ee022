// What the page says of a game's boards of the day. Beside `registry`, because only their pages need it.
import type { BoardText, BoardTexts } from "../skin/types";
import type { Language } from "../i18n/index.svelte";

const boards = import.meta.glob<{ board: BoardTexts }>("./*/board.ts", { eager: true });

/** Null if the page has no words for this game. */
export const boardText = (game: string, language: Language): BoardText | null =>
  boards[`./${game}/board.ts`]?.board[language] ?? null;
