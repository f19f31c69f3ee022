import type { TwentytwoEvent, TwentytwoView } from "../../protocol/wire";
import type { Ending, Say } from "../types";

/** The deal in which a seat went out; null if it did not, or if that part of the log is gone. */
function outIn(seat: number, events: Ending["events"]): number | null {
  let deal: number | null = null;
  for (const event of events as unknown as TwentytwoEvent[]) {
    if (event.type === "dealt") deal = event.deal;
    if (event.type === "eliminated" && event.seat === seat) return deal;
  }
  return null;
}

export const place = (seat: number, { view, events }: Ending, say: Say): string | null => {
  const { result } = view as unknown as TwentytwoView;
  if (!result) return null;
  const ja = say.language === "ja";
  const points = result.scores[seat] ?? 0;
  const wins = result.winners.includes(seat);
  if (wins && result.reason === "last_left") return ja ? `最後まで残った(${points}点)` : `the last one left, with ${points} points`;
  const deal = outIn(seat, events);
  const when = deal === null ? "" : ja ? `第${deal}ディールで` : ` in deal ${deal}`;
  if (ja) return `${when}脱落(${points}点${wins ? "、最後に残った中で最少" : ""})`;
  return `out${when}, with ${points} points${wins ? ", the fewest of the last ones" : ""}`;
};
