// The page's folders have an order: a file imports from its own folder and from those before it, types as well. What a lower
// folder needs from a higher one it takes as an interface or a callback. And no file imports itself through others.
import { expect, it } from "vitest";

const ORDER = [
  "protocol",
  "settings",
  "i18n",
  "phrases",
  "picker",
  "skin",
  "sound",
  "pieces",
  "games",
  "director",
  "state",
  "lessons",
  "verify",
  "ui",
  "stage",
  "learn",
  "replay",
  "people",
  "daily",
  "puzzles",
  "pages",
  "worker",
  "", // App.svelte and main.ts
];

const sources = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const folderOf = (path: string): string => (path.includes("/") ? path.split("/")[0]! : "");
const files = new Map(Object.entries(sources).map(([path, text]) => [path.slice(2), text]));

/** The files that a file imports, in any way. */
function importsOf(path: string): string[] {
  const found = files.get(path)!.matchAll(/(?:\bfrom |\bimport |\bimport\()"(\.[^"]+)"/g);
  return [...found].flatMap(([, spec]) => {
    const target = new URL(spec!, `file:///${path}`).pathname.slice(1);
    return ["", ".ts", ".svelte.ts"].map((end) => target + end).find((name) => files.has(name)) ?? [];
  });
}

it("each file imports only from its own folder and lower ones", () => {
  const imports = [...files.keys()].flatMap((from) => importsOf(from).map((to) => ({ from, to })));
  expect(imports.length).toBeGreaterThan(300);
  expect([...files.keys()].filter((path) => !ORDER.includes(folderOf(path)))).toEqual([]);
  const upwards = imports.filter(({ from, to }) => ORDER.indexOf(folderOf(to)) > ORDER.indexOf(folderOf(from)));
  expect(upwards.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

it("no file imports itself through others", () => {
  const done = new Set<string>();
  const visit = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(" -> ")];
    if (done.has(path)) return [];
    const circles = importsOf(path).flatMap((next) => visit(next, [...way, path]));
    done.add(path);
    return circles;
  };
  expect([...files.keys()].flatMap((path) => visit(path, []))).toEqual([]);
});
