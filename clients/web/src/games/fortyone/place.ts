import type { Fortyone } from "../../protocol/games";
import type { Ending, Say } from "../../skin/types";
import { words } from "./words";

export const place = (seat: number, { view }: Ending<Fortyone>, say: Say): string | null =>
  words(say.language).place(view.result?.scores[seat] ?? 0, (view.result?.winners.length ?? 0) > 1);
