// The updates of a room's matches, on their way to its table: which have been received, what to ask for after a reconnection,
// and the log that outlives a reload.
import { actorOf, Director, paceOf } from "../director/director";
import { loadSkin } from "../games/registry";
import { settings } from "../settings/settings.svelte";
import { sound, soundOf } from "../sound/sound";
import { history } from "./history";
import { saveLog, savedLog } from "./saved_log";
import { savedSeat } from "./tokens";
import type { AnyUpdate, ServerRoom } from "../protocol/messages";
import type { TableModel } from "./table.svelte";

/** After so many matches of a game somebody knows it. */
const FEW = 3;
/** A bot moves for a seat when its time is up, never before. */
const EARLY_MS = 50;

export class Feed {
  #seq = 0;
  #match = 0;
  /** The seats that the newest update waits for. */
  #acting: readonly number[] = [];
  /** Updates are only written to the log until the next `resync`: the seat has just been resumed. */
  #catchingUp = false;
  /** Until the next `resync`: own moves after this update are a bot's, but for so many that were sent from here; null: that is not known. */
  #away: { seen: number; sent: number } | null = null;
  /** Whether this player may have played from another connection meanwhile. */
  elsewhere = false;
  readonly #director: Director;

  /** `resumed` is called at each `resync` with the current decision. */
  constructor(
    private readonly code: string,
    private readonly table: TableModel,
    private readonly resumed: (decision: number | null) => void,
  ) {
    this.#director = new Director(table, () => paceOf(settings.speed, this.#isNew()), {
      ready: async () => {
        if (!table.skin && table.game) table.skin = await loadSkin(table.game).catch(() => null);
      },
      showing: (update) => {
        const heard = soundOf(update, table.skin?.chimes);
        if (heard) sound(heard);
      },
      caughtUp: (update) => this.#caughtUp(update),
      busy: (busy) => (table.busy = busy),
    });
    table.skip = () => this.#director.skip();
    table.onward = () => this.#director.onward();
  }

  /** Whether this is one of the first games of its kind in this browser. */
  #isNew(): boolean {
    return history().filter(({ game }) => game === this.table.game).length < FEW;
  }

  /** The number of the match on the table. */
  get match(): number {
    return this.#match;
  }

  /** Saves the log, so that it is still there after a reload. */
  keepLog(): void {
    if (this.#seq === 0) return;
    const { log, begun } = this.table;
    const whole = log.filter(({ seq }) => seq !== begun);
    const entries = whole.map(({ seq, event, by }) => ({ seq, event, ...(by ? { by } : {}) }));
    // Updates that wait to be shown are not in the log yet, or only in part; the server sends them again.
    saveLog(this.code, {
      match: this.#match,
      seq: entries.at(-1)?.seq ?? this.#seq,
      seen: this.#seq,
      sending: this.table.sending,
      entries,
    });
  }

  /** What the server shall send again. Without a log it is everything that the server still has. */
  missed(): { since?: number; match?: number } {
    if (this.#seq > 0) {
      this.#away = this.elsewhere ? null : { seen: this.#seq, sent: Number(this.table.sending) };
      this.elsewhere = false;
      return { since: this.#seq, match: this.#match };
    }
    const log = savedLog(this.code);
    this.#catchingUp = true;
    if (savedSeat(this.code)?.left) this.#away = { seen: 0, sent: 0 };
    else if (log?.seen !== undefined) this.#away = { seen: log.seen, sent: Number(log.sending) };
    if (log === null) return { since: 1 };
    this.#match = log.match;
    this.#seq = log.seq;
    this.table.restoreLog(log.entries);
    return { since: log.seq, match: log.match };
  }

  /** Returns whether another match has begun. */
  follow(info: ServerRoom): boolean {
    if (info.status === "finished" && this.#match === 0) this.#match = info.match - 1;
    if (info.status !== "playing" || info.match === this.#match) return false;
    this.#match = info.match;
    this.#seq = 0;
    this.#director.clear();
    this.table.clearLog();
    return true;
  }

  receive(update: AnyUpdate): void {
    const stoodIn = this.#hasStoodIn(update);
    if (stoodIn) this.table.stoodIn = [...this.table.stoodIn, update.events[0]!];
    if (this.#catchingUp && !update.resync && update.seq > 1) {
      this.#seq = update.seq;
      this.table.note(update.seq, update.events, false, stoodIn ? "bot" : undefined);
      return;
    }
    this.#catchingUp = false;
    this.#seq = update.seq;
    if (this.#hasRunOut(update)) this.table.notChosen(update.seq, "clock");
    else if (stoodIn) this.table.notChosen(update.seq, "bot");
    else if (this.table.byItself && actorOf(update.events) === this.table.me) {
      this.table.notChosen(update.seq, "forced");
      this.table.byItself = false;
    }
    // The view of a `resync` includes the updates that wait, so these are only written to the log.
    if (update.resync) {
      this.#away = null;
      for (const missed of this.#director.clear()) this.table.note(missed.seq, missed.events);
      this.resumed(update.decision ?? null);
    }
    this.table.expect(update.decision ?? null);
    this.#acting = update.view?.to_act ?? [];
    this.table.deadline = update.deadline_ms === undefined ? null : performance.now() + update.deadline_ms;
    this.#director.push(update);
  }

  /** Whether a bot has made this move of the player who is coming back. */
  #hasStoodIn({ seq, events, resync }: AnyUpdate): boolean {
    const away = this.#away;
    const { me } = this.table;
    if (!away || resync || me === null || actorOf(events) !== me || seq <= away.seen) return false;
    return away.sent === 0 || away.sent-- === 0;
  }

  /** Whether the clock has caused an update: the seat that moved had no time left, and it is not this player's own press. */
  #hasRunOut({ events, resync }: AnyUpdate): boolean {
    const { deadline, me, sending } = this.table;
    const seat = actorOf(events);
    if (resync || deadline === null || seat === null || !this.#acting.includes(seat)) return false;
    return !(seat === me && sending) && performance.now() >= deadline - EARLY_MS;
  }

  #caughtUp(update: AnyUpdate): void {
    this.table.offer(update);
    this.table.shown = update.seq;
    if (this.table.myTurn) sound("turn");
  }
}
