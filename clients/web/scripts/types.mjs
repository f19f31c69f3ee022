// Makes the TypeScript types of all messages from the server's AsyncAPI document.
//   npm run types                    src/protocol/wire.ts; a part of `npm run build`
//   npm run types -- --kit           clients/bots/javascript/src/wire.d.ts, which the JavaScript kit is published with
//   npm run types -- --kit --check   fails if that file is not up to date; it may lack games that were added since
// A last argument, or TEFUDA_ASYNCAPI, says where the document is: a file, the URL of a server, or the server's program. By
// default it is the program that `cmake --build --preset release` makes.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const forKit = process.argv.includes("--kit");
const checking = process.argv.includes("--check");
const target = pathOf(forKit ? "../../bots/javascript/src/wire.d.ts" : "../src/protocol/wire.ts");
const given = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? process.env.TEFUDA_ASYNCAPI;
const source = given ?? pathOf("../../../build/release/bin/tefuda-server");

function failed(message) {
  console.error(message);
  process.exit(1);
}

async function read() {
  if (/^https?:/.test(source)) return (await fetch(new URL("/asyncapi.json", source))).text();
  if (!existsSync(source))
    failed(
      `There is no ${source}. The types of the messages come from the server: build it first (cmake --build --preset release), or name a running one: npm run types -- http://127.0.0.1:8080`,
    );
  const isProgram = (statSync(source).mode & 0o111) !== 0;
  return isProgram
    ? execFileSync(source, ["--asyncapi"], { encoding: "utf8", maxBuffer: 1 << 28 })
    : readFileSync(source, "utf8");
}

const { schemas } = JSON.parse(await read()).components;
const current = existsSync(target) ? readFileSync(target, "utf8") : "";

const typeName = (key) =>
  key
    .split(/[._-]/)
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join("");

const games = Object.keys(schemas).flatMap((key) => /^(.+)\.View$/.exec(key)?.[1] ?? []);
const leftOut = checking ? games.filter((game) => !current.includes(` ${typeName(`${game}.View`)} `)) : [];
const isLeftOut = (key) => leftOut.some((game) => key.startsWith(`${game}.`));

const keyOf = (node) => (typeof node?.$ref === "string" ? node.$ref.split("/").pop() : "");

/** A copy of the schema for the compiler: references to `definitions`, and no names but theirs. */
function rewritten(node) {
  if (Array.isArray(node)) return node.filter((item) => !isLeftOut(keyOf(item))).map(rewritten);
  if (node === null || typeof node !== "object") return node;
  // Beside a reference nothing else has a meaning for the types.
  if (keyOf(node)) return { $ref: `#/definitions/${typeName(keyOf(node))}` };
  const {
    minItems,
    maxItems,
    if: _if,
    then: _then,
    else: _else,
    allOf: _allOf,
    not: _not,
    $defs: _defs,
    ...rest
  } = node;
  for (const note of ["title", "description"]) if (typeof rest[note] === "string") delete rest[note];
  const out = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, rewritten(value)]));
  if (minItems === 2 && maxItems === 2 && node.items?.type === "integer") out.tsType = "[number, number]";
  return out;
}

const kept = Object.entries(schemas).filter(([key]) => !isLeftOut(key));
const definitions = Object.fromEntries(kept.map(([key, schema]) => [typeName(key), rewritten(schema)]));
const root = {
  title: "Wire",
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(Object.keys(definitions).map((name) => [name, { $ref: `#/definitions/${name}` }])),
  definitions,
};
const compiled = await compile(root, "Wire", {
  bannerComment: "// Generated from /asyncapi.json (clients/web/scripts/types.mjs). Do not edit.",
  additionalProperties: false,
  strictIndexSignatures: false,
  format: true,
});

if (compiled === current) console.log(`${target} is up to date`);
else if (checking) failed(`${target} does not match /asyncapi.json: run \`npm run types -- --kit\``);
else {
  writeFileSync(target, compiled);
  console.log(`wrote ${target}`);
}
