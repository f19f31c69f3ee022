// What people at one table are called: programs are marked, and players who look alike are told apart by their ids.
import { people } from "../i18n/people";

/** A seat, of a table or of a result. */
export interface Named {
  name: string | null;
  player?: { id: string; kind: "human" | "bot" } | null | undefined;
}

/** The fewest letters of an id that are shown. */
const SHORTEST = 3;

const looks = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

/** The first letters of an id, enough to differ from the others. */
export function letters(id: string, others: readonly string[]): string {
  let length = SHORTEST;
  while (length < id.length && others.some((other) => other !== id && other.startsWith(id.slice(0, length))))
    length += 1;
  return id.slice(0, length);
}

/** The name of a seat without a player, which most often is a built-in bot. */
export const botCalled = (name: string): string => people().bots[name] ?? name;

/** The same seats, with their names apart. */
export function apart<Seat extends Named>(seats: readonly Seat[]): Seat[] {
  return seats.map((seat) => {
    const { name, player } = seat;
    if (name === null) return seat;
    if (!player) return { ...seat, name: botCalled(name) };
    const alike = seats.filter((other) => other.name !== null && looks(other.name) === looks(name));
    const ids = alike.flatMap((other) => other.player?.id ?? []);
    const own = alike.length > 1 ? `${name} ${letters(player.id, ids)}` : name;
    return { ...seat, name: player.kind === "bot" ? people().program(own) : own };
  });
}
