// Packs as they lie before they are shuffled.
import type { AnyEvent, AnyUpdate, Card, Replay } from "../protocol/messages";
import { RANKS, SUITS } from "../picker/cards";

/** A match that is over: its replay, and for each seat the updates that it got. */
export interface Finished {
  replay: Pick<Replay, "options" | "seats" | "chance">;
  updates: readonly AnyUpdate[][];
}

/** For each shuffle of a match, in order, the cards that were shuffled as they lay before. */
export type Packs = (match: Finished) => Card[][];

/** Several packs one after the other, all jokers at the very end. */
export function freshPack(packs: number, jokers: number): Card[] {
  const pack = SUITS.flatMap((suit) => RANKS.map((rank) => (rank + suit) as Card));
  return [...Array.from({ length: packs }, () => pack).flat(), ...Array<Card>(jokers).fill("XX")];
}

const place = (card: Card): number => (card === "XX" ? 99 : SUITS.indexOf(card[1] as never) * 13 + RANKS.indexOf(card[0] as never));
export const canonical = (cards: readonly Card[]): Card[] => [...cards].sort((a, b) => place(a) - place(b));
export const sameMultiset = (a: readonly Card[], b: readonly Card[]): boolean => canonical(a).join() === canonical(b).join();

/** The cards but for those that are gone, each of them once. */
export function without(cards: readonly Card[], gone: readonly Card[]): Card[] {
  const rest = [...cards];
  for (const card of gone) {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

export const shuffles = ({ chance }: Finished["replay"]): Card[][] => chance.flatMap((draw) => ("shuffle" in draw ? [draw.shuffle] : []));

/** The updates of one seat in which something happened, with it. */
export const happened = (updates: readonly AnyUpdate[], type: string): { update: AnyUpdate; event: AnyEvent }[] =>
  updates.flatMap((update) => update.events.filter((event) => event.type === type).map((event) => ({ update, event })));
