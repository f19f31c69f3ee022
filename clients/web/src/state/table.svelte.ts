// The model of a displayed table: the view, the players, the log of events, and the possible actions. A room feeds it with
// live updates, a replay with recorded ones.
import { tick } from "svelte";
import type { Level } from "../settings/settings.svelte";
import type { DealSheet, Held, LogEntry, ShownTable, Skin, Stage, StandIn } from "../skin/types";
import { goesOn } from "../protocol/messages";
import type { AnyAction, AnyEvent, AnyTemplate, AnyUpdate, AnyView, Card, SeatInfo } from "../protocol/messages";
import { Picker, withFlags, type Choice, type Variant } from "../picker/picker";
import { tokenOf } from "../picker/template";
import { sortedHand, type HandOrder } from "../picker/cards";

/** Something to choose that is not in the hand: a card that lies on the table, or any other item. `card` is its token. */
export interface Offered extends Held {
  item: unknown;
}

/** How a change of the view is animated. Called before it; what it returns is called after it, with what moved. */
export type Motion = () => (moves: {
  exits: Record<string, string>;
  backs: { from: string; to: string; count: number; delay?: number }[];
}) => void;

const LOG_LENGTH = 400;
/** How long the sheet between two deals stays, unless it is put away before. */
const SHEET_MS = 6000;
/** How long presses are ignored after a decision has opened: they may have been meant for the previous buttons. */
const GUARD_MS = 300;
/** How long the only possible action stays on the screen before it is carried out by itself. */
const FORCED_MS = 900;
/** What may be carried out by itself: it takes no card out of the hand. */
const FORCED = ["pass", "draw"];

export class TableModel implements ShownTable {
  /** Set by the page, since a model knows no elements; null where nothing is drawn. */
  static motion: Motion | null = null;

  game = $state("");
  options = $state<Record<string, unknown>>({});
  seats = $state<SeatInfo[]>([]);
  /** The moves that a bot has made in this player’s place, of which the player has not been told yet. */
  stoodIn = $state.raw<readonly AnyEvent[]>([]);
  me = $state<number | null>(null);
  mine = $state<number | null>(null);
  /** By the seat, how strong its bot is, where this browser knows it: the server tells nobody. */
  botLevels = $state.raw<Readonly<Record<number, Level>>>({});
  /** How strong all bots are; null if that is not known, or differs. */
  readonly botLevel: Level | null = $derived.by(() => {
    const levels = this.seats.flatMap(({ seat, kind }) => (kind === "bot" ? [this.botLevels[seat] ?? null] : []));
    return levels.every((level) => level === levels[0]) ? (levels[0] ?? null) : null;
  });
  view = $state.raw<AnyView | null>(null);
  legal = $state.raw<AnyTemplate[]>([]);
  decision = $state<number | null>(null);
  deadline = $state<number | null>(null);
  /** The `seq` of the newest update that is completely shown. */
  shown = $state(0);
  log = $state.raw<LogEntry[]>([]);
  /** The events of the last update that is completely on the table. */
  latest = $state.raw<AnyEvent[]>([]);
  /** The events that were told last: of an update whose steps are shown one by one those of the present step. */
  fresh = $state.raw<readonly AnyEvent[]>([]);
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
  /** Goes on from before the player's last decision; null where that is not possible. Set by the room. */
  takeBack = $state.raw<(() => void) | null>(null);
  /** The advised action, for the decision that is on the screen. */
  hint = $state.raw<AnyAction | null>(null);
  /** Whether moves are still being shown; `skip` shows the rest at once. */
  busy = $state(false);
  skip: () => void = () => {};
  /** Goes on from a finished trick or deal that is being shown. */
  onward: () => void = () => {};
  /** In a replay: the cards of a seat that would have been a better play than the one that is shown. */
  better = $state.raw<{ seat: number; cards: readonly Card[] } | null>(null);
  /** What lies over the table after a deal. */
  sheet = $state.raw<DealSheet | null>(null);
  /** Whether all other seats are bots'. Set by the room. */
  alone = $state(false);
  /** Whether the only possible action is carried out by itself. */
  forces: () => boolean = () => false;
  /** The card, by its key, that was tapped before it could be played. */
  early = $state<string | null>(null);
  /** The card of the hand under the pointer. */
  pointed = $state<Card | null>(null);
  /** Whether to draw on, because the player has drawn and still can do nothing else. */
  #drawing = false;
  /** The decision that the newest update asks for, and the one that was answered, until an update asks for another. */
  #asked: number | null = null;
  #answered: number | null = null;
  /** The scores when the present deal began, or when this page came to it. */
  #atDeal: readonly (number | null)[] = [];
  #logKey = 0;
  /** The update whose steps are being shown, and its events that are in the log already. */
  #begun: { seq: number; events: AnyEvent[] } | null = null;
  /** Whether the action that was sent last was carried out by itself. */
  byItself = false;
  /** The updates, not shown yet, that the player did not choose. */
  readonly #notChosen = new Map<number, StandIn>();

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
  readonly choices: Choice[] = $derived(this.picker.choices(this.selectedCards));
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
  constructor(
    private readonly send: ((action: Record<string, unknown>, decision: number) => Promise<boolean>) | null,
  ) {}

