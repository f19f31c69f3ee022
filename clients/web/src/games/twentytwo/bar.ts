import type { Twentytwo } from "../../protocol/games";

type Play = Twentytwo["view"]["table"]["trick"][number];

/** The place in the trick of the play that the next one is held against (RULES.md R4, R14); −1 before the lead. */
export function barOf(trick: readonly Play[], options: Record<string, unknown>): number {
  if (options["follow"] === "must") return Math.min(0, trick.length - 1);
  return options["reading"] === "letter" ? trick.length - 1 : trick.findLastIndex((play) => play.follows);
}
