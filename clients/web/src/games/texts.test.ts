import { expect, it } from "vitest";
import { en } from "../i18n/en";
import { ja } from "../i18n/ja";

function keys(node: unknown, path = ""): string[] {
  if (node === null || typeof node !== "object") return [path];
  return Object.entries(node).flatMap(([key, value]) => keys(value, `${path}/${key}`));
}

it("both languages have the same texts, none of them empty", () => {
  expect(keys(ja).sort()).toEqual(keys(en).sort());
  const empty = (node: unknown): boolean =>
    typeof node === "string"
      ? node.trim() === ""
      : typeof node === "object" && node !== null && Object.values(node).some(empty);
  expect(empty(en) || empty(ja)).toBe(false);
});

const words = import.meta.glob<{ options: Record<"en" | "ja", object> }>("./*/options.ts", { eager: true });
it.each(Object.entries(words))("%s explains the same options in both languages", (_path, { options }) => {
  expect(keys(options.ja).sort()).toEqual(keys(options.en).sort());
});

const hows = import.meta.glob<{
  how: Record<"en" | "ja", { sections: { blocks: { kind: string }[] }[]; rulings: [string, string][] }>;
}>("./*/how.ts", { eager: true });
it.each(Object.entries(hows))("%s has examples and the same rulings in both languages", (_path, { how }) => {
  for (const text of [how.en, how.ja])
    expect(text.sections.flatMap((section) => section.blocks).some((block) => block.kind === "example")).toBe(true);
  expect(how.ja.rulings.map(([name]) => name)).toEqual(how.en.rulings.map(([name]) => name));
  expect(how.ja.sections.length).toBe(how.en.sections.length);
});
