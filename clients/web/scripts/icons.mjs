// Renders the icons in public/ from public/icon.svg with the installed Chromium: two plain ones, and a maskable one, which
// the system may crop to any shape (its picture fills only the middle 80 %, its background reaches the edges).
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";

const svg = await readFile(new URL("../public/icon.svg", import.meta.url), "utf8");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

async function draw(name, size, share = 1) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const ground = share < 1 ? "background:#b3261e;" : "";
  await page.setContent(
    `<style>body{margin:0;${ground}display:grid;place-items:center;height:100vh}svg{display:block;width:${size * share}px}</style>${svg}`,
  );
  await writeFile(new URL(`../public/${name}.png`, import.meta.url), await page.screenshot({ omitBackground: true }));
}
await draw("icon-192", 192);
await draw("icon-512", 512);
await draw("icon-maskable-512", 512, 0.8);
await browser.close();
