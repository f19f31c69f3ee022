// Taking back: the match goes on from before this player's last decision, in a new room, whose table looks like that of the old one.
import { app, codeOf, playerName } from "./app.svelte";
import { logUntil } from "./decisions";
import { RoomStore } from "./room.svelte";
import { roomPath } from "./router.svelte";
import { forgetSeat, saveSeat } from "./tokens";
import { settings } from "../settings/settings.svelte";
import type { Request } from "../protocol/socket";

/** How many actions of the match on the table came before its first update. */
export const actionsBefore = ({ info }: RoomStore): number => info?.from?.actions ?? 0;

/** Resolves when the table is on, or its connection is lost. */
async function shown({ table, link }: RoomStore): Promise<void> {
  let stop = (): void => {};
  await new Promise<void>((done) => {
    stop = $effect.root(() => {
      $effect(() => {
        if (table.shown > 0 || link.status !== "open") done();
      });
    });
  });
  stop();
}

/** Goes on from a moment of the room's match, after this number of its actions, and shows that room in place of this one. */
export async function takeBack(room: RoomStore, actions: number): Promise<void> {
  const { code, table, info, me, match } = room;
  if (!info || me === null || table.sending) return;
  table.sending = room.isLeft = true;
  try {
    const level = table.botLevel ?? settings.level;
    const created = await room.request({
      type: "create",
      game: info.game,
      from: { room: code, match, actions },
      bots: info.seats.map(({ seat }) => (seat === me ? null : level)),
      ...(info.clock ? { clock: info.clock } : {}),
    } as Request);
    if (created.type !== "created") return;
    const next = new RoomStore(created.room);
    next.link.connect();
    await next.link.whenOpen();
    await next.join(playerName(), null, me);
    next.table.botLevel = table.botLevel;
    saveSeat(next.code, { level: table.botLevel ?? null });
    await shown(next);
    next.table.order = table.order;
    next.table.restoreLog([...logUntil(table.log, actionsBefore(room), actions), ...next.table.log]);
    app.room = next;
    room.close();
    forgetSeat(code);
    location.replace(roomPath(next.code));
  } catch (problem) {
    room.isLeft = table.sending = false;
    room.notice = codeOf(problem);
  }
}
