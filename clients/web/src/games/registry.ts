// The games that the page knows: every folder next to this file that has an `about.ts`. If the server has a game that the
// page does not know, the generic table is used.
import type { Packs } from "../verify/packs";
import type { About, How, Skin } from "./types";

const abouts = import.meta.glob<{ about: About }>("./*/about.ts", { eager: true });
const skins = import.meta.glob<{ skin: Skin }>("./*/skin.ts");
const packs = import.meta.glob<{ packs: Packs }>("./*/packs.ts");
const hows = import.meta.glob<{ how: How }>("./*/how.ts");

export const about = (game: string): About | null => abouts[`./${game}/about.ts`]?.about ?? null;

const loaded = new Map<string, Promise<Skin>>();

export function loadSkin(game: string): Promise<Skin> {
  const load = skins[`./${game}/skin.ts`] ?? skins["./generic/skin.ts"]!;
  let skin = loaded.get(game);
  if (!skin) {
    skin = load().then((module) => module.skin);
    // If loading fails, the next call tries again.
    skin.catch(() => loaded.delete(game));
    loaded.set(game, skin);
  }
  return skin;
}

export async function loadHow(game: string): Promise<How | null> {
  const load = hows[`./${game}/how.ts`];
  return load ? (await load()).how : null;
}

export async function loadPacks(game: string): Promise<Packs | null> {
  const load = packs[`./${game}/packs.ts`];
  return load ? (await load()).packs : null;
}

export const byPlace = (a: string, b: string): number => (about(a)?.place ?? 99) - (about(b)?.place ?? 99);

/** The games that the page knows, before the server has told its own. */
export const knownGames = (): { id: string }[] => Object.keys(abouts).map((path) => ({ id: path.split("/")[1]! })).sort((a, b) => byPlace(a.id, b.id));
