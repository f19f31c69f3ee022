// Taking back: the match goes on from before this player's last decision, in a new room, whose table looks like that of the old one.
import { app, codeOf, playerName } from "./app.svelte";
import { logUntil } from "./decisions";
import { RoomStore } from "./room.svelte";
import { roomPath } from "./router.svelte";
import { forgetSeat } from "./tokens";
import { settings } from "../settings/settings.svelte";
import type { Link } from "./link.svelte";
import { Refusal, type Request } from "../protocol/socket";

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

/** Asks until it is answered: where the connection is lost on the way, on the next one. Gives up when `room` is no longer shown. */
async function insist<T>(room: RoomStore, link: Link, ask: (again: boolean) => Promise<T>): Promise<T> {
  for (let again = false; ; again = true) {
    try {
      await link.whenOpen();
      return await ask(again);
    } catch (problem) {
      if (problem instanceof Refusal || app.room !== room) throw problem;
    }
  }
}

/** Takes a seat; where that was asked for before, perhaps it is this player's already. */
async function sit(next: RoomStore, seat: number, again: boolean): Promise<void> {
  try {
    await next.join(playerName(), null, seat);
  } catch (problem) {
    if (!again || !(problem instanceof Refusal)) throw problem;
    await next.comeBack();
  }
}

/** Goes on from a moment of the room's match, after this number of its actions, and shows that room in place of this one. */
export async function takeBack(room: RoomStore, actions: number): Promise<void> {
  const { code, table, info, me, match } = room;
  if (!info || me === null || table.sending) return;
  table.sending = room.isLeft = true;
  const levels = Object.fromEntries(
    info.seats.flatMap(({ seat }) => (seat === me ? [] : [[seat, table.botLevels[seat] ?? settings.level]])),
  );
  const wish = {
    type: "create",
    game: info.game,
    from: { room: code, match, actions },
    bots: info.seats.map(({ seat }) => levels[seat] ?? null),
    ...(info.clock ? { clock: info.clock } : {}),
  } as Request;
  let next: RoomStore | undefined;
  let lost = false;
  try {
    const created = await insist(room, room.link, (again) => {
      lost = again;
      return room.request(wish);
    });
    if (created.type !== "created") throw new Error("no room");
    const there = (next = new RoomStore(created.room));
    there.link.connect();
    await insist(room, there.link, (again) => sit(there, me, again));
    there.know(levels);
    await shown(there);
    if (app.room !== room) throw new Error("not shown");
    there.table.order = table.order;
    there.table.restoreLog([...logUntil(table.log, actionsBefore(room), actions), ...there.table.log]);
    app.room = there;
    room.close();
    forgetSeat(code);
    location.replace(roomPath(there.code));
  } catch (problem) {
    room.isLeft = table.sending = false;
    room.isLost = lost;
    next?.close();
    if (app.room !== room) return;
    room.notice = codeOf(problem);
    // The connection that came meanwhile has not been used for the seat.
    if (lost && room.link.status === "open") void room.enter().catch(() => {});
  }
}
