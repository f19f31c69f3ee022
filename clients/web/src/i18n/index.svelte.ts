// The texts in the user's language. The types of the dictionaries require every text in every language.
import { settings } from "../settings/settings.svelte";
import { en, type Dictionary } from "./en";
import { ja } from "./ja";

export type { Dictionary } from "./en";
export type { Language } from "../settings/settings.svelte";

const dictionaries = { en, ja } satisfies Record<string, Dictionary>;

/** The name of the program. */
export const NAME = { en: en.appName, ja: ja.appName };

/** Each language with its own name. */
export const LANGUAGES = [
  ["en", en.language],
  ["ja", ja.language],
] as const;

/** The dictionary of the current language. Reactive: markup and effects that call it are updated with the setting. */
export const t = (): Dictionary => dictionaries[settings.language];

/** What stands between a label and what it is about. */
export const colon = (): string => (settings.language === "ja" ? "：" : ": ");

/** What stands between the parts of a list. */
export const comma = (): string => (settings.language === "ja" ? "、" : ", ");

/** Joins names for use in a sentence: "A, B and C". */
export function listed(names: readonly string[]): string {
  if (settings.language === "ja") return names.join(names.length === 2 ? "と" : "、");
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The text for an error by its `keyOf`, or for "offline". */
export function errorText(code: string): string {
  const texts = t().errors as Record<string, string>;
  return texts[code] ?? (code.startsWith("bad_name") ? t().errors.bad_name : t().errors.other);
}
