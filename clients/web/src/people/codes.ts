// Codes: with one, another browser becomes a device of the same player.
import { router } from "../state/router.svelte";
import { ask, me, type Player } from "../state/me.svelte";

export interface Code {
  code: string;
  /** Null: until it is replaced. */
  expires_s: number | null;
}

export async function makeCode(use: "recovery" | "link"): Promise<Code | null> {
  const reply = await ask("POST", "/api/me/code", { for: use });
  return reply?.ok ? ((await reply.json()) as Code) : null;
}

/** Makes this browser a device of the code's player, and goes to that player's games. \returns what went wrong; null if nothing */
export async function recover(code: string): Promise<"unknown" | "tooMany" | "failed" | null> {
  const reply = await ask("POST", "/api/me/recover", { code });
  if (!reply?.ok) return reply?.status === 403 ? "unknown" : reply?.status === 429 ? "tooMany" : "failed";
  me.become((await reply.json()) as Player);
  router.go("#/history");
  return null;
}
