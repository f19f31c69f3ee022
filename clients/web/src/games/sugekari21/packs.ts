import type { Sugekari21Options } from "../../protocol/wire";
import { freshPack, shuffles, type Packs } from "../../verify/packs";

/** A new pack for each game, with jokers from the second game on. With two players, the second bout shuffles the stock. */
export const packs: Packs = ({ replay }) => {
  const outcomes = shuffles(replay);
  const jokers = (replay.options as Sugekari21Options).jokers ? 2 : 0;
  return outcomes.map((_, n) => (n === 0 ? freshPack(1, 0) : replay.seats === 2 ? outcomes[0]!.slice(26) : freshPack(1, jokers)));
};
