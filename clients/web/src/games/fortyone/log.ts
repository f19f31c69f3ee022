import type { FortyoneEvent } from "../../protocol/wire";
import { logOf } from "../log";
import { words } from "./words";

export const tell = logOf<FortyoneEvent>((language) => words(language).log, {
  played: (e) => ({ open: e.total === null }),
  ended: ({ result }, s) => ({ draw: result.winners.length > 1, winners: s.names(result.winners) }),
});
