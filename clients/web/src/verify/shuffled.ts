// What each shuffle of a match was given. A replay has only the outcomes; fresh packs follow from the game and its options,
// the stock of the second bout of Sugekari from the shuffle before it. Which cards went back to a pack in mid-game only the
// rules could tell: those are taken from the outcome, in canonical order.
import type { Card, Replay } from "../protocol/messages";
import { RANKS, SUITS } from "../picker/cards";

/** Several packs one after the other, all jokers at the very end. */
export function freshPack(packs: number, jokers: number): Card[] {
  const pack = SUITS.flatMap((suit) => RANKS.map((rank) => (rank + suit) as Card));
  return [...Array.from({ length: packs }, () => pack).flat(), ...Array<Card>(jokers).fill("XX")];
}

const place = (card: Card): number => (card === "XX" ? 99 : SUITS.indexOf(card[1] as never) * 13 + RANKS.indexOf(card[0] as never));
const canonical = (cards: readonly Card[]): Card[] => [...cards].sort((a, b) => place(a) - place(b));
export const sameMultiset = (a: readonly Card[], b: readonly Card[]): boolean => canonical(a).join() === canonical(b).join();

export interface Input {
  cards: Card[];
  /** Whether the cards were taken from the outcome. */
  assumed: boolean;
}

const strength = (card: Card): number => (card === "XX" ? 12 : "23456789TJQKA".indexOf(card[0]!));

export class Shuffles {
  private last: readonly Card[] | null = null;
  /** Who still draws for the first dealer of Twenty-Two. */
  private drawers: number;

  constructor(private readonly replay: Pick<Replay, "game" | "options" | "seats">) {
    this.drawers = replay.game === "twentytwo" ? replay.seats : 1;
  }

  /** What was shuffled to give the next outcome. */
  input(outcome: readonly Card[]): Input {
    const cards = this.known();
    this.last = outcome;
    if (this.drawers > 1) this.draw(outcome);
    return cards === null ? { cards: canonical(outcome), assumed: true } : { cards, assumed: false };
  }

  private known(): Card[] | null {
    const { game, seats } = this.replay;
    if (this.last === null) return this.pack();
    if (game === "sugekari21") return seats === 2 ? this.last.slice(26) : this.pack();
    if (game === "selfish" || this.drawers > 1) return this.pack();
    return null;
  }

  private pack(): Card[] | null {
    const options = this.replay.options as Record<string, unknown>;
    switch (this.replay.game as string) {
      case "fortyone": return freshPack(1, 0);
      case "selfish": return freshPack(1, Number(options["jokers"] ?? 0));
      case "ttpageone": return freshPack(1, 1);
      case "sugekari21": return freshPack(1, options["jokers"] && this.last !== null ? 2 : 0);
      case "twentytwo": return options["variant"] === "26" ? freshPack(2, 4) : freshPack(Number(options["decks"] ?? 1), 0);
      default: return null;
    }
  }

  /** As many cards as there are drawers, again while the highest are equal and the pack lasts. */
  private draw(outcome: readonly Card[]): void {
    for (let at = 0; this.drawers > 1 && at + this.drawers <= outcome.length; ) {
      const ranks = outcome.slice(at, at + this.drawers).map(strength);
      at += this.drawers;
      this.drawers = ranks.filter((rank) => rank === Math.max(...ranks)).length;
    }
  }
}
