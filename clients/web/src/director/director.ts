// Paces a table. Updates arrive as fast as bots play; the director shows them one after the other, so that each move of
// somebody else stays on the table for a beat before anything follows it, a decision included. The player's own moves are
// shown at once.
import type { AnyEvent, AnyUpdate, AnyView } from "../protocol/messages";
import type { DealSheet, Stage } from "../skin/types";
import type { Speed } from "../settings/settings.svelte";

/** Time, so that tests can control it. */
export interface Clock {
  /** Milliseconds; only differences have a meaning. */
  now(): number;
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  later(run: () => void, ms: number): () => void;
}

const SLICE_MS = 1000;

export const realClock: Clock = {
  now: () => performance.now(),
  later(run, ms) {
    // In slices: browser tests shorten all short timeouts, and so a long hold too.
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      timer = setTimeout(() => (left > SLICE_MS ? wait(left - SLICE_MS) : run()), Math.min(left, SLICE_MS));
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};

/** How long a move stays before the next one (ms), and a factor for the pauses that a game asks for; Infinity: until a tap. */
export interface Pace {
  beat: number;
  stages: number;
}
export const PACE: Record<Speed, Pace> = {
  step: { beat: 850, stages: Infinity },
  calm: { beat: 1100, stages: 1.4 },
  normal: { beat: 550, stages: 1 },
  quick: { beat: 300, stages: 0.6 },
};

/** For somebody who does not know the game yet, what a game stops to show stays for twice as long. */
export const paceOf = (speed: Speed, isNew: boolean): Pace =>
  isNew ? { ...PACE[speed], stages: PACE[speed].stages * 2 } : PACE[speed];

/** How much of the time for a decision may pass before it is shown. */
const SHARE_OF_TIME = 0.25;

/** If the player's clock runs out sooner than this, nothing is paced, because waiting would cost the move. */
const LITTLE_TIME_MS = 4000;

/** What the director shows updates on: the model of a table. */
export interface Scene {
  readonly me: number | null;
  readonly view: AnyView | null;
  /** The views to show between the present one and the update's. */
  stages(update: AnyUpdate): Stage[];
  /** Writes events of an update to the log. \param more whether others of the same update follow */
  note(seq: number, events: readonly AnyEvent[], more: boolean): void;
  show(view: AnyView, events?: readonly AnyEvent[], still?: boolean): Promise<void>;
  /** Lays a sheet over the table, or takes it away. */
  lay?(sheet: DealSheet | null): void;
}

export interface Cues {
  /** Called once before the first update is shown; for example to load the game's table. */
  ready?(): Promise<void>;
  /** Called when an update is about to be shown. */
  showing?(update: AnyUpdate): void;
  /** Called when the newest update has been shown and its beat is over: decisions open now. */
  caughtUp?(update: AnyUpdate): void;
  /** Called when the director starts to work and when it has nothing left to show. */
  busy?(busy: boolean): void;
}

/** The seat whose action caused an update; null if it was nobody's, for example the deal. */
export function actorOf(events: readonly AnyEvent[]): number | null {
  const first = events.find((event) => typeof event.seat === "number");
  return first?.seat ?? null;
}

export class Director {
  #queue: AnyUpdate[] = [];
  #running = false;
  /** How often `clear` was called. A run that finds another number has been cancelled. */
  #cleared = 0;
  #skipping = false;
  #staged = false;
  /** Writes the events to the log that the update on the table has not shown yet. */
  #tellRest = (): void => {};
  /** When the beat of the last shown move ends. */
  #free = 0;
  #endHold: (() => void) | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly pace: () => Pace,
    private readonly cues: Cues = {},
    private readonly clock: Clock = realClock,
    private readonly hidden: () => boolean = () => document.hidden,
  ) {}

  /** Queues an update. */
  push(update: AnyUpdate): void {
    this.#queue.push(update);
    if (!this.#running) void this.#run();
    else if (update.resync || this.#late(update)) this.skip();
  }

  /** Shows everything that is queued at once. */
  skip(): void {
    if (!this.#running) return;
    this.#skipping = true;
    this.#endHold?.();
  }

  /** Ends the pause for a finished trick or deal; otherwise as `skip`. */
  onward(): void {
    if (this.#staged) this.#endHold?.();
    else this.skip();
  }

  /** Removes the updates that have not been shown yet, and returns them. */
  clear(): AnyUpdate[] {
    this.skip();
    this.#tellRest();
    this.#cleared += 1;
    return this.#queue.splice(0);
  }

  async #run(): Promise<void> {
    this.#running = true;
    this.cues.busy?.(true);
    await this.cues.ready?.();
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      const cleared = this.#cleared;
      try {
        await this.#show(update);
      } catch (error) {
        // A failure to show one update must not stop the following ones.
        console.warn("an update could not be shown completely", error);
      }
      if (this.#isForeign(update)) await this.#until(this.#free);
      if (this.#queue.length === 0 && cleared === this.#cleared) this.cues.caughtUp?.(update);
    }
    this.#running = this.#skipping = false;
    this.cues.busy?.(false);
  }

  async #show(update: AnyUpdate): Promise<void> {
    const { beat, stages } = this.pace();
    const foreign = this.#isForeign(update);
    if (foreign) await this.#until(this.#free);
    if (!update.view) return;
    const planned = this.#hurried(update) || !this.scene.view ? [] : this.scene.stages(update);
    const { seq, events } = update;
    let told = 0;
    let isTold = false;
    const tellRest = (): void => {
      if (!isTold) this.scene.note(seq, events.slice(told), false);
      isTold = true;
    };
    this.#tellRest = tellRest;
    if (planned.length === 0) tellRest();
    this.cues.showing?.(update);
    const limit = update.deadline_ms === undefined ? Infinity : update.deadline_ms * SHARE_OF_TIME;
    for (const { view, ms, sheet, tells = events.length } of planned) {
      if (tells > told && !isTold) {
        this.scene.note(seq, events.slice(told, tells), true);
        told = tells;
      }
      await this.scene.show(view);
      if (sheet) this.scene.lay?.(sheet);
      this.#staged = true;
      await this.#until(this.clock.now() + Math.min(limit, sheet && stages < Infinity ? ms : ms * stages));
      this.#staged = false;
    }
    this.scene.lay?.(null);
    tellRest();
    const still = this.#hurried(update);
    await this.scene.show(update.view, update.events, still);
    this.#free = still ? 0 : this.clock.now() + beat;
  }

  #isForeign(update: AnyUpdate): boolean {
    return this.scene.me === null || actorOf(update.events) !== this.scene.me;
  }

  #hurried(update: AnyUpdate): boolean {
    return this.#skipping || update.resync === true || this.hidden() || this.#late(update);
  }

  #late(update: AnyUpdate): boolean {
    return update.must === true && update.deadline_ms !== undefined && update.deadline_ms < LITTLE_TIME_MS;
  }

  async #until(when: number): Promise<void> {
    const ms = when - this.clock.now();
    if (ms <= 0 || this.#skipping || this.hidden()) return;
    await new Promise<void>((resolve) => {
      const cancel = this.clock.later(resolve, ms);
      this.#endHold = () => {
        cancel();
        resolve();
      };
    });
    this.#endHold = null;
  }
}
