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

const place = (card: Card): number => (card === "XX" ? 99 : SUITS.indexOf(card[1] as never) * 13 + RANKS.indexOf(card[0] as never));
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

export const shuffles = ({ chance }: Finished["replay"]): Card[][] => chance.flatMap((draw) => ("shuffle" in draw ? [draw.shuffle] : []));

/** The events of one type in a seat's updates, each with its update. */
export const happened = (updates: readonly AnyUpdate[], type: string): { update: AnyUpdate; event: AnyEvent }[] =>
  updates.flatMap((update) => update.events.filter((event) => event.type === type).map((event) => ({ update, event })));
