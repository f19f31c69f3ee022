// The texts in the language of the person. Both dictionaries are complete by their types: a missing text does not
// compile.
import { settings } from "../state/settings.svelte";
import { en, type Dictionary } from "./en";
import { ja } from "./ja";

export type { Dictionary } from "./en";
export type { Language } from "../state/settings.svelte";

const dictionaries = { en, ja } satisfies Record<string, Dictionary>;

/** The dictionary; read in markup or an effect it follows the setting. */
export const t = (): Dictionary => dictionaries[settings.language];

/** A list of names as a sentence has it. */
export function listed(names: readonly string[]): string {
  if (settings.language === "ja") return names.join("、");
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** What a refusal's code or a lost connection is told as. */
export const errorText = (code: string): string => (t().errors as Record<string, string>)[code] ?? t().errors.other;

/** What decided a match; an unknown game's reason is told as it came. */
export const reasonText = (reason: string): string => (t().end.reasons as Record<string, string>)[reason] ?? reason.replaceAll("_", " ");
