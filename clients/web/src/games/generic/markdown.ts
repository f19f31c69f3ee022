// The parts of Markdown that the games' RULES.md use (rules/README.md): headings, paragraphs, lists, tables, code.
import type { Block } from "../../skin/types";

export interface Part {
  /** Empty for what stands before the first heading. */
  title: string;
  level: number;
  lines: string[];
}

/** A text's parts, each from its heading to the next one. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [{ title: "", level: 0, lines: [] }];
  for (const line of text.split("\n")) {
    const heading = /^(#+) +(.*)$/.exec(line);
    if (heading) parts.push({ title: plain(heading[2]!), level: heading[1]!.length, lines: [] });
    else parts.at(-1)!.lines.push(line);
  }
  return parts;
}

/** The text without marks: bold, code and links become what they show. */
export const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/`([^`]+)`/g, "$1")
    .replace(/(^|\s)\*([^*\s][^*]*)\*/g, "$1$2")
    .trim();

/** What stands in code, in order. */
export const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** A table's rows without the line below its head; each is a list of cells with their marks. */
const rowsOf = (lines: readonly string[]): string[][] =>
  lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line.trim()))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    );

/** The tables of a text. */
export function tablesOf(lines: readonly string[]): string[][][] {
  const tables: string[][] = [];
  for (const [n, line] of lines.entries())
    if (line.startsWith("|")) {
      if (!lines[n - 1]?.startsWith("|")) tables.push([]);
      tables.at(-1)!.push(line);
    }
  return tables.map(rowsOf);
}

const ITEM = /^(-|\d+\.) +(.*)$/;
const CODE = /^ {4}(.*)$/;
const kindOf = (line: string): string =>
  ITEM.test(line) ? "list" : line.startsWith("|") ? "table" : CODE.test(line) ? "example" : "text";

/** Joins broken lines: with a space, but not between Japanese characters. */
const joined = (lines: readonly string[]): string =>
  lines.reduce(
    (all, line) =>
      all === ""
        ? line.trim()
        : all + (/[^\x00-\u2fff]$/.test(all) || /^[^\x00-\u2fff]/.test(line.trim()) ? "" : " ") + line.trim(),
    "",
  );

function block(kind: string, lines: readonly string[]): Block {
  if (kind === "list") {
    const items: string[][] = [];
    for (const line of lines) {
      const item = ITEM.exec(line);
      if (item) items.push([item[2]!]);
      else items.at(-1)!.push(line);
    }
    return { kind: "list", ordered: /^\d/.test(lines[0]!), items: items.map((item) => plain(joined(item))) };
  }
  if (kind === "table") {
    const [head, ...rows] = rowsOf(lines).map((row) => row.map(plain));
    return { kind: "grid", head: head!, rows };
  }
  if (kind === "example") return { kind: "example", text: lines.map((line) => line.trim()).join("\n") };
  return { kind: "text", text: plain(joined(lines)) };
}

/** Paragraphs, lists, tables and code. */
export function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let kind = "";
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) blocks.push(block(kind, open));
    open = [];
  };
  for (const line of lines) {
    if (line.trim() === "") {
      close();
      continue;
    }
    // An indented line below an item belongs to it.
    const next = open.length > 0 && kind === "list" && /^\s/.test(line) ? "list" : kindOf(line);
    if (next !== kind) close();
    kind = next;
    open.push(line);
  }
  close();
  return blocks;
}
