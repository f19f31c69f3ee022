// Computes from `legal` and the selected cards which further cards can be selected and which buttons to show. Every action
// that a button sends is allowed by a template.
import type { AnyAction, AnyTemplate, Card } from "../protocol/messages";
import { common, sameCards } from "./cards";
import {
  completes,
  copyChoices,
  extends_,
  itemsOf,
  listOf,
  onlyCompletion,
  slotsOf,
  tokenOf,
  type Slots,
} from "./template";

/** One variant of an action, for example with a suit, a rank, or the ranks that jokers copy. */
export interface Variant {
  /** The field in which the variants differ, and its value; null if there is nothing to choose. */
  field: string | null;
  value: unknown;
  action: AnyAction;
}

/** A button. If it has several variants, it first asks which one to send. */
export interface Choice {
  /** The action's type and literal fields; stays the same as long as the button does the same. */
  key: string;
  type: string;
  /** An example of the action, for the label. */
  action: AnyAction;
  cards: Card[];
  variants: Variant[];
  /** The field that has the selected cards or items; null if nothing is selected for it. */
  list: string | null;
  /** The fields that may be added with the value `true`. */
  flags: string[];
  /** True if the picker added cards to the player's selection, because there was only one way to complete it. */
  suggested: boolean;
}

/** Fields for which the player is asked after selecting the cards. */
const ASKED = ["suit", "as"];

interface Entry {
  template: AnyTemplate;
  slots: Slots | null;
}

export class Picker {
  private readonly entries: Entry[];

  constructor(readonly legal: readonly AnyTemplate[]) {
    this.entries = legal.map((template) => ({ template, slots: slotsOf(template) }));
  }

  /** Whether there is an action that contains these cards, possibly with others. */
  allows(cards: readonly Card[], types?: (type: string) => boolean): boolean {
    return this.entries.some(
      ({ template, slots }) => slots !== null && (types?.(template.type) ?? true) && extends_(slots, cards),
    );
  }

  /**
   * The selection after a tap on `card`: the card is added if that can lead to an action; otherwise it is selected alone,
   * but not in place of several cards, which took more than a tap to select; null if neither is possible. `kept` tells
   * whether the previous selection was kept.
   */
  afterTap(selected: readonly Card[], card: Card): { selected: Card[]; kept: boolean } | null {
    if (this.allows([...selected, card])) return { selected: [...selected, card], kept: true };
    return selected.length < 2 && this.allows([card]) ? { selected: [card], kept: false } : null;
  }

  /** The number of cards in the largest action that the selection can still become. */
  capacity(cards: readonly Card[]): number {
    return Math.max(
      0,
      ...this.entries.map(({ slots }) =>
        slots !== null && extends_(slots, cards) ? slots.fixed.length + slots.max : 0,
      ),
    );
  }

  /** What can be chosen, each item as often as in the template that has it most often. */
  items(): unknown[] {
    const most: unknown[] = [];
    for (const { template } of this.entries) {
      const rest = most.map(tokenOf);
      for (const item of itemsOf(template)) {
        const at = rest.indexOf(tokenOf(item));
        if (at < 0) most.push(item);
        else rest.splice(at, 1);
      }
    }
    return most;
  }

  /** The buttons for a selection: the actions that it completes, suggested completions, and every action without cards. */
  choices(selected: readonly Card[]): Choice[] {
    const byKey = new Map<string, Choice>();
    for (const { template, slots } of this.entries) {
      if (slots === null) {
        this.add(byKey, template, [], [{ field: null, value: null, action: fill(template, null) }], false);
        continue;
      }
      // Choosing nothing is an action, too, where the choice allows it.
      if ((selected.length > 0 || slots.max > 0) && completes(slots, selected)) {
        this.add(byKey, template, [...selected], variantsOf(template, slots, selected), false);
      }
    }
    for (const { template, slots } of this.entries) {
      const whole = slots && this.suggestion(slots, selected);
      if (!whole || [...byKey.values()].some((have) => have.type === template.type && sameCards(have.cards, whole)))
        continue;
      this.add(byKey, template, whole, variantsOf(template, slots, whole), true);
    }
    return [...byKey.values()];
  }

  /** A completion of the selection to two or more cards, if there is only one; otherwise null. */
  private suggestion(slots: Slots, selected: readonly Card[]): Card[] | null {
    if (slots.fixed.length + slots.max < 2) return null;
    const whole = onlyCompletion(slots, selected);
    if (whole === null || whole.length === selected.length) return null;
    // The missing cards go before the selected ones, whose order is kept, because the last card lies on top.
    const lacking = [...whole];
    for (const card of common(selected, whole)) lacking.splice(lacking.indexOf(card), 1);
    return [...lacking, ...selected];
  }

  private add(
    byKey: Map<string, Choice>,
    template: AnyTemplate,
    cards: Card[],
    variants: Variant[],
    suggested: boolean,
  ) {
    const key = keyOf(template) + (suggested ? `+${[...cards].sort().join("")}` : "");
    const flags = (template.optional ?? []).filter((name) => name !== "as");
    const have = byKey.get(key);
    if (!have) {
      const action = variants[0]!.action;
      byKey.set(key, { key, type: template.type, action, cards, list: listOf(template), variants, flags, suggested });
      return;
    }
    for (const variant of variants) {
      const text = JSON.stringify(variant.action);
      if (!have.variants.some((other) => JSON.stringify(other.action) === text)) have.variants.push(variant);
    }
    have.flags = [...new Set([...have.flags, ...flags])];
  }
}

/** Whether two actions do the same; cards of a play in any order. */
export function sameAction(one: AnyAction, other: AnyAction): boolean {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) => {
    const [a, b] = [one[name], other[name]];
    if (name === "cards" && Array.isArray(a) && Array.isArray(b)) return sameCards(a as Card[], b as Card[]);
    return JSON.stringify(a) === JSON.stringify(b);
  });
}

/** Adds flags that the choice allows; others are dropped. */
export function withFlags(choice: Choice, action: AnyAction, flags: Iterable<string>): AnyAction {
  const wanted = [...flags].filter((name) => choice.flags.includes(name));
  return wanted.length === 0 ? action : { ...action, ...Object.fromEntries(wanted.map((name) => [name, true])) };
}

/** Names what a template, or an action without cards, does; stays the same as long as that does. */
export function keyOf(template: AnyTemplate): string {
  const list = listOf(template);
  const literal = Object.entries(template)
    .filter(([name, value]) => name !== "optional" && name !== list && !(name === "card" && value !== null))
    .filter(([name]) => slotsOf(template) === null || !ASKED.includes(name))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return literal.join(",");
}

/** The action that a template stands for, with these cards in place of its choice. */
export function fill(template: AnyTemplate, cards: readonly Card[] | null): AnyAction {
  const { optional: _, ...action } = template;
  const list = listOf(template);
  if (cards === null || list === null) return action;
  const items = itemsOf(template);
  return { ...action, [list]: cards.map((token) => items.find((item) => tokenOf(item) === token) ?? token) };
}

function variantsOf(template: AnyTemplate, slots: Slots, cards: readonly Card[]): Variant[] {
  const action = fill(template, cards);
  const field = ASKED.find((name) => name in template && template[name] !== undefined);
  if (field) return [{ field, value: template[field], action }];
  const copies = copyChoices(slots, cards);
  if (copies.length > 1) {
    return copies.map((as) => ({ field: "as", value: as, action: { ...action, as } }));
  }
  return [{ field: null, value: null, action }];
}
