// The last step of Vite's build: writes dist/licenses.txt, dist/sw.js with the list of all files, and the pictures that the
// manifest names.
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOUND, writeLicenses } from "./licenses.mjs";

/** Files that are fetched only in special cases, and not kept for use without a connection. */
const RARE = /\.(png|gz|br)$|^\/(sw\.js|index\.html|licenses\.txt)$/;

function serviceWorker(dir, source) {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => "/" + join(entry.parentPath, entry.name).slice(dir.length + 1))
    .filter((path) => !RARE.test(path))
    .sort();
  const hash = createHash("sha256").update(readFileSync(join(dir, "index.html")));
  for (const path of files) hash.update(path);
  const list = ["/", "/api/games", ...files];
  const text = readFileSync(source, "utf8")
    .replace("const FILES = [];", `const FILES = ${JSON.stringify(list)};`)
    .replace("tefuda-VERSION", `tefuda-${hash.digest("hex").slice(0, 12)}`);
  writeFileSync(join(dir, "sw.js"), text);
}

/** A Vite plugin. */
export function app(source) {
  let dir = "";
  let failed = false;
  return {
    name: "tefuda-app",
    apply: "build",
    config: () => ({ build: { license: { fileName: FOUND } } }),
    configResolved(config) {
      dir = join(config.root, config.build.outDir);
    },
    buildEnd(error) {
      failed = error !== undefined;
    },
    closeBundle() {
      if (failed) return; // what is missing here would hide the error
      for (const { src } of JSON.parse(readFileSync(join(dir, "manifest.webmanifest"), "utf8")).screenshots)
        cpSync(join(dir, "..", src), join(dir, src));
      writeLicenses(dir);
      serviceWorker(dir, source);
    },
  };
}
