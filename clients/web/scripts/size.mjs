// Prints what the built page weighs over the wire: the first page (index.html and everything that it names) with gzip and
// with brotli, and all JavaScript. Fails if the first page, with gzip, reaches 80 KB.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LIMIT = 80_000;
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const bytes = (path, suffix) =>
  readFileSync(existsSync(dist + path + suffix) ? dist + path + suffix : dist + path).length;
const sum = (paths, suffix) => paths.reduce((total, path) => total + bytes(path, suffix), 0);

const html = readFileSync(`${dist}/index.html`, "utf8");
const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)]
  .map(([, path]) => path)
  .filter((path) => !path.endsWith(".png"));
const first = ["/index.html", ...new Set(named)];
for (const path of first) console.log(`${String(bytes(path, ".gz")).padStart(7)}  ${path}`);
const scripts = readdirSync(`${dist}/assets`).flatMap((name) => (name.endsWith(".js") ? [`/assets/${name}`] : []));
const total = sum(first, ".gz");
console.log(`${String(total).padStart(7)}  bytes for the first page with gzip, ${sum(first, ".br")} with brotli`);
console.log(
  `${String(sum(scripts, ".gz")).padStart(7)}  bytes of gzipped JavaScript in all, every game and text included`,
);
if (first.length < 4 || total >= LIMIT) process.exit(1);
