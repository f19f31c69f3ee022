// An open board of the day: everybody's results, and on a table of its own the match that this player played, at whose decisions
// one sees what the others did.
import { about } from "../games/registry";
import { loadReplay, pathOf, prepare } from "../replay/record";
import { ratings } from "../replay/moves";
import { boardIn } from "../state/boards";
import { me } from "../state/me.svelte";
import type { Source } from "../state/source";
import { TableModel } from "../state/table.svelte";
import { openBoard, type BoardResult, type OpenBoard } from "./boards.svelte";
import { met, type Met } from "./choices";

/** How many of the best results are listed. */
const BEST = 10;
/** A board is the first match of its room, in which the player has this seat. */
const MATCH = 1;
const SEAT = 0;

/** Whether it is this player's. */
export const isMine = ({ player, room }: BoardResult): boolean =>
  (player !== null && player === me.player?.id) || boardIn(room) !== null;

/** The best ones, and this player's own line; equal ones share a place. */
export const listed = (results: readonly BoardResult[]): { place: number; result: BoardResult }[] =>
  results
    .map((result) => ({ place: 1 + results.filter(({ margin }) => margin > result.margin).length, result }))
    .filter(({ result }, n) => n < BEST || isMine(result));

export class BoardSource implements Source {
  readonly table = new TableModel(null);
  /** The board; a number: the HTTP status with which it was refused; null: it is being loaded. */
  board = $state.raw<OpenBoard | number | null>(null);
  /** The room in which this player played it; null for somebody who has not. */
  own = $state.raw<string | null>(null);
  /** Null where there is no match of this player's. */
  decisions = $state.raw<Met[] | null>(null);
  /** Whether the decisions are still being rated. */
  thinking = $state(false);
  #gone = false;

  constructor(
    readonly date: string,
    readonly game: string,
  ) {}

  begin(): () => void {
    void this.#load();
    return () => void (this.#gone = true);
  }

  /** A moment of a match on this board. \param actions how many of its actions come before */
  moment(room: string, actions: number): { room: string; match: number; actions: number; seat: number } {
    return { room, match: MATCH, actions, seat: SEAT };
  }

  async #load(): Promise<void> {
    await me.look();
    const board = await openBoard(this.date, this.game);
    this.board = board;
    if (typeof board === "number") return;
    this.own = board.results.find(isMine)?.room ?? null;
    // Without the match there are still the results.
    if (this.own !== null) await this.#lookAtMine(board, pathOf(this.own, MATCH)).catch(() => {});
  }

  async #lookAtMine({ choices }: OpenBoard, path: string): Promise<void> {
    const replay = await loadReplay(path);
    await prepare(this.table, replay);
    this.table.me = SEAT;
    const ordered = about(this.game)?.ordersLists === true;
    this.decisions = await met(replay.actions, choices, ordered, []);
    if (this.decisions.length === 0) return;
    this.thinking = true;
    const rated = await ratings(
      path,
      () => {},
      () => this.#gone,
    );
    this.thinking = false;
    this.decisions = await met(replay.actions, choices, ordered, rated ?? []);
  }
}
