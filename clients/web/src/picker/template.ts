// Evaluates which cards a template allows. The rules of the games are only on the server; this code knows just the form of
// templates (PROTOCOL.md, "Templates").
import type { AnyChoice, AnyTemplate, Card, Rank } from "../protocol/messages";
import { ACE_HIGH, common, isJoker, rankOf, without } from "./cards";

/** The cards of any template in one form: all of `fixed`, and `min` to `max` cards of `from`. */
export interface Slots {
  fixed: Card[];
  from: Card[];
  min: number;
  max: number;
  beats: Rank[];
  /** The order of the ranks in which `beats` compares, from low to high. */
  order: readonly Rank[];
  /** Whether jokers copy the rank of another card in the list. */
  copies: boolean;
}

const isChoice = (value: unknown): value is AnyChoice =>
  typeof value === "object" && value !== null && "choose" in value && "from" in value;

/** The field of a template that lists what the player selects: `cards`, or a choice of other items; null if there is none. */
export function listOf(template: AnyTemplate): string | null {
  if (template.cards !== undefined) return "cards";
  return Object.keys(template).find((name) => isChoice(template[name])) ?? null;
}

/** How the picker names an item: a card by its code, anything else by its JSON text. */
export const tokenOf = (item: unknown): Card => (typeof item === "string" ? item : JSON.stringify(item)) as Card;

/** The items that a template lets the player choose from, each with its token. */
export function itemsOf(template: AnyTemplate): unknown[] {
  const list = template[listOf(template) ?? ""];
  return isChoice(list)
    ? [...((list.with as unknown[] | undefined) ?? []), ...list.from]
    : Array.isArray(list)
      ? list
      : [];
}

/** The slots of a template; null for a template without cards, which needs no selection. */
export function slotsOf(template: AnyTemplate): Slots | null {
  const literal = (fixed: Card[]): Slots => ({
    fixed,
    from: [],
    min: 0,
    max: 0,
    beats: [],
    order: ACE_HIGH,
    copies: false,
  });
  if (typeof template.card === "string") return literal([template.card]);
  const list = listOf(template);
  if (list === null) return null;
  const cards = template[list];
  const copies = template.optional?.includes("as") ?? false;
  if (!isChoice(cards)) return { ...literal(cards as Card[]), copies };
  const [min, max] = typeof cards.choose === "number" ? [cards.choose, cards.choose] : cards.choose;
  return {
    fixed: (cards.with ?? []).map(tokenOf),
    from: cards.from.map(tokenOf),
    min,
    max,
    beats: cards.beats ?? [],
    order: cards.low_to_high ?? ACE_HIGH,
    copies,
  };
}

const falling =
  (order: readonly Rank[]) =>
  (a: Rank, b: Rank): number =>
    order.indexOf(b) - order.indexOf(a);

/** The ranks of a list from high to low. Jokers count as `as` if given; if they copy, as the highest other card; else as the highest rank. */
export function ranksOf(
  cards: readonly Card[],
  copies: boolean,
  as?: readonly Rank[],
  order: readonly Rank[] = ACE_HIGH,
): Rank[] {
  const plain = cards.filter((card) => !isJoker(card)).map(rankOf);
  const jokers = cards.length - plain.length;
  const highest = [...plain].sort(falling(order))[0];
  const copied: Rank[] = as ? [...as] : Array<Rank>(jokers).fill(copies && highest ? highest : order.at(-1)!);
  return [...plain, ...copied].sort(falling(order));
}

function atLeast(ranks: readonly Rank[], bar: readonly Rank[], order: readonly Rank[]): boolean {
  return ranks.length === bar.length && ranks.every((rank, place) => order.indexOf(rank) >= order.indexOf(bar[place]!));
}

function beaten(slots: Slots, cards: readonly Card[], as?: readonly Rank[]): boolean {
  if (slots.beats.length === 0) return true;
  const judged = slots.beats.length === cards.length ? cards : (without(cards, slots.fixed) ?? cards);
  return atLeast(ranksOf(judged, slots.copies, as, slots.order), slots.beats, slots.order);
}

