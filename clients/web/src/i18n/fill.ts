// Texts with named places, as they stand in the games' en.json and ja.json.
import { signed } from "./cards";

export type Values = Record<string, string | number | boolean | null | undefined>;

const PLACE = /\{(\w+)(?:([?|])((?:[^{}]|\{\w+\})*))?\}/g;

/**
 * The text with its places filled:
 *   {name}              the value
 *   {count|card|cards}  the first if the value is 1, else the second
 *   {card?{card}|none}  the first if there is a value that is not 0, false or empty, else the second, which may be missing
 * What stands between the signs may have plain places.
 */
export const fill = (text: string, values: Values): string =>
  text.replace(PLACE, (_, name: string, kind: string | undefined, rest: string) => {
    const value = values[name];
    if (import.meta.env.DEV && !(name in values)) throw new Error(`Nothing for {${name}} in "${text}"`);
    if (kind === undefined) return typeof value === "number" ? signed(value) : String(value ?? "");
    const [first = "", second = ""] = rest.split("|");
    return fill((kind === "|" ? value === 1 : Boolean(value)) ? first : second, values);
  });

/** The names of a text's places, each once, in order of the alphabet. */
export const placesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!))].sort();
