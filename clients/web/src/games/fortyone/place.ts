import type { Ending, Say } from "../types";

export const place = (seat: number, { view }: Ending, say: Say): string | null => {
  const chips = view.result?.scores[seat] ?? 0;
  const tied = (view.result?.winners.length ?? 0) > 1;
  if (say.language === "ja") return `${chips}チップ${tied ? "で同数" : ""}`;
  return `${chips} ${chips === 1 ? "chip" : "chips"}${tied ? ", as many as the other" : ""}`;
};