const jokersAlone = (cards: readonly Card[]): boolean => cards.length > 0 && cards.every(isJoker);

/** Whether the template allows exactly these cards. */
export function completes(slots: Slots, cards: readonly Card[], as?: readonly Rank[]): boolean {
  const chosen = without(cards, slots.fixed);
  if (chosen === null || chosen.length < slots.min || chosen.length > slots.max) return false;
  if (without(slots.from, chosen) === null) return false;
  if (slots.copies && jokersAlone(cards)) return false;
  return beaten(slots, cards, as);
}

/** Whether the template allows a list that contains these cards. */
export function extends_(slots: Slots, cards: readonly Card[]): boolean {
  const rest = without([...slots.fixed, ...slots.from], cards);
  if (rest === null) return false;
  return best(slots, cards) !== null;
}

/** The completion of a selection with the highest cards; null if there is none. If any completion exists, this one does. */
function best(slots: Slots, cards: readonly Card[]): Card[] | null {
  // A selected card counts as a fixed one if possible, so that as few as possible count as chosen.
  let chosen: Card[] = [];
  const open = [...slots.fixed];
  for (const card of cards) {
    const at = open.indexOf(card);
    if (at >= 0) open.splice(at, 1);
    else chosen.push(card);
  }
  if (chosen.length > slots.max) return null;
  let pool = without(slots.from, chosen);
  if (pool === null) return null;
  const plain = pool.filter((card) => !isJoker(card)).sort((a, b) => falling(slots.order)(rankOf(a), rankOf(b)));
  const jokers = pool.filter(isJoker);
  // A joker that copies is as high as the highest plain card, so jokers come right after that card. Otherwise it is an ace.
  pool = slots.copies ? [...plain.slice(0, 1), ...jokers, ...plain.slice(1)] : [...jokers, ...plain];
  const lacking = Math.max(0, slots.min - chosen.length);
  if (lacking > pool.length) return null;
  chosen = [...chosen, ...pool.slice(0, lacking)];
  const whole = [...slots.fixed, ...chosen];
  if (completes(slots, whole)) return whole;
  // If only jokers were selected and another card may be added, add a plain one for them to copy.
  if (slots.copies && jokersAlone(whole) && plain[0] && chosen.length < slots.max) {
    const more = [...whole, plain[0]];
    if (completes(slots, more)) return more;
  }
  return null;
}

/** The only allowed list that contains these cards; null if there are several or none. */
export function onlyCompletion(slots: Slots, cards: readonly Card[]): Card[] | null {
  const whole = best(slots, cards);
  if (whole === null) return null;
  const free = without(whole, slots.fixed);
  if (free === null || slots.min !== slots.max) return free?.length === 0 && slots.max === 0 ? whole : null;
  const rest = without(slots.from, free) ?? [];
  const added = without(free, common(cards, free)) ?? free;
  if (added.length === 0) return whole;
  const other = rest.some((card) => added.some((mine) => mine !== card && couldSwap(slots, whole, mine, card)));
  return other ? null : whole;
}

function couldSwap(slots: Slots, whole: readonly Card[], mine: Card, card: Card): boolean {
  const rest = without(whole, [mine]);
  return rest !== null && completes(slots, [...rest, card]);
}

/** For a complete list: the lists of ranks that its jokers may copy, each the rank of another card in it. */
export function copyChoices(slots: Slots, cards: readonly Card[]): Rank[][] {
  const jokers = cards.filter(isJoker).length;
  const ranks = [...new Set(cards.filter((card) => !isJoker(card)).map(rankOf))].sort(falling(slots.order));
  if (!slots.copies || jokers === 0 || ranks.length === 0) return [];
  const lists: Rank[][] = [];
  const add = (list: Rank[], from: number): void => {
    if (list.length === jokers) {
      if (completes(slots, cards, list)) lists.push(list);
      return;
    }
    for (let at = from; at < ranks.length; at++) add([...list, ranks[at]!], at);
  };
  add([], 0);
  return lists;
}
