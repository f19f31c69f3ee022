// What is shown at seats for a moment: "Pass", "Stop!", "+2".
import type { Call } from "../games/types";

const SHOWN_MS = 1900;

export class Calls {
  bySeat = $state.raw<Record<number, Call & { key: number }>>({});
  #key = 0;

  add(calls: readonly Call[]): void {
    for (const call of calls) {
      const key = ++this.#key;
      this.bySeat = { ...this.bySeat, [call.seat]: { ...call, key } };
      setTimeout(() => this.#end(call.seat, key), SHOWN_MS);
    }
  }

  #end(seat: number, key: number): void {
    if (this.bySeat[seat]?.key !== key) return;
    const { [seat]: _, ...rest } = this.bySeat;
    this.bySeat = rest;
  }
}