  get readonly(): boolean {
    return this.send === null;
  }

  seatInfo(seat: number): SeatInfo | null {
    return this.seats.find((info) => info.seat === seat) ?? null;
  }

  /** Shows a view. Cards fly to their new places, unless `still`. */
  async show(view: AnyView, events: readonly AnyEvent[] = [], still = false): Promise<void> {
    const animate = still || events.some(goesOn) ? null : TableModel.motion?.();
    const hidden = (of: AnyView | null, seat: number): number =>
      of?.hands?.[seat]?.filter((card) => card === null).length ?? 0;
    const drawn = (view.hands ?? []).map((_, seat) =>
      seat === this.me ? 0 : hidden(view, seat) - hidden(this.view, seat),
    );
    const closed = events.some((event) => this.skin?.closes?.(event));
    if (!this.view || closed) this.#atDeal = view.scores;
    if (closed) this.early = null;
    this.view = view;
    await tick();
    if (!animate) return;
    const own = `seat-${this.me}`;
    animate({
      exits: this.skin?.exits?.(events) ?? {},
      backs: [
        ...drawn.map((count, seat) => ({ from: "stock", to: `seat-${seat}`, count, delay: seat * 30 })),
        ...(this.skin?.backs?.(events) ?? []).filter(({ from, to }) => from !== own && to !== own),
      ],
    });
  }

  stages(update: AnyUpdate): Stage[] {
    if (!this.view) return [];
    const stages = this.skin?.stages?.(this.view, update) ?? [];
    const sheet = this.#sheetOf(update);
    return sheet
      ? [...stages, { view: stages.at(-1)?.view ?? this.view, ms: SHEET_MS, sheet, tells: sheet.events.length }]
      : stages;
  }

  lay(sheet: DealSheet | null): void {
    this.sheet = sheet;
  }

  /** What to show between two deals; null in a guide or replay, and at the end, which has a panel of its own. */
  #sheetOf({ events, view }: AnyUpdate): DealSheet | null {
    if (this.guided || this.readonly || !view || view.result || !this.view) return null;
    if (!events.some((event) => this.skin?.closes?.(event))) return null;
    const next = events.findIndex(({ type }) => type === "dealt");
    return { events: next < 0 ? events : events.slice(0, next), before: this.#atDeal, after: view.scores };
  }

