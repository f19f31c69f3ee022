import type { Ttpageone } from "../../protocol/games";
import { fill } from "../../i18n/fill";
import { words } from "./words";
import type { Ending, Say } from "../../skin/types";

/** Who called out a seat for its forgotten "Last one!" in the last game; null if it went out without having said it. */
function calledBy(seat: number, events: Ending<Ttpageone>["events"]): number | null {
  const all = events;
  const call = all
    .slice(all.findLastIndex(({ type }) => type === "dealt") + 1)
    .findLast((event) => event.type === "challenged" && event.challenged === seat);
  return call?.type === "challenged" ? call.seat : null;
}

export const place = (seat: number, { view, events }: Ending<Ttpageone>, say: Say): string | null => {
  const { table, result, hands } = view;
  if (!result) return null;
  const texts = words(say.language).place;
  const points = result.scores[seat] ?? 0;
  if (result.reason === "points")
    return fill(texts.points, { points, won: table.results.filter((game) => (game[seat] ?? 0) > 0).length });
  const parts: string[] = [];
  const team = result.team;
  const mates = team ? hands.flatMap((_, other) => (other !== seat && team[other] === team[seat] ? [other] : [])) : [];
  const wins = result.winners.includes(seat);
  if (table.out.includes(seat)) {
    const caller = calledBy(seat, events);
    parts.push(fill(texts.disqualified, { caller: caller === null ? null : say.them(caller) }));
  } else if (wins && result.reason === "went_out" && hands[seat]?.length === 0) parts.push(texts.played);
  else parts.push(fill(texts.left, { n: hands[seat]?.length ?? 0 }));
  const out = mates.filter((mate) => hands[mate]?.length === 0 && !table.out.includes(mate));
  if (wins && result.reason === "went_out" && out.length > 0)
    parts.push(fill(texts.forTeam, { names: say.names(out) }));
  if (wins && result.reason === "disqualified") parts.push(texts.allOut);
  if (wins && result.reason === "limit") parts.push(texts.fewest);
  return parts.join(words(say.language).joint);
};
