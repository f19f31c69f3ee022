// The model of a displayed table: the view, the players, the log of events, and the possible actions. A room feeds it with
// live updates, a replay with recorded ones.
import { tick } from "svelte";
import type { Skin, Stage } from "../games/types";
import type { AnyAction, AnyEvent, AnyTemplate, AnyUpdate, AnyView, Card, SeatInfo } from "../protocol/messages";
import { Picker, withFlags, type Choice, type Variant } from "../picker/picker";
import { tokenOf } from "../picker/template";
import { sortedHand, type HandOrder } from "../picker/cards";
import { flyBacks, play, snapshot } from "../ui/motion";

/** A card of the player's own hand, with a key that stays the same while the card is in the hand. */
export interface Held {
  card: Card;
  key: string;
}

/** Something to choose that is not in the hand: a card that lies on the table, or any other item. `card` is its token. */
export interface Offered extends Held {
  item: unknown;
}

export interface LogEntry {
  key: number;
  seq: number;
  event: AnyEvent;
}

const LOG_LENGTH = 400;
/** How long presses are ignored after a decision has opened: they may have been meant for the previous buttons. */
const GUARD_MS = 300;

export class TableModel {
  game = $state("");
  options = $state<Record<string, unknown>>({});
  seats = $state<SeatInfo[]>([]);
  me = $state<number | null>(null);
  view = $state.raw<AnyView | null>(null);
  legal = $state.raw<AnyTemplate[]>([]);
  decision = $state<number | null>(null);
  deadline = $state<number | null>(null);
  /** The `seq` of the newest update that is completely shown. */
  shown = $state(0);
  log = $state.raw<LogEntry[]>([]);
  /** The events of the last update, for the screen reader's live region and for marks on the table. */
  latest = $state.raw<AnyEvent[]>([]);
  skin = $state.raw<Skin | null>(null);
  order = $state<HandOrder | null>(null);
  selectedKeys = $state.raw<string[]>([]);
  flags = $state.raw<string[]>([]);
  /** Whether a lesson explains this table, so that no other tips are needed. */
  guided = false;
  /** Waiting for the reply to an action. */
  sending = $state(false);
  /** Whether presses count: the present decision has been on the screen for long enough. */
  open = $state(false);
  /** Why the last press could not be carried out; counted, so that the same reason is told again. */
  refusal = $state.raw<{ text: string; key: number; card: string | null } | null>(null);
  /** Asks for advice on the present decision; null where it is not allowed. Set by the room. */
  ask = $state.raw<(() => Promise<void>) | null>(null);
  /** The advised action, for the decision that is on the screen. */
  hint = $state.raw<AnyAction | null>(null);
  /** Whether moves are still being shown; `skip` shows the rest at once. */
  busy = $state(false);
  skip: () => void = () => {};
  #logKey = 0;

