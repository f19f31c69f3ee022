import type { Sugekari21 } from "../../protocol/games";
import type { Ending, Say } from "../../skin/types";
import { fill } from "../../i18n/fill";
import { words } from "./words";

export const place = (seat: number, { view }: Ending<Sugekari21>, say: Say): string | null => {
  const { table, result, hands } = view;
  if (!result) return null;
  const texts = words(say.language).place;
  const times: Record<number, string> = texts.times;
  const cards = result.scores[seat] ?? 0;
  const captured = fill(texts.captured, { cards, pair: hands.length === 4 });
  if (!result.scores.every((other) => other === cards)) return captured;
  if (result.reason === "went_out")
    return captured + (result.winners.includes(seat) ? texts.outFirst : texts.othersOutFirst);
  return (
    captured +
    (result.reason === "outs" ? fill(texts.outs, { times: times[table.outs[seat % 2] ?? 0] ?? "" }) : texts.tied)
  );
};
