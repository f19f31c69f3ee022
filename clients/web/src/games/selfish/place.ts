import type { Selfish } from "../../protocol/games";
import { handName, words } from "./words";
import type { Ending, Say } from "../../skin/types";

export const place = (seat: number, { view }: Ending<Selfish>, say: Say): string | null => {
  const { table, result } = view;
  const hand = table.opened?.[seat];
  if (!hand || !result) return null;
  const texts = words(say.language).place;
  const wins = result.winners.includes(seat);
  if (table.results) {
    const left = Number(say.options["games"] ?? 1) - table.results.length;
    const won = texts.games(table.results.filter(({ winner }) => winner === seat).length);
    return wins && left > 0 ? won + texts.early(left) : won;
  }
  const held =
    hand.hand === "none"
      ? texts.total(hand.score)
      : hand.hand === "burst"
        ? texts.burst
        : hand.hand === "selfish"
          ? handName("selfish", say.language).replace("!", "")
          : texts.named(handName(hand.hand, say.language), hand.score);
  // A player draws once in each round; who is not in the last one was lower in an earlier one.
  const drawn = table.sudden_death
    .findLast((round) => round.some((draw) => draw.seat === seat))
    ?.find((draw) => draw.seat === seat);
  if (drawn) return texts.sudden(held, say.card(drawn.card), wins);
  if (!wins) return held;
  return result.reason === "selfish" ? texts.selfish : texts.best(held);
};
