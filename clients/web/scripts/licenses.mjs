// The licences of all that is bundled, which have to go with the page: dist/licenses.txt.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where Vite writes what it has found. */
export const FOUND = "licenses.json";

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Of packages that come without a file of their licence: what their sources say. */
const TEXTS = {
  "qrcode-generator": `QR Code Generator for JavaScript
Copyright (c) 2009 Kazuhiko Arase
http://www.d-project.com/
Licensed under the MIT license: http://www.opensource.org/licenses/mit-license.php
The word 'QR Code' is registered trademark of DENSO WAVE INCORPORATED
http://www.denso-wave.com/qrcode/faqpatent-e.html

${MIT}`,
};

/** What of other projects is kept in src/ itself. */
const carried = () => [
  {
    name: "budoux",
    version: "0.9.2",
    identifier: "Apache-2.0",
    text: readFileSync(new URL("../src/phrases/LICENSE", import.meta.url), "utf8"),
  },
];

/** @param {{ name: string, version: string, identifier?: string, text?: string }[]} packages @throws where one has no text */
export function licenseText(packages) {
  const parts = packages.map(({ name, version, identifier, text = TEXTS[name] }) => {
    if (!text) throw new Error(`${name} has no file of its licence: add its text to scripts/licenses.mjs`);
    return `${name} ${version} (${identifier})\n\n${text}\n`;
  });
  return ["This page has parts of the following packages.\n", ...parts].join(`\n${"-".repeat(80)}\n\n`);
}

export function writeLicenses(dir) {
  const found = join(dir, FOUND);
  writeFileSync(join(dir, "licenses.txt"), licenseText([...JSON.parse(readFileSync(found, "utf8")), ...carried()]));
  rmSync(found);
}