  readonly hand: Held[] = $derived.by(() => {
    const hand = this.me === null ? [] : (this.view?.hands?.[this.me] ?? []);
    const cards = sortedHand(
      hand.filter((card) => card !== null),
      this.order ?? this.skin?.order ?? "suit",
    );
    const seen = new Map<string, number>();
    return cards.map((card) => {
      const n = seen.get(card) ?? 0;
      seen.set(card, n + 1);
      return { card, key: `${card}${n}` };
    });
  });
  readonly picker = $derived(new Picker(this.legal));
  /** What the templates let the player choose from beside the hand. */
  readonly offered: Offered[] = $derived.by(() => {
    const rest: string[] = this.hand.map(({ card }) => card);
    const others = this.picker.items().filter((item) => {
      const at = rest.indexOf(tokenOf(item));
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
    return others.map((item, at) => ({ item, card: tokenOf(item), key: `${at} ${tokenOf(item)}` }));
  });
  readonly #within: Held[] = $derived([...this.hand, ...this.offered]);
  readonly selected: Held[] = $derived(
    this.selectedKeys.flatMap((key) => this.#within.find((held) => held.key === key) ?? []),
  );
  readonly selectedCards = $derived(this.selected.map((held) => held.card));
  readonly choices: Choice[] = $derived(this.sending ? [] : this.picker.choices(this.selectedCards));
  readonly toAct = $derived(this.view?.to_act ?? []);
  readonly myTurn = $derived(this.me !== null && this.toAct.includes(this.me) && this.legal.length > 0);
  readonly over = $derived(this.view?.phase === "over");
  /** The other seats, clockwise, starting to the left of the player's own seat. */
  readonly others: number[] = $derived.by(() => {
    const count = this.view?.scores.length ?? this.seats.length;
    const first = this.me ?? -1;
    return Array.from({ length: this.me === null ? count : count - 1 }, (_, i) => (first + 1 + i) % count);
  });

  #guard: ReturnType<typeof setTimeout> | undefined;

  /** `send`: sends an action for a decision, and tells whether it was accepted; null if the table is only looked at. */
  constructor(private readonly send: ((action: Record<string, unknown>, decision: number) => Promise<boolean>) | null) {}

  get readonly(): boolean {
    return this.send === null;
  }

  seatInfo(seat: number): SeatInfo | null {
    return this.seats.find((info) => info.seat === seat) ?? null;
  }

  /** Shows a view. Cards fly to their new places, unless `still`. */
  async show(view: AnyView, events: readonly AnyEvent[] = [], still = false): Promise<void> {
    const before = still ? null : snapshot();
    const hidden = (of: AnyView | null, seat: number): number => of?.hands?.[seat]?.filter((card) => card === null).length ?? 0;
    const drawn = (view.hands ?? []).map((_, seat) => (seat === this.me ? 0 : hidden(view, seat) - hidden(this.view, seat)));
    this.view = view;
    await tick();
    if (still) return;
    play(before, this.skin?.exits?.(events) ?? {});
    drawn.forEach((count, seat) => flyBacks("stock", `seat-${seat}`, count, seat * 30));
    const own = `seat-${this.me}`;
    for (const { from, to, count } of this.skin?.backs?.(events) ?? []) if (from !== own && to !== own) flyBacks(from, to, count);
  }

  stages(update: AnyUpdate): Stage[] {
    return this.view ? (this.skin?.stages?.(this.view, update) ?? []) : [];
  }

  /** Offers the actions of an update. Keeps the selection if it is still possible. */
  offer(update: AnyUpdate): void {
    const changed = this.decision !== (update.decision ?? null);
    this.legal = update.legal ?? [];
    this.decision = update.decision ?? null;
    if (changed) this.flags = [];
    const kept = this.selectedKeys.filter((key) => this.#within.some((held) => held.key === key));
    const cards = kept.flatMap((key) => this.#within.find((held) => held.key === key)?.card ?? []);
    this.selectedKeys = cards.length > 0 && this.picker.allows(cards) ? kept : [];
    if (!changed && this.open) return;
    clearTimeout(this.#guard);
    this.open = false;
    if (this.decision !== null) this.#guard = setTimeout(() => (this.open = true), GUARD_MS);
  }

  /** Withdraws the decision on the screen if the newest update has another one. */
  expect(decision: number | null): void {
    this.refusal = null;
    if (decision !== this.decision) this.hint = null;
    if (decision !== this.decision) this.#withdraw();
  }

  #withdraw(): void {
    clearTimeout(this.#guard);
    this.open = false;
    this.legal = [];
    this.decision = null;
  }

  note(seq: number, events: readonly AnyEvent[]): void {
    this.latest = [...events];
    const added = events.map((event) => ({ key: ++this.#logKey, seq, event }));
    this.log = [...this.log, ...added].slice(-LOG_LENGTH);
  }

  /** Puts the log of an earlier visit before what is to come. */
  restoreLog(entries: readonly { seq: number; event: AnyEvent }[]): void {
    this.log = entries.map(({ seq, event }) => ({ key: ++this.#logKey, seq, event }));
  }

  clearLog(): void {
    this.log = [];
    this.latest = [];
  }

  isPlayable(held: Held): boolean {
    const rest = this.selectedKeys.includes(held.key) ? this.selectedCards : [...this.selectedCards, held.card];
    return this.picker.allows(rest) || this.picker.allows([held.card]);
  }

  /** Whether to highlight a card. `hide` does not count during play, because it allows every card at any time. */
  isLit(held: Held): boolean {
    const main = (type: string): boolean => type !== "hide" || this.view?.phase !== "play";
    return this.myTurn && this.picker.allows([held.card], main);
  }

  /** Selects or deselects a card. Returns false if no action can contain it now. */
  tap(held: Held): boolean {
    if (this.selectedKeys.includes(held.key)) {
      this.selectedKeys = this.selectedKeys.filter((key) => key !== held.key);
      return true;
    }
    const after = this.picker.afterTap(this.selectedCards, held.card);
    if (after === null) return false;
    this.selectedKeys = after.kept ? [...this.selectedKeys, held.key] : [held.key];
    return true;
  }

  /** Shows an advised action: its cards are selected, so that its button is there. */
  advise(action: AnyAction, decision: number): void {
    if (decision !== this.decision) return;
    this.hint = action;
    const list = action["cards"] ?? (action["card"] ? [action["card"]] : Object.values(action).find(Array.isArray));
    const wanted = ((list ?? []) as unknown[]).map(tokenOf);
    const keys: string[] = [];
    for (const card of wanted) {
      const held = this.#within.find((one) => one.card === card && !keys.includes(one.key));
      if (held) keys.push(held.key);
    }
    this.selectedKeys = keys;
    this.flags = action["last_one"] === true ? ["last_one"] : [];
  }

  /** Tells the player in words why something can't be done now. */
  refuse(text: string, card: string | null = null): void {
    this.refusal = { text, key: (this.refusal?.key ?? 0) + 1, card };
  }

  clearSelection(): void {
    this.selectedKeys = [];
  }

  toggleFlag(name: string): void {
    this.flags = this.flags.includes(name) ? this.flags.filter((other) => other !== name) : [...this.flags, name];
  }

  /** Sends an action for `decision`, the number that was on the screen with its button. */
  async act(choice: Choice, variant: Variant, decision: number | null = this.decision): Promise<void> {
    if (this.send === null || decision === null || this.sending || !this.open) return;
    this.sending = true;
    const action = withFlags(choice, variant.action, this.flags);
    try {
      const accepted = await this.send(action, decision);
      if (accepted && this.decision === decision) this.#withdraw();
      this.selectedKeys = [];
      this.flags = [];
    } finally {
      this.sending = false;
    }
  }
}
