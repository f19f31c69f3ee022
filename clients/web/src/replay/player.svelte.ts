// A finished match on a table: what each observer received, its ratings, and the step that is shown; alone or one after the other.
import { Director, PACE, realClock } from "../director/director";
import { cardsOf } from "../picker/cards";
import { settings } from "../settings/settings.svelte";
import { history } from "../state/history";
import { me } from "../state/me.svelte";
import type { Source } from "../state/source";
import { TableModel } from "../state/table.svelte";
import { byBots, movesOf, ratings, stepOf, withOpenHands, type Rated } from "./moves";
import { loadReplay, pathOf, prepare } from "./record";
import { w } from "./words";
import type { AnyUpdate } from "../protocol/messages";

/** An observer that sees every hand. */
export const ALL = "all";

async function json(url: string): Promise<unknown> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(url);
  return reply.json();
}

export class ReplayPlayer implements Source {
  readonly table = new TableModel(null);
  readonly path: string;
  names = $state.raw<string[]>([]);
  /** Whether the match itself went on from another one: then no further one can go on from it. */
  wentOn = $state(false);
  at = $state(0);
  /** Who observes: `ALL`, a seat's number, or "" for a spectator. */
  from = $state(ALL);
  speed = $state(1);
  playing = $state(false);
  failed = $state(false);
  /** What to show about the turning points while there are none. */
  note = $state("");
  /** This browser's own seat, from its storage or from the server. */
  mine = $state<number | null>(null);
  /** What each observer received. */
  #seen = $state.raw<Record<string, AnyUpdate[]>>({});
  #rated = $state.raw<Rated[]>([]);
  /** The updates, by `seq`, in which a bot acted in a player's place. */
  #instead = $state.raw<number[]>([]);
  #gone = false;
  /** Whether what the director still shows is out of date, because the replay has gone elsewhere. */
  #jumped = false;

  readonly updates = $derived.by(() => {
    if (this.from !== ALL) return this.#seen[this.from] ?? [];
    const seats = this.names.map((_, seat) => this.#seen[String(seat)]);
    return (this.#seen[""] ?? []).map((update, step) =>
      withOpenHands(
        update,
        seats.map((all) => all?.[step]),
      ),
    );
  });
  readonly last = $derived(this.updates.length - 1);
  readonly moves = $derived(this.table.skin ? movesOf(this.table, this.updates, this.#instead) : []);
  readonly deals = $derived(this.moves.filter((move) => move.deal !== null));
  readonly marked = $derived(this.#rated.filter(({ mark }) => mark !== undefined));
  /** The better action to show on the board, where the last move was a turning point; else null. */
  readonly missed = $derived(
    this.marked.find(({ action, mark }) => mark === "worst" && stepOf(action) === this.at) ?? null,
  );
  readonly #director: Director;

  constructor(room: string, match: number) {
    this.path = pathOf(room, match);
    this.mine = history().find((one) => one.room === room && one.match === match)?.me ?? null;
    const { table } = this;
    // As at a table for spectators: every move stays for its beat.
    this.#director = new Director(
      {
        me: null,
        get view() {
          return table.view;
        },
        stages: (update) => table.stages(update),
        note: (seq, events, more) => table.note(seq, events, more, this.#standIn(seq)),
        show: (view, events, still) => (this.#jumped ? Promise.resolve() : table.show(view, events, still)),
      },
      () => {
        const { beat, stages } = PACE[settings.speed];
        return { beat: beat / this.speed, stages: Math.min(stages, PACE.calm.stages) / this.speed };
      },
      { showing: () => (this.at += 1), caughtUp: () => this.#playOn() },
      realClock,
      () => false,
    );
  }

  #standIn(seq: number): "bot" | undefined {
    return this.#instead.includes(seq) ? "bot" : undefined;
  }

  begin(): () => void {
    void this.#load(this.from);
    // Shows in the hands and on the table what would have been better.
    const unmark = $effect.root(() => {
      $effect(() => {
        this.table.better = this.missed && { seat: this.missed.seat, cards: cardsOf(this.missed.best.action) };
      });
    });
    return () => {
      unmark();
      this.#gone = true;
      this.#leave();
    };
  }

  /** Observes from elsewhere: `ALL`, a seat's number, or "" for a spectator. */
  look(from: string): void {
    this.from = from;
    this.#leave();
    void this.#load(from);
  }

  /** Loads what an observer received, and shows the present step so. */
  async #load(seat: string): Promise<void> {
    try {
      if (this.names.length === 0) await this.#loadReplay();
      await this.#loadSeen(seat === ALL ? "" : seat);
      this.table.me = seat === ALL || seat === "" ? null : Number(seat);
      await this.#show(Math.min(this.at, this.last));
      if (seat !== ALL) return;
      for (const n of this.names.keys()) await this.#loadSeen(String(n));
      if (!this.#gone && this.from === ALL) await this.#show(this.at);
    } catch {
      this.failed = true;
    }
  }

  async #loadReplay(): Promise<void> {
    const replay = await loadReplay(this.path);
    this.wentOn = "from" in replay;
    await prepare(this.table, replay);
    await me.look();
    const own = replay.players?.findIndex((player) => player && player.id === me.player?.id) ?? -1;
    if (own >= 0) this.mine ??= own;
    this.table.mine = this.mine;
    this.#instead = byBots(replay.actions);
    this.names = this.table.seats.map(({ name }) => name ?? "");
    void this.#rate();
  }

  async #loadSeen(seat: string): Promise<void> {
    if (this.#seen[seat]) return;
    const { updates: all } = (await json(`${this.path}/updates${seat === "" ? "" : `?seat=${seat}`}`)) as {
      updates: AnyUpdate[];
    };
    this.#seen = { ...this.#seen, [seat]: all.filter((update) => update.view) };
  }

  async #rate(): Promise<void> {
    const found = await ratings(
      this.path,
      (done, of) => (this.note = w().thinking(done, of)),
      () => this.#gone,
    );
    this.#rated = found ?? [];
    this.note = found === null ? w().noAnalysis : w().noTurning;
  }

  async #show(to: number, animated = false): Promise<void> {
    const target = Math.max(0, Math.min(this.last, to));
    const update = this.updates[target];
    if (!update?.view) return;
    if (target !== this.at + 1) {
      this.table.clearLog();
      for (const { seq, events } of this.updates.slice(0, target))
        this.table.note(seq, events, false, this.#standIn(seq));
    }
    this.at = target;
    this.table.note(update.seq, update.events, false, this.#standIn(update.seq));
    await this.table.show(update.view, update.events, !animated);
  }

  #playOn(): void {
    const next = this.updates[this.at + 1];
    if (!next?.view) this.playing = false;
    else if (this.playing) {
      const { seq, events, view } = next;
      this.#director.push({ type: "update", room: next.room, seq, events, view });
    }
  }

  /** Stops playing; the move that is being shown stays on the table. */
  stop(): void {
    this.playing = false;
    this.#director.clear();
  }

  /** Stops playing, and nothing more of the present move is shown. */
  #leave(): void {
    this.#jumped = true;
    this.stop();
  }

  jump(to: number): void {
    const onward = to === this.at + 1;
    this.#leave();
    void this.#show(to, onward);
  }

  async toggle(): Promise<void> {
    if (this.playing) return this.stop();
    if (this.at >= this.last) await this.#show(0);
    this.#jumped = false;
    this.playing = true;
    this.#playOn();
  }
}
