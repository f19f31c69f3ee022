import type { TtpageoneEvent, TtpageoneView } from "../../protocol/wire";
import type { Ending, Say } from "../types";

const plural = (n: number, one: string): string => `${n} ${one}${n === 1 ? "" : "s"}`;

/** Who called out a seat for its forgotten "Last one!" in the last game; null if it went out without having said it. */
function calledBy(seat: number, events: Ending["events"]): number | null {
  const all = events as unknown as TtpageoneEvent[];
  const call = all.slice(all.findLastIndex(({ type }) => type === "dealt") + 1).findLast((event) => event.type === "challenged" && event.challenged === seat);
  return call?.type === "challenged" ? call.seat : null;
}

export const place = (seat: number, { view, events }: Ending, say: Say): string | null => {
  const { table, result, hands } = view as unknown as TtpageoneView;
  if (!result) return null;
  const ja = say.language === "ja";
  const points = result.scores[seat] ?? 0;
  if (result.reason === "points") {
    const won = table.results.filter((game) => (game[seat] ?? 0) > 0).length;
    return ja ? `${points}点(${won}ゲームで得点)` : `${plural(points, "point")} from ${plural(won, "game")}`;
  }
  const parts: string[] = [];
  const team = result.team;
  const mates = team ? hands.flatMap((_, other) => (other !== seat && team[other] === team[seat] ? [other] : [])) : [];
  const wins = result.winners.includes(seat);
  if (table.out.includes(seat)) {
    const caller = calledBy(seat, events);
    if (ja) parts.push(`「ラストワン!」を言わず失格${caller === null ? "" : `(${say.name(caller)}が指摘)`}`);
    else parts.push(`disqualified: “Last one!” was not said${caller === null ? "" : `, ${say.them(caller)} called it out`}`);
  } else if (wins && result.reason === "went_out" && hands[seat]?.length === 0) parts.push(ja ? "手札がなくなり上がり" : "played the last card");
  else {
    const left = hands[seat]?.length ?? 0;
    parts.push(ja ? `残り${left}枚` : `${plural(left, "card")} left`);
  }
  const out = mates.filter((mate) => hands[mate]?.length === 0 && !table.out.includes(mate));
  if (wins && result.reason === "went_out" && out.length > 0) parts.push(ja ? `味方の${say.names(out)}が上がり` : `${say.names(out)} went out for the team`);
  if (wins && result.reason === "disqualified") parts.push(ja ? "ほかの全員が失格" : "all others were disqualified");
  if (wins && result.reason === "limit") parts.push(ja ? "ターンの上限で最少" : "the fewest at the limit of turns");
  return parts.join(ja ? "、" : ", ");
};
