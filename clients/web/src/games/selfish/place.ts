import { handName } from "./words";
import type { SelfishView } from "../../protocol/wire";
import type { Ending, Say } from "../types";

export const place = (seat: number, { view }: Ending, say: Say): string | null => {
  const { table, result } = view as unknown as SelfishView;
  const hand = table.opened?.[seat];
  if (!hand || !result) return null;
  const ja = say.language === "ja";
  const wins = result.winners.includes(seat);
  const held = hand.hand === "none" ? (ja ? `合計${hand.score}` : `total ${hand.score}`) : hand.hand === "burst" ? (ja ? "絵札だけでBurst、0点" : "only J, Q, K: Burst, which counts nothing") : hand.hand === "selfish" ? "Selfish" : `${handName(hand.hand, say.language)}, ${ja ? "合計" : "total "}${hand.score}`;
  // A player draws once in each round; who is not in the last one was lower in an earlier one.
  const drawn = table.sudden_death.findLast((round) => round.some((draw) => draw.seat === seat))?.find((draw) => draw.seat === seat);
  if (drawn) {
    const card = say.card(drawn.card);
    if (ja) return `${held}で同点。サドンデスで${card}を引いて${wins ? "勝ち" : "負け"}`;
    return `${held}, a tie; ${wins ? "won" : "lost"} the sudden death with ${card}`;
  }
  if (!wins) return held;
  if (result.reason === "selfish") return ja ? "Selfishで勝ち" : "a Selfish wins at once";
  return ja ? `${held}で最高` : `${held}, the highest`;
};
