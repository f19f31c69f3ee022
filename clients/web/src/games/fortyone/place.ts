import type { Fortyone } from "../../protocol/games";
import type { Ending, Say } from "../../skin/types";
import { fill } from "../../i18n/fill";
import { words } from "./words";

export const place = (seat: number, { view }: Ending<Fortyone>, say: Say): string | null =>
  fill(words(say.language).place, {
    chips: view.result?.scores[seat] ?? 0,
    tied: (view.result?.winners.length ?? 0) > 1,
  });
