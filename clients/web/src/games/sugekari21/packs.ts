import type { Sugekari21Options } from "../../protocol/wire";
import { freshPack, shuffles, type Packs } from "../../verify/packs";

/** A fresh pack for each game, from the second on with the jokers; the second bout of two shuffles the stock as it lies. */
export const packs: Packs = ({ replay }) => {
  const outcomes = shuffles(replay);
  const jokers = (replay.options as Sugekari21Options).jokers ? 2 : 0;
  return outcomes.map((_, n) => (n === 0 ? freshPack(1, 0) : replay.seats === 2 ? outcomes[0]!.slice(26) : freshPack(1, jokers)));
};
