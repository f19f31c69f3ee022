// Playing on: at a new table, which the page then shows.
import { errorText } from "../i18n/index.svelte";
import { app, codeOf, type From } from "./app.svelte";
import { roomPath, router } from "./router.svelte";
import type { RoomStore } from "./room.svelte";

export class Onward {
  /** Whether a table is being made. */
  busy = $state(false);
  /** Why none could be made; "": nothing went wrong. */
  error = $state("");

  /** From a moment of a finished match, with bots in the other seats. */
  from(moment: From): Promise<void> {
    return this.to(() => app.playFrom(moment));
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
