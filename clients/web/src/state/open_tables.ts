// Which of the public rooms somebody can join: they wait, have a free seat, and a person is there.
import type { RoomSummary } from "../protocol/messages";

/** How many people are connected; null where the list does not tell, of a room on another server. */
export function peopleThere({ seats }: Pick<RoomSummary, "seats">): number | null {
  const people = seats.filter(({ kind }) => kind === "human");
  if (people.some(({ connected }) => connected === undefined)) return null;
  return people.filter(({ connected }) => connected).length;
}

/** A room whose people have all gone is left out; one that does not tell comes after those that do. */
export function openTables<Room extends RoomSummary>(rooms: readonly Room[]): Room[] {
  const takes = ({ status, seats }: Room): boolean =>
    status === "waiting" &&
    seats.some(({ kind }) => kind === "empty") &&
    seats.some(({ kind, connected }) => kind === "human" && connected !== false);
  const order = (room: Room): number => peopleThere(room) ?? 0;
  return rooms.filter(takes).sort((a, b) => order(b) - order(a));
}
