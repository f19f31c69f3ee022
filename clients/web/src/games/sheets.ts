// What the page says of a game's options and rules. Beside `registry`, because the start page does not need it.
import type { Language } from "../i18n/index.svelte";
import type { HowText, OptionTexts } from "../skin/types";

const options = import.meta.glob<OptionTexts>("./*/*.json", { import: "default", query: "?options" });
const hows = import.meta.glob<HowText>("./*/*.json", { import: "default", query: "?how" });

/** The words for a game's options; null if the page has none. */
export const loadOptions = async (game: string, language: Language): Promise<OptionTexts | null> =>
  (await options[`./${game}/${language}.json`]?.().catch(() => null)) ?? null;

/** How to play: the page's own text, or else that of the game's RULES.md. */
export async function loadHow(game: string, language: Language): Promise<HowText | null> {
  const own = await hows[`./${game}/${language}.json`]?.().catch(() => null);
  if (own) return own;
  const { rulesOf } = await import("./generic/rules");
  return ((await rulesOf(game, language)) ?? (await rulesOf(game, "en")))?.how ?? null;
}
