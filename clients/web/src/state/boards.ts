// The boards of the day that this browser has begun, in local storage: so that a room is known to be one.
import { storedList } from "./stored_list";

const KEY = "tefuda.boards";
const KEPT = 400;

export interface KeptBoard {
  /** YYYY-MM-DD, as the server calls the day. */
  date: string;
  game: string;
  room: string;
  /** Whether the player has given it up. */
  gone?: boolean;
}

/** The day as it is called everywhere on the page; `date` is a day of the server's. */
export const dayName = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(date));

const isBoard = (value: unknown): value is KeptBoard => {
  const one = value as KeptBoard | null;
  return (
    typeof one === "object" &&
    one !== null &&
    /^\d{4}-\d\d-\d\d$/.test(one.date) &&
    typeof one.game === "string" &&
    typeof one.room === "string"
  );
};

/** All of them, the newest first. */
export const keptBoards = (): KeptBoard[] => storedList(KEY, isBoard);

export const boardIn = (room: string): KeptBoard | null => keptBoards().find((one) => one.room === room) ?? null;

/** Inserts or updates a board. */
export function keepBoard(board: KeptBoard): void {
  const others = keptBoards().filter(({ room }) => room !== board.room);
  const was = boardIn(board.room);
  const all = [{ ...was, ...board }, ...others].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, KEPT)));
  } catch {
    // Without storage the server still knows them.
  }
}
