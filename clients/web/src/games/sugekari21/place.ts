import type { Sugekari21View } from "../../protocol/wire";
import type { Ending, Say } from "../types";

export const place = (seat: number, { view }: Ending, say: Say): string | null => {
  const { table, result, hands } = view as unknown as Sugekari21View;
  if (!result) return null;
  const ja = say.language === "ja";
  const cards = result.scores[seat] ?? 0;
  const pair = hands.length === 4;
  const captured = ja ? `${pair ? "2人で" : ""}${cards}枚獲得` : `${cards} cards captured${pair ? " by the two" : ""}`;
  const tied = result.scores.every((other) => other === cards);
  if (!tied) return captured;
  const wins = result.winners.includes(seat);
  if (result.reason === "went_out") return `${captured}${ja ? (wins ? "で同数、先に上がった" : "で同数、相手が先に上がった") : wins ? ", as many as the others, but out first" : ", as many as the others, who were out first"}`;
  if (result.reason === "outs") {
    const outs = table.outs[seat % 2] ?? 0;
    return `${captured}${ja ? `で同数、上がり${outs}回` : `, as many as the others; went out ${["never", "once", "twice"][outs] ?? `${outs} times`}`}`;
  }
  return `${captured}${ja ? "で同数" : ", as many as the others"}`;
};
