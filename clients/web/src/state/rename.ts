// Another name for this player at a table at which no match is on: the seat is left, and taken again under that name.
import { codeOf, entropy } from "./app.svelte";
import type { RoomStore } from "./room.svelte";
import { settings } from "../settings/settings.svelte";

/** Who is host stays so only where nobody else could become it. */
export const mayRename = ({ info, me, isHost }: RoomStore): boolean =>
  !isHost || info!.seats.every(({ seat, kind }) => seat === me || kind !== "human");

/** \param before the name until now, which stays where the new one is refused */
export async function rename(room: RoomStore, name: string, before: string): Promise<void> {
  const { me } = room;
  if (me === null || !(await room.command({ type: "leave", room: room.code }))) return;
  for (const called of [name, before]) {
    try {
      settings.name = called === name ? name : "";
      return await room.join(called, entropy(), me);
    } catch (problem) {
      room.notice = codeOf(problem);
    }
  }
  await room.watch().catch(() => {});
}