  /** Offers the actions of an update. Keeps the selection if it is still possible. */
  offer(update: AnyUpdate): void {
    // It may have been answered while this update was still being shown.
    const decision = update.decision === this.#answered ? null : (update.decision ?? null);
    const changed = this.decision !== decision;
    this.legal = decision === null ? [] : (update.legal ?? []);
    this.decision = decision;
    if (changed) this.flags = [];
    const kept = this.selectedKeys.filter((key) => this.#within.some((held) => held.key === key));
    const cards = kept.flatMap((key) => this.#within.find((held) => held.key === key)?.card ?? []);
    this.selectedKeys = cards.length > 0 && this.picker.allows(cards) ? kept : [];
    if (!changed && this.open) return;
    clearTimeout(this.#guard);
    this.open = false;
    this.pointed = null;
    const drawOn = this.#drawing && this.#onlyDraw;
    this.#drawing = false;
    if (this.decision === null) return;
    this.#guard = setTimeout(() => {
      this.open = true;
      const choice = drawOn ? this.choices.find(({ type }) => type === "draw") : undefined;
      if (choice) void this.#actAlone(choice);
      else if (this.forces()) this.#force();
    }, GUARD_MS);
  }

  /** The only action that is possible now, where nothing can be chosen and it takes no card; else null. */
  get forced(): Choice | null {
    const [only, ...others] = this.choices;
    if (!only || others.length > 0 || this.legal.length > 1 || this.selectedKeys.length > 0) return null;
    return FORCED.includes(only.type) && only.variants.length === 1 && only.flags.length === 0 ? only : null;
  }

  #force(): void {
    this.#guard = setTimeout(() => {
      const { forced } = this;
      if (forced) void this.#actAlone(forced);
    }, FORCED_MS);
  }

  #actAlone(choice: Choice): Promise<void> {
    const done = this.act(choice, choice.variants[0]!);
    this.byItself = true;
    return done;
  }

  /** Keeps a tap on a card before the player's decision, while moves are being shown or bots think; a second one takes it back. \returns false at any other time */
  keepEarly(held: Held): boolean {
    if (this.readonly || this.guided || this.me === null || this.over || this.decision !== null) return false;
    if (!this.busy && !this.alone) return false;
    this.early = this.early === held.key ? null : held.key;
    return true;
  }

  /** The card of the tap that was kept, once presses count; then it is no longer kept. Null if there is none, or it has left the hand. */
  takeEarly(): Held | null {
    if (!this.open || this.early === null) return null;
    const held = this.hand.find(({ key }) => key === this.early) ?? null;
    this.early = null;
    return held;
  }

  /** Whether drawing is all that can be done in this turn; what is offered beside it is no way out. */
  get #onlyDraw(): boolean {
    const types = new Set(this.legal.map(({ type }) => type).filter((type) => !this.isAside(type)));
    return types.size === 1 && types.has("draw");
  }

  /** Withdraws the decision on the screen if the newest update has another one. */
  expect(decision: number | null): void {
    this.refusal = null;
    this.#asked = decision;
    if (decision !== this.#answered) this.#answered = null;
    if (decision !== this.decision) this.hint = null;
    if (decision !== this.decision) this.#withdraw();
  }

  #withdraw(): void {
    clearTimeout(this.#guard);
    this.open = false;
    this.legal = [];
    this.decision = null;
  }

  /**
   * Writes events of an update to the log.
   * \param more whether others of the same update follow
   * \param by set if the player did not choose the first of the update's
   */
  note(
    seq: number,
    events: readonly AnyEvent[],
    more = false,
    by: StandIn | undefined = this.#notChosen.get(seq),
  ): void {
    this.#notChosen.delete(seq);
    const before = this.#begun?.seq === seq ? this.#begun.events : [];
    const all = [...before, ...events];
    this.#begun = more ? { seq, events: all } : null;
    this.fresh = events;
    if (!more) this.latest = all;
    const isFirst = (n: number): boolean => n === 0 && before.length === 0;
    const added = events.map((event, n) => ({ key: ++this.#logKey, seq, event, ...(by && isFirst(n) ? { by } : {}) }));
    this.log = [...this.log, ...added].slice(-LOG_LENGTH);
  }

  /** The number of the update of which the log has only a part so far; null if there is none. */
  get begun(): number | null {
    return this.#begun?.seq ?? null;
  }

  /** Puts the log of an earlier visit before what is to come. */
  restoreLog(entries: readonly Omit<LogEntry, "key">[]): void {
    this.log = entries.map((entry) => ({ ...entry, key: ++this.#logKey }));
  }

  clearLog(): void {
    this.early = null;
    this.stoodIn = [];
    this.#atDeal = [];
    this.sheet = null;
    this.log = [];
    this.#begun = null;
    this.fresh = [];
    this.latest = [];
  }

  /** The player did not choose the action of this update. */
  notChosen(seq: number, by: StandIn): void {
    this.#notChosen.set(seq, by);
  }

  /** The only way to play just this card; null if there are several, or if more could be chosen with it. */
  onlyWay(held: Held): { choice: Choice; variant: Variant } | null {
    if (!this.myTurn || !this.isLit(held)) return null;
    const main = this.picker.choices([held.card]).filter(({ type }) => !this.isAside(type));
    const [choice, ...others] = main.filter(({ cards, suggested }) => cards.length > 0 && !suggested);
    if (!choice || others.length > 0 || choice.variants.length !== 1 || choice.flags.length > 0) return null;
    if (choice.type !== "play") return null;
    const more = this.hand.some((other) => other.key !== held.key && this.picker.allows([held.card, other.card]));
    return more ? null : { choice, variant: choice.variants[0]! };
  }

  isPlayable(held: Held): boolean {
    const rest = this.selectedKeys.includes(held.key) ? this.selectedCards : [...this.selectedCards, held.card];
    return this.picker.allows(rest) || this.picker.allows([held.card]);
  }

  /** Whether an action is offered beside the one that is asked for. Where there is no other one it is what is asked for. */
  isAside(type: string): boolean {
    const aside = this.skin?.aside ?? [];
    return aside.includes(type) && this.legal.some((template) => !aside.includes(template.type));
  }

  /** Whether to highlight a card: it can be played. */
  isLit(held: Held): boolean {
    return this.myTurn && this.picker.allows([held.card], (type) => !this.isAside(type));
  }

  /** The tables that a card may be played on, where an action names one. */
  sidesOf({ card }: Held): number[] {
    const sides = this.picker.choices([card]).flatMap(({ type, action }) => (type === "play" ? [action["table"]] : []));
    return [...new Set(sides.filter((side) => typeof side === "number"))].sort((a, b) => a - b);
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
    const optional = new Set(this.legal.flatMap((template) => template.optional ?? []));
    this.flags = Object.keys(action).filter((name) => action[name] === true && optional.has(name));
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
    this.byItself = false;
    this.#drawing = choice.type === "draw";
    const action = withFlags(choice, variant.action, this.flags);
    try {
      const accepted = await this.send(action, decision);
      if (accepted) {
        if (this.#asked === decision) this.#answered = decision;
        if (this.decision === decision) this.#withdraw();
      }
      this.selectedKeys = [];
      this.flags = [];
    } finally {
      this.sending = false;
    }
  }
}
