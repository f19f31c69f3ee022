// What each seat has won or lost in each deal, or in each game of several, from the log.
import type { ShownTable } from "../skin/types";

/** For each deal a number for each seat. Empty where the game tells none, or the log does not reach back to the first deal. */
export function dealsOf({ log, skin }: Pick<ShownTable, "log" | "skin">, seats: number): number[][] {
  if (!skin?.gains || log[0]?.seq !== 1) return [];
  const deals: number[][] = [];
  for (const { event } of log) {
    if (/^(dealt|begun)$/.test(event.type)) deals.push(Array.from({ length: seats }, () => 0));
    const deal = deals.at(-1);
    for (const { seat, by } of skin.gains(event)) if (deal) deal[seat]! += by;
  }
  return deals;
}
