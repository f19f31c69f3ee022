// The order of packs before they are shuffled.
import type { AnyEvent, AnyUpdate, Card, Replay } from "../protocol/messages";
import { RANKS, SUITS } from "../picker/cards";

/** A finished match: its replay, and for each seat its updates. */
export interface Finished {
  replay: Pick<Replay, "options" | "seats" | "chance">;
  updates: readonly AnyUpdate[][];
}

/** Computes for each shuffle of a match the cards in their order before it. */
export type Packs = (match: Finished) => Card[][];

/** Several packs one after the other, with all jokers at the end. */
export function freshPack(packs: number, jokers: number): Card[] {
  const pack = SUITS.flatMap((suit) => RANKS.map((rank) => (rank + suit) as Card));
  return [...Array.from({ length: packs }, () => pack).flat(), ...Array<Card>(jokers).fill("XX")];
}

const place = (card: Card | number): number => (typeof card === "number" ? card : card === "XX" ? 99 : SUITS.indexOf(card[1] as never) * 13 + RANKS.indexOf(card[0] as never));
export const canonical = (cards: readonly Card[]): Card[] => [...cards].sort((a, b) => place(a) - place(b));
export const sameMultiset = (a: readonly Card[], b: readonly Card[]): boolean => canonical(a).join() === canonical(b).join();

/** The cards without those in `gone`; each entry of `gone` removes one card. */
export function without(cards: readonly Card[], gone: readonly Card[]): Card[] {
  const rest = [...cards];
  for (const card of gone) {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/** New packs of these cards: each in canonical order, one after the other, with all jokers at the end. */
function renewed(cards: readonly Card[]): Card[] {
  const plain = canonical(cards.filter((card) => card !== "XX"));
  const nth = plain.map((card, at) => at - plain.indexOf(card));
  const count = Math.max(0, ...nth.map((n) => n + 1));
  const packs = Array.from({ length: count }, (_, n) => plain.filter((_card, at) => nth[at] === n));
  return [...packs.flat(), ...cards.filter((card) => card === "XX")];
}

/**
 * For each shuffle the cards before it, as the replay names them. Only lists with one certain order are accepted: the result
 * has an empty list where the replay names another, so that the check fails.
 */
export function namedPacks({ chance, packs, shuffled }: Pick<Replay, "chance" | "packs" | "shuffled">): Card[][] {
  const outcomes: Card[][] = [];
  const given: Card[][] = [];
  for (const draw of chance) {
    if (!("shuffle" in draw)) continue;
    const what = shuffled[outcomes.length] ?? {};
    outcomes.push(draw.shuffle as Card[]);
    const earlier = outcomes.slice(0, -1);
    const pack = what.pack === undefined ? undefined : packs[what.pack];
    if (pack && pack.join() === renewed(pack).join()) given.push(pack);
    else if (what.sorted && packs.some((all) => without(draw.shuffle as Card[], all).length === 0)) given.push(canonical(draw.shuffle as Card[]));
    else if (what.rest_of !== undefined && earlier[what.rest_of]) given.push(earlier[what.rest_of]!.slice(what.from));
    // Of things that are no cards the replay has the places, as numbers.
    else if (what.places !== undefined) given.push(Array.from({ length: what.places }, (_, place) => place) as unknown[] as Card[]);
    else given.push([]);
  }
  return given;
}

export const shuffles = ({ chance }: Finished["replay"]): Card[][] => chance.flatMap((draw) => ("shuffle" in draw ? [draw.shuffle as Card[]] : []));

/** The events of one type in a seat's updates, each with its update. */
export const happened = (updates: readonly AnyUpdate[], type: string): { update: AnyUpdate; event: AnyEvent }[] =>
  updates.flatMap((update) => update.events.filter((event) => event.type === type).map((event) => ({ update, event })));
