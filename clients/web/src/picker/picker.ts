// From `legal` and the cards selected so far: which cards can still be taken, and which buttons there are. Whatever a
// button sends is allowed by some template.
import type { AnyAction, AnyTemplate, Card } from "../protocol/messages";
import { common, sameCards } from "./cards";
import { completes, copyChoices, extends_, onlyCompletion, slotsOf, type Slots } from "./template";

/** One of the forms in which an action can be sent: a suit, a rank, what jokers copy. */
export interface Variant {
  /** The field that makes the difference, and its value; null where there is nothing to choose. */
  field: string | null;
  value: unknown;
  action: AnyAction;
}

/** A button. With several variants it opens a picker first. */
export interface Choice {
  /** Stable while what it does is the same: the type and its literal fields. */
  key: string;
  type: string;
  /** An example of the action, for the label. */
  action: AnyAction;
  cards: Card[];
  variants: Variant[];
  /** The flags that may be added, each with the only value `true`. */
  flags: string[];
  /** True where the cards were not all selected by the person: the only way to go on. */
  suggested: boolean;
}

/** Fields that a picker asks for after the cards are chosen. */
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

  /** Whether some action can hold these cards, and perhaps more. */
  allows(cards: readonly Card[], types?: (type: string) => boolean): boolean {
    return this.entries.some(
      ({ template, slots }) => slots !== null && (types?.(template.type) ?? true) && extends_(slots, cards),
    );
  }

  /** What is selected once `card` is tapped: added where that can lead to an action, else alone, else no change. */
  afterTap(selected: readonly Card[], card: Card): { selected: Card[]; kept: boolean } | null {
    if (this.allows([...selected, card])) return { selected: [...selected, card], kept: true };
    return this.allows([card]) ? { selected: [card], kept: false } : null;
  }

  /** How many cards the largest action takes that can still come of the selection. */
  capacity(cards: readonly Card[]): number {
    return Math.max(
      0,
      ...this.entries.map(({ slots }) =>
        slots !== null && extends_(slots, cards) ? slots.fixed.length + slots.max : 0,
      ),
    );
  }

  /** The buttons for a selection: what it completes, and every action without cards. */
  choices(selected: readonly Card[]): Choice[] {
    const byKey = new Map<string, Choice>();
    for (const { template, slots } of this.entries) {
      if (slots === null) {
        this.add(byKey, template, [], [{ field: null, value: null, action: fill(template, null) }], false);
        continue;
      }
      if (selected.length > 0 && completes(slots, selected)) {
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

  /** Cards that need not be looked for: two or more that go together in only one way. */
  private suggestion(slots: Slots, selected: readonly Card[]): Card[] | null {
    if (slots.fixed.length + slots.max < 2) return null;
    const whole = onlyCompletion(slots, selected);
    if (whole === null || whole.length === selected.length) return null;
    // The order of what was selected is kept, what is lacking comes before it: the last one named lies on top.
    const lacking = [...whole];
    for (const card of common(selected, whole)) lacking.splice(lacking.indexOf(card), 1);
    return [...lacking, ...selected];
  }

  private add(byKey: Map<string, Choice>, template: AnyTemplate, cards: Card[], variants: Variant[], suggested: boolean) {
    const key = keyOf(template) + (suggested ? `+${[...cards].sort().join("")}` : "");
    const flags = (template.optional ?? []).filter((name) => name !== "as");
    const have = byKey.get(key);
    if (!have) {
      const action = variants[0]!.action;
      byKey.set(key, { key, type: template.type, action, cards, variants, flags, suggested });
      return;
    }
    for (const variant of variants) {
      const text = JSON.stringify(variant.action);
      if (!have.variants.some((other) => JSON.stringify(other.action) === text)) have.variants.push(variant);
    }
    have.flags = [...new Set([...have.flags, ...flags])];
  }
}

/** Adds flags that the choice allows; others are dropped. */
export function withFlags(choice: Choice, action: AnyAction, flags: Iterable<string>): AnyAction {
  const wanted = [...flags].filter((name) => choice.flags.includes(name));
  return wanted.length === 0 ? action : { ...action, ...Object.fromEntries(wanted.map((name) => [name, true])) };
}

function keyOf(template: AnyTemplate): string {
  const literal = Object.entries(template)
    .filter(([name, value]) => name !== "optional" && name !== "cards" && !(name === "card" && value !== null))
    .filter(([name]) => slotsOf(template) === null || !ASKED.includes(name))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return literal.join(",");
}

/** The action that a template stands for, with these cards in place of its choice. */
export function fill(template: AnyTemplate, cards: readonly Card[] | null): AnyAction {
  const { optional: _, ...action } = template;
  return cards !== null && "cards" in action ? { ...action, cards: [...cards] } : action;
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
