// The texts of a game are data: en.json and ja.json in its folder, which a translator can lay side by side.
import { describe, expect, it } from "vitest";
import { en } from "../i18n/en";
import { ja } from "../i18n/ja";
import { placesOf } from "../i18n/fill";
import { areCards } from "./generic/values";
import type { SelfishOptions, Sugekari21Options, TtpageoneOptions, TwentytwoOptions } from "../protocol/wire";
import type { AboutText, Block, BoardText, OptionTexts } from "../skin/types";
import selfish from "./selfish/en.json";
import sugekari21 from "./sugekari21/en.json";
import ttpageone from "./ttpageone/en.json";
import twentytwo from "./twentytwo/en.json";

// The compiler holds the texts of the options to the protocol: one for each option and each value.
selfish.options satisfies OptionTexts<SelfishOptions>;
sugekari21.options satisfies OptionTexts<Sugekari21Options>;
ttpageone.options satisfies OptionTexts<TtpageoneOptions>;
twentytwo.options satisfies OptionTexts<TwentytwoOptions>;

interface Texts {
  about: AboutText;
  guide: string[];
  how: { sections: { title: string; blocks: Block[] }[]; rulings: [string, string][] };
  options: OptionTexts;
  board: BoardText;
  table: object;
}

const files = import.meta.glob<Texts>("./*/*.json", { eager: true, import: "default" });
const games = [...new Set(Object.keys(files).map((path) => path.split("/")[1]!))];

/** Each text by the path to it. */
function textsOf(node: unknown, path = ""): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  if (node === null || typeof node !== "object") return [];
  return Object.entries(node).flatMap(([key, value]) => textsOf(value, `${path}/${key}`));
}
const keys = (node: object): string[] =>
  textsOf(node)
    .map(([path]) => path)
    .sort();
/** What is inserted as it is; whether a text chooses between words by it is up to the language. */
const inserted = (text: string): string[] => placesOf(text).filter((name) => text.includes(`{${name}}`));

/** A mark of half width beside a Japanese letter. */
const HALF = /[ぁ-んァ-ヶ一-龠々ー」）][!?:(),]|[!?:(),][ぁ-んァ-ヶ一-龠「（]/;

it("Japanese has full-width marks, and no space after a comma or a full stop", () => {
  const texts = [ja, ...Object.entries(files).flatMap(([path, file]) => (path.includes("/ja.") ? file : []))];
  const wrong = texts
    .flatMap((node) => textsOf(node))
    .filter(([, text]) => {
      const plain = text.replace(/\{\w+[?|]?/g, "");
      return HALF.test(plain) || /[、。] /.test(plain);
    });
  expect(wrong).toEqual([]);
});

it("both languages of the page have the same texts, none of them empty", () => {
  const all = (node: unknown, path = ""): string[] =>
    node === null || typeof node !== "object"
      ? [path]
      : Object.entries(node).flatMap(([key, value]) => all(value, `${path}/${key}`));
  expect(all(ja).sort()).toEqual(all(en).sort());
  expect([...textsOf(en), ...textsOf(ja)].filter(([, text]) => text.trim() === "")).toEqual([]);
});

describe.each(games)("the texts of %s", (game) => {
  const english = files[`./${game}/en.json`]!;
  const japanese = files[`./${game}/ja.json`]!;
  /** What is said in the rules sheet may be cut into paragraphs differently. */
  const { how: rules, ...rest } = english;
  const { how: translated, ...others } = japanese;

  it("have the same keys in both languages, and none is empty", () => {
    expect(keys(others)).toEqual(keys(rest));
    expect([...textsOf(english), ...textsOf(japanese)].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("have the same places in both languages", () => {
    const found = new Map(textsOf(japanese.table));
    const differ = textsOf(english.table).filter(([path, text]) => {
      const translated = found.get(path)!;
      return inserted(text).join() !== inserted(translated).join();
    });
    expect(differ).toEqual([]);
  });

  it("have examples and the same rulings in both languages", () => {
    for (const { sections } of [rules, translated]) {
      const blocks = sections.flatMap((section) => section.blocks);
      expect(blocks.some(({ kind }) => kind === "example")).toBe(true);
      for (const block of blocks) {
        expect(["text", "list", "table", "example"]).toContain(block.kind);
        if (block.kind === "example" && block.cards) expect(areCards(block.cards)).toBe(true);
      }
    }
    expect(translated.rulings.map(([name]) => name)).toEqual(rules.rulings.map(([name]) => name));
    expect(translated.sections.length).toBe(rules.sections.length);
  });
});
