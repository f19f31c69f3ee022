// Playing on: at a new table, which the page then shows.
import { errorText } from "../i18n/index.svelte";
import { app, codeOf } from "./app.svelte";
import { me } from "./me.svelte";
import { roomPath, router } from "./router.svelte";
import { savedSeat } from "./tokens";
import { settings } from "../settings/settings.svelte";
import type { RoomStore } from "./room.svelte";
import type { Request } from "../protocol/socket";

/** A position in a finished match: after this number of actions; the player gets this seat. */
interface From {
  game: string;
  room: string;
  match: number;
  actions: number;
  seat: number;
  seats: number;
}

/** Makes a private table from that moment, with bots in the other seats: as strong as those of the match, where this browser knows it. */
async function make({ game, room, match, actions, seat, seats }: From): Promise<RoomStore> {
  await Promise.all([app.lobby.whenOpen(), me.begin()]);
  const levels = { ...savedSeat(room)?.levels };
  // The player may take a bot's seat: then a bot like the others has the player's own.
  const [usual = settings.level] = Object.values(levels);
  const bots = Array.from({ length: seats }, (_, other) => (other === seat ? null : (levels[other] ??= usual)));
  const created = await app.lobby.request({ type: "create", game, from: { room, match, actions }, bots } as Request);
  if (created.type !== "created") throw new Error("no room");
  const there = await app.join(created.room, null, seat);
  there.know(levels);
  return there;
}

export class Onward {
  /** Whether a table is being made. */
  busy = $state(false);
  /** Why none could be made; "": nothing went wrong. */
  error = $state("");

  /** From a moment of a finished match, with bots in the other seats. */
  from(moment: From): Promise<void> {
    return this.to(() => make(moment));
  }

  /** Goes to the table that `make` makes. Does nothing while another one is being made. */
  async to(make: () => Promise<RoomStore>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = "";
    try {
      router.go(roomPath((await make()).code));
    } catch (problem) {
      this.error = errorText(codeOf(problem));
      this.busy = false;
    }
  }
}
