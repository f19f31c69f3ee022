// What the form for a new room offers and sends: only what the server would not refuse.
import type { About } from "../skin/types";

type Rules = Pick<About, "hides" | "refuses"> | null;
type Chosen = Record<string, unknown>;

export const isShown = (info: Rules, option: string, chosen: Chosen, seats: number): boolean =>
  !info?.hides?.(option, chosen, seats);

/** Of the values of an option those to choose from, with what else has been chosen. */
export const offered = (
  info: Rules,
  option: string,
  values: readonly unknown[],
  chosen: Chosen,
  seats: number,
): unknown[] => values.filter((value) => !info?.refuses?.(option, value, chosen, seats));

/** The options to create a room with: of those chosen the ones that are shown, with values that are offered. */
export const optionsToSend = (info: Rules, chosen: Chosen, seats: number): Chosen =>
  Object.fromEntries(
    Object.entries(chosen).filter(
      ([option, value]) =>
        isShown(info, option, chosen, seats) && offered(info, option, [value], chosen, seats).length > 0,
    ),
  );
