import type { Twentytwo } from "../../protocol/games";
import type { Ending, Say } from "../../skin/types";
import { fill } from "../../i18n/fill";
import { words } from "./words";

/** The deal in which a seat went out; null if it did not, or if that part of the log is gone. */
function outIn(seat: number, events: Ending<Twentytwo>["events"]): number | null {
  let deal: number | null = null;
  for (const event of events) {
    if (event.type === "dealt") deal = event.deal;
    if (event.type === "eliminated" && event.seat === seat) return deal;
  }
  return null;
}

export const place = (seat: number, { view, events }: Ending<Twentytwo>, say: Say): string | null => {
  const { result } = view;
  if (!result) return null;
  const texts = words(say.language).place;
  const points = result.scores[seat] ?? 0;
  const wins = result.winners.includes(seat);
  if (wins && result.reason === "last_left") return fill(texts.lastLeft, { points });
  return fill(texts.out, { deal: outIn(seat, events), points, wins });
};
