// What lay in which order before each shuffle of a match, as its replay names it.
import type { Card, Replay } from "../protocol/messages";
import { RANKS, SUITS } from "../picker/cards";

/** An item of a shuffled list: a card; of things that are no cards the replay has their places, as numbers. */
export type Item = Card | number;

const place = (item: Item): number =>
  typeof item === "number"
    ? item
    : item === "XX"
      ? 99
      : SUITS.indexOf(item[1] as never) * 13 + RANKS.indexOf(item[0] as never);
const canonical = <T extends Item>(items: readonly T[]): T[] => [...items].sort((a, b) => place(a) - place(b));
export const sameMultiset = (a: readonly Item[], b: readonly Item[]): boolean =>
  canonical(a).join() === canonical(b).join();

/** Whether `all` contains these cards, as multisets. */
function contains(all: readonly Card[], cards: readonly Item[]): boolean {
  const rest: Item[] = [...all];
  return cards.every((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** New packs of these cards: each in canonical order, one after the other, with all jokers at the end. */
function renewed(cards: readonly Card[]): Card[] {
  const plain = canonical(cards.filter((card) => card !== "XX"));
  const nth = plain.map((card, at) => at - plain.indexOf(card));
  const count = Math.max(0, ...nth.map((n) => n + 1));
  const packs = Array.from({ length: count }, (_, n) => plain.filter((_card, at) => nth[at] === n));
  return [...packs.flat(), ...cards.filter((card) => card === "XX")];
}

/**
 * For each shuffle the list before it, as the replay names it. Only lists with one certain order are accepted: the result has
 * null where the replay names another, so that the check fails.
 * \param known the packs of the game, if they are known: a match may use no others
 */
export function namedPacks(
  { chance, packs, shuffled }: Pick<Replay, "chance" | "packs" | "shuffled">,
  known: readonly Card[][] | null,
): (Item[] | null)[] {
  const isPack = (pack: readonly Card[]): boolean =>
    pack.join() === renewed(pack).join() && (known === null || known.some((one) => one.join() === pack.join()));
  const outcomes: Item[][] = [];
  const given: (Item[] | null)[] = [];
  for (const draw of chance) {
    if (!("shuffle" in draw)) continue;
    const outcome = draw.shuffle as Item[];
    const what = shuffled[outcomes.length] ?? {};
    const pack = what.pack === undefined ? undefined : packs[what.pack];
    if (pack && isPack(pack)) given.push(pack);
    else if (what.sorted && packs.some((all) => isPack(all) && contains(all, outcome))) given.push(canonical(outcome));
    else if (what.rest_of !== undefined && outcomes[what.rest_of]) given.push(outcomes[what.rest_of]!.slice(what.from));
    else if (what.places !== undefined) given.push(Array.from({ length: what.places }, (_, at) => at));
    else given.push(null);
    outcomes.push(outcome);
  }
  return given;
}
