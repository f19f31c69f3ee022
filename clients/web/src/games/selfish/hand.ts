// What an own hand is worth now. The server decides; this is for the player's eyes while the hand is hidden from all others.
import type { Card } from "../../protocol/messages";
import { RANKS } from "../../picker/cards";
import type { SelfishView } from "../../protocol/wire";

export interface Worth {
  total: number;
  hand: "none" | "double" | "two_pairs" | "triple" | "selfish" | "burst";
}

const number = (card: Card): number => RANKS.indexOf(card[0] as never) + 1;

function plain(numbers: number[], simple: boolean): Worth {
  const total = numbers.reduce((sum, n) => sum + n, 0);
  const counts = [...new Set(numbers)].map((n) => numbers.filter((other) => other === n).length);
  if (simple) return { total, hand: "none" };
  if (counts.includes(4)) return { total, hand: "selfish" };
  if (counts.includes(3)) return { total: total + 20, hand: "triple" };
  const pairs = counts.filter((count) => count === 2).length;
  return { total: total + 10 * pairs, hand: pairs === 2 ? "two_pairs" : pairs === 1 ? "double" : "none" };
}

/** The hand's total with its bonus; a joker counts as what serves best. */
export function worth(cards: readonly Card[], simple: boolean): Worth {
  const jokers = cards.filter((card) => card === "XX").length;
  const numbers = cards.filter((card) => card !== "XX").map(number);
  let ways = [numbers];
  for (let n = 0; n < jokers; n++) ways = ways.flatMap((way) => RANKS.map((_, at) => [...way, at + 1]));
  const all = ways.map((way) => plain(way, simple));
  const best = all.find(({ hand }) => hand === "selfish") ?? all.sort((a, b) => b.total - a.total)[0]!;
  if (best.hand === "selfish") return best;
  return cards.length > 0 && numbers.every((n) => n > 10) ? { total: 0, hand: "burst" } : best;
}

/** Who has won the game whose hands are open; nobody before a sudden death has decided it, or if all burst. */
export function winnersOf({ table, result }: SelfishView): number[] {
  if (table.results === undefined) return result?.winners ?? [];
  const ended = table.opened !== null && table.results.length === table.game ? table.results.at(-1) : undefined;
  return typeof ended?.winner === "number" ? [ended.winner] : [];
}
