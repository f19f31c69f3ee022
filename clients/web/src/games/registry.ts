// What the page has for each game: the folders next to this file. A game without a folder, or without one of its files, is
// played on the generic table, with what its RULES.md has.
import type { Language } from "../i18n/index.svelte";
import type { About, AboutText, Skin } from "../skin/types";

const abouts = import.meta.glob<{ about: About }>("./*/about.ts", { eager: true });
const skins = import.meta.glob<{ skin: Skin }>("./*/skin.ts");
const texts = import.meta.glob<AboutText>("./*/*.json", { eager: true, import: "default", query: "?about" });

export const about = (game: string): About | null => abouts[`./${game}/about.ts`]?.about ?? null;

export const aboutText = (game: string, language: Language): AboutText | null =>
  texts[`./${game}/${language}.json`] ?? null;

const loaded = new Map<string, Promise<Skin>>();

const generic = async (game: string): Promise<Skin> => (await import("./generic/generic")).genericSkin(game);

/** A game's skin, or the generic one. If its own can't be loaded now, the next call tries again. */
export function loadSkin(game: string): Promise<Skin> {
  const known = loaded.get(game);
  if (known) return known;
  const own = skins[`./${game}/skin.ts`];
  const first = own ? own().then(({ skin }) => skin) : generic(game);
  const skin = first.catch(() => {
    loaded.delete(game);
    return generic(game);
  });
  loaded.set(game, skin);
  return skin;
}

/** The first sentences of a game's rules; empty if there are none. */
export const loadIntro = async (game: string, language: Language): Promise<string> =>
  (await (await import("./generic/rules")).rulesOf(game, language))?.intro ?? "";

/** Words for the names on the wire, from the game's rules. */
export const loadWords = async (game: string, language: Language): Promise<Map<string, string>> =>
  (await (await import("./generic/rules")).rulesOf(game, language))?.words ?? new Map();

export const byPlace = (a: string, b: string): number => (about(a)?.place ?? 99) - (about(b)?.place ?? 99);

/** The games that the page has pictures of, before the server has told its own. */
export const knownGames = (): { id: string }[] =>
  Object.keys(abouts)
    .map((path) => ({ id: path.split("/")[1]! }))
    .sort((a, b) => byPlace(a.id, b.id));
