// Takes the screenshots for the README from a running server, all of them or those that are named:
//   npm run screenshots -- http://127.0.0.1:8080 [NAME…]
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const url = process.argv[2] ?? "http://127.0.0.1:8080";
const out = fileURLToPath(new URL("../screenshots/", import.meta.url));
mkdirSync(out, { recursive: true });
const GAMES = ["fortyone", "selfish", "twentytwo", "sugekari21", "ttpageone"];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

async function open(width, height, options = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: "en-US",
    reducedMotion: "reduce",
    ...options,
  });
  // "Play now" begins at once, as if the guided first games had been offered before.
  await context.addInitScript((games) => localStorage.setItem("tefuda.lessons", JSON.stringify(games)), GAMES);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector("[data-game]");
  return page;
}
async function table(name, game, width, height, { turns = 6, options = {}, fields = null } = {}) {
  const page = await open(width, height, options);
  if (fields) {
    await page.click(`[data-options=${game}]`);
    for (const [field, value] of Object.entries(fields)) await page.selectOption(`select[name=${field}]`, { value });
    await page.click("[data-go=bots]");
  } else await page.click(`[data-play=${game}]`);
  await page.waitForSelector(".table");
  await page.click("[data-ask-sound] button >> nth=1");
  for (let n = 0; n < 400 && turns > 0; n++) {
    if (await page.locator(".status.mine").count()) {
      const lit = page.locator(".slot.lit");
      if (turns === 1 && (await lit.count()) > 0) {
        await lit.first().click();
        break;
      }
      if ((await lit.count()) > 0 && !(await page.locator(".slot.selected").count()))
        await lit
          .first()
          .click({ force: true })
          .catch(() => {});
      const actions = page.locator("[data-action]:not([data-action=hide])");
      if (await actions.count()) {
        await actions
          .first()
          .click({ timeout: 500 })
          .catch(() => {});
        if (await page.locator("[data-variant]").count())
          await page
            .locator("[data-variant]")
            .first()
            .click()
            .catch(() => {});
        turns -= 1;
      }
    }
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${out}${name}.png` });
  await page.context().close();
}

/** A guided first game on a phone, after these presses. */
async function guide(game, presses) {
  const page = await open(390, 844);
  await page.goto(`${url}/#/learn/${game}`);
  for (const target of presses) {
    const text = await page.textContent("[data-note]");
    await page.click(target, { position: { x: 14, y: 14 } });
    if (!target.startsWith(".slot"))
      await page.waitForFunction(
        (old) => ![old, undefined].includes(document.querySelector("[data-note]")?.textContent),
        text,
      );
  }
  await page.waitForSelector("i.ring");
  // The calls at the seats have gone.
  await page.waitForTimeout(3000);
  await page.screenshot({ path: `${out}guide-${game}.png` });
  await page.context().close();
}

/** The first decision of a match on a phone, after a tap on what `target` names. */
async function tapped(name, game, target) {
  const page = await open(390, 844);
  await page.click(`[data-play=${game}]`);
  await page.waitForSelector(".table[data-open=true]");
  await page.click("[data-ask-sound] button >> nth=1");
  await page.locator(target).first().click({ force: true });
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${out}${name}.png` });
  await page.context().close();
}

/** The replay of a whole match, at its worst move. */
async function replay(name, game, width, height, options = {}) {
  const page = await open(width, height, options);
  await page.click(`[data-play=${game}]`);
  await page.waitForSelector(".table");
  while (!(await page.locator("[data-result]").count())) {
    const press = page.locator("[data-variant], .slot.lit[aria-pressed=false]").first();
    const act = page.locator("[data-action]:not([data-action=hide], [data-action=challenge])").first();
    for (const target of [act, press])
      if (await target.count()) await target.click({ timeout: 500, position: { x: 12, y: 12 } }).catch(() => {});
    await page.waitForTimeout(50);
  }
  await page.evaluate(() => (location.hash = document.querySelector("a[href^='#/replay/']").hash));
  await page.waitForSelector(".points [data-turning=worst]", { timeout: 180_000 });
  await page.locator("aside [data-turning=worst]").first().click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${out}${name}.png` });
  await page.context().close();
}

async function start() {
  const page = await open(1280, 800);
  await page.screenshot({ path: `${out}start.png` });
  await page.context().close();
}

const next = "[data-next-note]";
const pictures = {
  start,
  phone: () => table("phone", "sugekari21", 390, 844, { turns: 4 }),
  sideways: () => table("sideways", "sugekari21", 844, 390, { turns: 4 }),
  replay: () => replay("replay", "fortyone", 1280, 800),
  twentytwo: () => table("twentytwo", "twentytwo", 1280, 800, { turns: 3 }),
  ttpageone: () =>
    table("ttpageone", "ttpageone", 1280, 800, { turns: 8, options: { colorScheme: "dark", locale: "ja-JP" } }),
  "guide-fortyone": () => guide("fortyone", []),
  "guide-selfish": () => guide("selfish", [next]),
  "guide-twentytwo": () => guide("twentytwo", [next, '.slot[data-card="8H"]', "[data-action=exchange]"]),
  "guide-sugekari21": () => guide("sugekari21", []),
  "guide-ttpageone": () => guide("ttpageone", []),
  why: () => tapped("why", "selfish", "[data-barred]"),
  hint: () => tapped("hint", "fortyone", "[data-hint]"),
};
const wanted = process.argv.slice(3);
for (const [name, take] of Object.entries(pictures)) if (wanted.length === 0 || wanted.includes(name)) await take();
await browser.close();
