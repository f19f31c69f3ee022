import { expect, it } from "vitest";
import { settings } from "../settings/settings.svelte";
import { errorText } from "./index.svelte";

const FAULTS = ["empty", "too_long", "blank", "control", "invisible", "direction", "marks"];

it("each reason for which a name is refused has a sentence of its own, in both languages", () => {
  for (const language of ["en", "ja"] as const) {
    settings.language = language;
    const said = ["bad_name", "other", ...FAULTS.map((fault) => `bad_name_${fault}`)].map(errorText);
    expect(new Set(said).size).toBe(FAULTS.length + 2);
    expect(errorText("bad_name_of_another_kind")).toBe(errorText("bad_name"));
  }
});
