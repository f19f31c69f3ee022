// Writes the compressed forms of the built files, `x.br` and `x.gz` beside each `x` that gets much smaller. The server sends
// them to browsers that accept them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
const isText = /\.(html|js|mjs|css|json|map|webmanifest|svg|txt|wasm)$/;
const worthwhile = 0.9;

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
const gzip = (bytes) => gzipSync(bytes, { level: 9 });

const total = { plain: 0, br: 0, gz: 0 };
for (const name of readdirSync(dist, { recursive: true }).filter((name) => isText.test(name))) {
  const bytes = readFileSync(new URL(name, dist));
  total.plain += bytes.length;
  for (const [extension, compress] of Object.entries({ br: brotli, gz: gzip })) {
    const packed = compress(bytes);
    const isWorthwhile = packed.length < worthwhile * bytes.length;
    if (isWorthwhile) writeFileSync(new URL(`${name}.${extension}`, dist), packed);
    total[extension] += isWorthwhile ? packed.length : bytes.length;
  }
}
console.log(`${total.plain} bytes of text files: ${total.gz} with gzip, ${total.br} with brotli`);
