import type { Card } from "../../protocol/messages";
import type { TwentytwoOptions, TwentytwoView } from "../../protocol/wire";
import { canonical, freshPack, happened, shuffles, without, type Packs } from "../../verify/packs";

const strength = (card: Card): number => (card === "XX" ? 12 : "23456789TJQKA".indexOf(card[0]!));

/** How many players are still tied in the draw for the first dealer when the shuffled pack is used up. */
function drawers(count: number, pack: readonly Card[]): number {
  for (let at = 0; count > 1 && at + count <= pack.length; ) {
    const ranks = pack.slice(at, at + count).map(strength);
    at += count;
    count = ranks.filter((rank) => rank === Math.max(...ranks)).length;
  }
  return count;
}

/** The whole pack until the first dealer is found; then for each deal all cards except those in front of the losers. */
export const packs: Packs = ({ replay, updates }) => {
  const { variant, decks } = replay.options as TwentytwoOptions;
  const whole = variant === "26" ? freshPack(2, 4) : freshPack(decks ?? 1, 0);
  const lying = happened(updates[0]!, "dealt").map(({ update }) => (update.view as unknown as TwentytwoView).table.lying.flat());
  let open = replay.seats;
  return shuffles(replay).map((outcome) => {
    if (open > 1) {
      open = drawers(open, outcome);
      return whole;
    }
    return canonical(without(whole, lying.shift() ?? []));
  });
};
