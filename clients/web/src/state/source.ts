// What a Stage shows: a table, and who feeds it. Live, recorded, a lesson, a puzzle or a board of the day.
import type { TableModel } from "./table.svelte";

export interface Source {
  /** The model of the table; null while there is nothing to show. */
  readonly table: TableModel | null;
  /** What each seat has just said. */
  readonly said?: Readonly<Record<number, string>>;
  /** Whether there will be nothing to show: the page says why. */
  readonly failed?: boolean;
  /** Begins to feed the table, once it is on the screen. \returns what to call when it no longer is */
  begin(): () => void;
}
