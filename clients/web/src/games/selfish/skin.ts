import type { Skin } from "../types";
import Badge from "./Badge.svelte";
import { en, ja } from "./sentences";
import Table from "./Table.svelte";
import { handName } from "./words";

export const skin: Skin = {
  Table,
  Badge,
  order: "rank",
  sentences: { en, ja },
  label: (choice, action, say) => (choice.type === "claim" ? say.texts.actions.claim(handName(String(action["claim"]), say.language)) : null),
};
