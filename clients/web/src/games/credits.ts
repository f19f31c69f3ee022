// Where the games come from. Beside `registry`, because the start page does not need it at once.
import type { Language } from "../i18n/index.svelte";

const credits = import.meta.glob<string>("./*/*.json", { eager: true, import: "default", query: "?credit" });

/** Who invented the game, and the text that its rules come from; null if the page does not know. */
export const creditOf = (game: string, language: Language): string | null =>
  credits[`./${game}/${language}.json`] ?? null;
