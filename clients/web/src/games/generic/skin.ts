import type { Skin } from "../types";
import Table from "./Table.svelte";

/** For games without a skin: shows the fields of the view's `table` as they are; actions come from the templates. */
export const skin: Skin = { Table, order: "suit", sentences: { en: {}, ja: {} } };
