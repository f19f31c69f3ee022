import type { Selfish } from "../../protocol/games";
import { fill } from "../../i18n/fill";
import { handName, words } from "./words";
import type { Ending, Say } from "../../skin/types";

/** A player draws once in each round; who is not in the last one was lower in an earlier one. */
const lastDraw = (
  table: Selfish["view"]["table"],
  seat: number,
): Selfish["view"]["table"]["sudden_death"][number][number] | undefined =>
  table.sudden_death.flat().findLast((draw) => draw.seat === seat);

export const place = (seat: number, { view }: Ending<Selfish>, say: Say): string | null => {
  const { table, result } = view;
  const hand = table.opened?.[seat];
  if (!hand || !result) return null;
  const texts = words(say.language).place;
  const wins = result.winners.includes(seat);
  if (table.results) {
    const left = Number(say.options["games"] ?? 1) - table.results.length;
    const winsOf = (of: number): number => table.results!.filter(({ winner }) => winner === of).length;
    const won = fill(texts.games, { won: winsOf(seat) });
    // All who lead have drawn, after the sudden deaths of the last game.
    const drawn = lastDraw(table, seat);
    if (result.reason === "sudden_death" && drawn && winsOf(seat) === Math.max(...result.scores))
      return fill(texts.sudden, { held: won, card: say.card(drawn.card), wins });
    return wins && left > 0 ? won + fill(texts.early, { left }) : won;
  }
  const held =
    hand.hand === "none"
      ? fill(texts.total, { score: hand.score })
      : hand.hand === "burst"
        ? texts.burst
        : hand.hand === "selfish"
          ? handName("selfish", say.language).replace("!", "")
          : fill(texts.named, { name: handName(hand.hand, say.language), score: hand.score });
  const drawn = lastDraw(table, seat);
  if (drawn) return fill(texts.sudden, { held, card: say.card(drawn.card), wins });
  if (!wins) return held;
  return result.reason === "selfish" ? texts.selfish : fill(texts.best, { held });
};
