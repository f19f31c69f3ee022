// A finished match as the server keeps it, and who played it, on a table.
import { loadSkin } from "../games/registry";
import { apart } from "../pieces/names";
import type { Replay, SeatInfo } from "../protocol/messages";
import type { TableModel } from "../state/table.svelte";

/** Where the server has a match. */
export const pathOf = (room: string, match: number): string =>
  `/api/rooms/${encodeURIComponent(room)}/matches/${match}`;

/** Throws if there is no such match (any more). */
export async function loadReplay(path: string): Promise<Replay> {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return (await reply.json()) as Replay;
}

/** Gives a table the match's game and players; nothing has been played on it yet. */
export async function prepare(table: TableModel, replay: Replay): Promise<void> {
  table.game = replay.game;
  table.options = { ...replay.options };
  table.seats = apart(
    replay.names.map((name, seat): SeatInfo => {
      const player = replay.players?.[seat];
      return { seat, name, kind: "human", connected: true, host: false, ...(player ? { player } : {}) };
    }),
  );
  table.skin = await loadSkin(replay.game);
}
