// A puzzle on a table: the player takes one action, and is told whether it is the best.
import { loadSkin } from "../games/registry";
import { t } from "../i18n/index.svelte";
import { cardsOf } from "../picker/cards";
import type { AnyAction } from "../protocol/messages";
import type { Source } from "../state/source";
import { TableModel } from "../state/table.svelte";
import { attempt, puzzle, puzzlesOf, type Puzzle, type Solution } from "./puzzles";
import { allTried, keepTried, nextOf, type Tried } from "./tried";
import { w } from "./words";

export class PuzzleSource implements Source {
  table = $state.raw<TableModel | null>(null);
  shown = $state.raw<Puzzle | null>(null);
  solution = $state.raw<Solution | null>(null);
  /** Why there is no puzzle, or an action could not be judged. */
  note = $state("");
  tried = $state.raw<readonly Tried[]>(allTried());
  /** How many were right at once. */
  readonly right = $derived(this.tried.filter(([, first]) => first).length);
  /** Counts the puzzles that were asked for: an answer that comes late is not shown. */
  #asked = 0;

  /** \param id null: the next one that was not tried */
  constructor(
    private readonly game: string,
    private readonly id: string | null,
  ) {}

  get failed(): boolean {
    return this.table === null && this.note !== "";
  }

  begin(): () => void {
    void this.#load(this.id, null);
    return () => void ++this.#asked;
  }

  /** Shows another one. */
  next(): Promise<void> {
    return this.#load(null, this.shown?.id ?? null);
  }

  async #load(wanted: string | null, not: string | null): Promise<void> {
    const mine = ++this.#asked;
    this.note = "";
    const ids = wanted === null ? await puzzlesOf(this.game) : [wanted];
    const next = ids && (wanted ?? nextOf(ids, this.tried, not));
    const found = next ? await puzzle(next) : null;
    const skin = found && (await loadSkin(found.game));
    if (mine !== this.#asked) return;
    this.shown = found;
    this.solution = null;
    this.table = null;
    if (!found) {
      this.note = !ids ? w().unreachable : next ? w().notFound : w().none;
      return;
    }
    const table = new TableModel((action) => this.#judge(found, action as AnyAction));
    table.guided = true;
    table.game = found.game;
    table.options = found.options;
    table.skin = skin;
    table.me = found.seat;
    table.seats = Array.from({ length: found.seats }, (_, seat) => ({
      seat,
      name: t().room.seat(seat + 1),
      kind: "human",
      connected: true,
      host: false,
    }));
    this.table = table;
    await table.show(found.view, [], true);
    const { view, legal } = found;
    table.offer({ type: "update", room: "", seq: 1, events: [], view, legal, decision: 1, must: true });
    table.shown = 1;
  }

  async #judge(of: Puzzle, action: AnyAction): Promise<boolean> {
    this.note = "";
    const told = await attempt(of.id, action);
    if (of !== this.shown) return false;
    if (!told) {
      this.note = w().unreachable;
      return false;
    }
    keepTried(of.id, told.right);
    this.tried = allTried();
    this.solution = told;
    if (this.table) this.table.better = { seat: of.seat, cards: cardsOf(told.best.action) };
    return true;
  }
}
