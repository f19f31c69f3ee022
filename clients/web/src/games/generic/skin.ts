import type { Skin } from "../types";
import Table from "./Table.svelte";

/** For a game that has no skin of its own: its table as it is on the wire, played from the templates. */
export const skin: Skin = { Table, order: "suit", sentences: { en: {}, ja: {} } };
