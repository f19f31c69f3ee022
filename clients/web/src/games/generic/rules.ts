// What the page takes from a game's RULES.md: how to play, the sentences of the log, and words for names on the wire. The
// form of that file is described in rules/README.md.
import type { HowText } from "../../skin/types";
import type { Language } from "../../i18n/index.svelte";
import { blocksOf, codesIn, partsOf, plain, tablesOf, type Part } from "./markdown";

export interface GameRules {
  how: HowText;
  /** The first sentences about the game. */
  intro: string;
  /** For each type of event the sentence about it, with fields in code; only those that the log can use. */
  sentences: Map<string, string>;
  /** The fields of `table` that have something for each seat. */
  forSeats: Set<string>;
  /** What to show for an action, a field, an option or another name of the wire. */
  words: Map<string, string>;
  /** For a type of action what its button says, with fields in code. */
  labels: Map<string, string>;
}

const RULINGS = /^(Rulings|裁定)$/;
const WIRE = /^(On the wire|通信)$/;
/** Parts that tell a player nothing. */
const ASIDE = /^(Bots|ボット|Who knows what)$/;

function rulingsOf(part: Part | undefined): [string, string][] {
  if (!part) return [];
  return blocksOf(part.lines).flatMap((block): [string, string][] => {
    if (block.kind === "list")
      return block.items.flatMap((item): [string, string][] => {
        const [, name, text] = /^(R\d+)\s*(.*)$/s.exec(item) ?? [];
        return name ? [[name, text!]] : [];
      });
    return block.kind === "grid" ? block.rows.map(([name, ...cells]): [string, string] => [name!, cells.at(-1)!]) : [];
  });
}

/** The sentence of an event's row: its meaning up to the first semicolon, if every code in it is a field. */
function sentenceOf(cells: readonly string[]): string | null {
  const whole = cells.at(-1)!;
  // Fields and meaning in one cell.
  const [, listed, meaning] =
    cells.length === 1
      ? (/^((?:`\w+`[, ]*)+): *(.*)$/.exec(whole) ?? ["", whole, ""])
      : ["", cells.slice(0, -1).join(" "), whole];
  const fields = codesIn(listed!);
  const clause = meaning!.split(/[;;]|\. |[.。]$/)[0]!.trim();
  const named = codesIn(clause);
  if (clause === "" || !named.every((code) => fields.includes(code))) return null;
  return fields.includes("seat") && !named.includes("seat") ? null : clause;
}

/** \param text a RULES.md */
export function readRules(text: string): GameRules {
  const parts = partsOf(text);
  const isTold = ({ title, level }: Part): boolean => level > 0 && !RULINGS.test(title) && !WIRE.test(title);
  const wireAt = parts.findIndex(({ title }) => WIRE.test(title));
  const before = wireAt < 0 ? parts : parts.slice(0, wireAt);
  const wire = wireAt < 0 ? [] : parts.slice(wireAt);
  const rulings = before.find(({ title }) => RULINGS.test(title));
  const told = before.filter(isTold).filter(({ title, level }, at, all) => {
    // A part under one that is left out is left out, too.
    const over = all.slice(0, at).findLast((other) => other.level < level);
    return !ASIDE.test(title) && !(over && ASIDE.test(over.title));
  });
  const sections = told
    .map(({ title, level, lines }) => ({ title: level === 1 ? "" : title, blocks: blocksOf(lines) }))
    .filter(({ blocks }) => blocks.length > 0);
  const first = sections[0]?.blocks[0];
  const rules: GameRules = {
    how: { sections, rulings: rulingsOf(rulings) },
    intro: first?.kind === "text" ? first.text : "",
    sentences: new Map(),
    forSeats: new Set(),
    words: new Map(),
    labels: new Map(),
  };
  for (const [head, ...rows] of wire.flatMap(({ lines }) => tablesOf(lines))) {
    const title = plain(head![0]!);
    for (const [name, ...cells] of rows) {
      const names = codesIn(name!);
      if (/^(event|type|出来事)$/.test(title)) {
        const sentence = sentenceOf(cells);
        if (sentence !== null) for (const event of names) rules.sentences.set(event, sentence);
      } else if (title === "field") {
        if (/(^|then )for each seat/.test(cells.at(-1)!)) for (const field of names) rules.forSeats.add(field);
      } else if (/^(word|言葉)$/.test(title)) {
        const [shown] = cells;
        for (const word of names)
          if (codesIn(shown!).length > 0) rules.labels.set(word, shown!);
          else rules.words.set(word, plain(shown!));
      }
    }
  }
  return rules;
}

const fetched = new Map<string, Promise<GameRules | null>>();

/** The rules that the server has for a game, in a language; null if there are none or they can't be fetched now. */
export function rulesOf(game: string, language: Language): Promise<GameRules | null> {
  const url = `/api/games/${encodeURIComponent(game)}/rules?language=${language}`;
  let rules = fetched.get(url);
  if (!rules) {
    rules = fetch(url).then(
      async (reply) => (reply.ok ? readRules(await reply.text()) : null),
      () => null,
    );
    fetched.set(url, rules);
    // Asked again the next time, if the server could not be reached.
    void rules.then((found) => found ?? fetched.delete(url));
  }
  return rules;
}
