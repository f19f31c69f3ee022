// The games that the page knows: each folder beside this file with an `about.ts` is one. A game that the server has
// and the page doesn't is played at the generic table.
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
    // A chunk that did not arrive is asked for again the next time.
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
