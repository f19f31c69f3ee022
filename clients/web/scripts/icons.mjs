// Draws public/icon-192.png and icon-512.png from public/icon.svg, with the Chromium that is installed.
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const svg = await readFile(new URL("../public/icon.svg", import.meta.url), "utf8");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`);
  await writeFile(new URL(`../public/icon-${size}.png`, import.meta.url), await page.screenshot({ omitBackground: true }));
}
await browser.close();
