// Plays a lesson: shows the recorded updates at the table's pace, stops where there is a note, and waits for the learner's
// own actions.
import { Director, paceOf } from "../director/director";
import { about, loadSkin } from "../games/registry";
import { cardsOf } from "../picker/cards";
import { botCalled } from "../pieces/names";
import { sameAction } from "../picker/picker";
import type { AnyAction, SeatInfo } from "../protocol/messages";
import { settings } from "../settings/settings.svelte";
import type { Source } from "../state/source";
import { TableModel } from "../state/table.svelte";
import type { Lesson, Note } from "../lessons/types";

const NAMES = ["", "Haru", "Ren", "Yuki"];

export class Guide implements Source {
  readonly table: TableModel;
  /** The notes of the present step that are still to be read, the first one shown. */
  notes = $state.raw<Note[]>([]);
  /** True after an action that the game allows, but that is not the one of the lesson. */
  wrong = $state(false);
  over = $state(false);
  #step = 0;
  readonly #director: Director;

  constructor(private readonly lesson: Lesson) {
    const { game, seats, options } = lesson.recorded;
    this.table = new TableModel((action) => Promise.resolve(this.#act(action as AnyAction)));
    this.table.game = game;
    this.table.options = options;
    this.table.guided = true;
    this.table.me = 0;
    this.table.seats = Array.from({ length: seats }, (_, seat): SeatInfo => ({
      seat,
      name: botCalled(NAMES[seat]!),
      kind: seat === 0 ? "human" : "bot",
      connected: true,
      host: false,
    }));
    this.#director = new Director(this.table, () => paceOf(settings.speed, true), {
      ready: async () => void (this.table.skin ??= await loadSkin(game)),
      caughtUp: () => this.#caughtUp(),
      busy: (busy) => (this.table.busy = busy),
    });
    this.table.skip = () => this.#director.skip();
    this.table.onward = () => this.#director.onward();
  }

  /** How many steps the lesson has, and how many of them have been shown; for a progress bar. */
  get progress(): { done: number; all: number } {
    return { done: this.table.shown, all: this.lesson.recorded.steps.length };
  }

  /** The learner's next action; null while others act. */
  get expected(): AnyAction | null {
    const next = this.lesson.recorded.steps[this.#step + 1];
    return next?.seat === 0 ? (next.action ?? null) : null;
  }

  /** What to point at for the next action: its cards, then its flag, then its button; null if there are no cards. */
  get aim(): string[] | null {
    const wanted = this.expected;
    const cards = wanted === null ? [] : cardsOf(wanted);
    if (!wanted || cards.length === 0 || this.notes.length > 1) return null;
    const chosen = this.table.selectedCards;
    const wrong = chosen.find((card) => !cards.includes(card));
    const left = cards.filter((card) => !chosen.includes(card));
    // All of them, where it does not matter which one comes first.
    const next = wrong ? [wrong] : about(this.table.game)?.ordersLists ? left.slice(0, 1) : left;
    if (next.length > 0) return [next.map((card) => `.slot[data-card="${card}"]`).join()];
    const button = `[data-action="${wanted.type}"]`;
    const table = typeof wanted["table"] === "number" ? `[data-choice*="table=${wanted["table"]}"]` : "";
    const flags = Object.keys(wanted).filter((name) => wanted[name] === true);
    return [...flags.map((name) => `[data-flag="${name}"][aria-pressed="false"]`), button + table, button];
  }

  begin(): () => void {
    this.#show(0);
    return () => this.#director.clear();
  }

  /** The learner has read a note. */
  next(): void {
    this.notes = this.notes.slice(1);
    this.wrong = false;
    if (this.notes.length === 0) this.#goOn();
  }

  #show(step: number): void {
    this.#step = step;
    this.#director.push(this.lesson.recorded.steps[step]!.update);
  }

  #caughtUp(): void {
    const { update } = this.lesson.recorded.steps[this.#step]!;
    this.table.offer(update);
    this.table.shown = update.seq;
    this.notes = this.lesson.notes.filter(({ at }) => at === this.#step);
    if (this.notes.length === 0) this.#goOn();
  }

  #goOn(): void {
    const next = this.lesson.recorded.steps[this.#step + 1];
    if (!next) this.over = true;
    else if (next.seat !== 0) this.#show(this.#step + 1);
  }

  #act(action: AnyAction): boolean {
    const wanted = this.expected;
    if (wanted === null || !sameAction(wanted, action)) {
      this.wrong = true;
      this.notes = this.notes.slice(-1);
      return false;
    }
    this.notes = [];
    this.wrong = false;
    this.#show(this.#step + 1);
    return true;
  }
}
