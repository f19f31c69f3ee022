// Prints the gzipped size of all built JavaScript; fails if the total reaches 120 KiB.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dir = new URL("../dist/assets/", import.meta.url);
const sizes = readdirSync(dir).filter((name) => name.endsWith(".js")).map((name) => [name, gzipSync(readFileSync(new URL(name, dir))).length]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [name, size] of sizes) console.log(`${String(size).padStart(7)}  ${name}`);
console.log(`${String(total).padStart(7)}  bytes of gzipped JavaScript in all, every game and text included`);
if (total >= 120 * 1024) process.exit(1);
