// No text is cut or covered, whatever a table shows: every state of the guided games, and every kind of state of real ones, at
// five sizes. Each game is looked at in one language as a guided game and in the other as a real one; with TEFUDA_CLIPPING=all in
// both.
import assert from "node:assert/strict";
import { finish, step, turn } from "./player.mjs";
import { scripts } from "./lessons/scripts.mjs";
import { test } from "./fixtures.mjs";
import { cutTexts } from "./geometry.mjs";
import { follow } from "./lessons/follow.mjs";
import { DESKTOP, GAMES, PHONE, SIDEWAYS, TINY } from "./support.mjs";
import { playNow } from "./ways.mjs";

const SIZES = [
  [TINY, 1],
  [PHONE, 1],
  [SIDEWAYS, 1],
  [DESKTOP, 1],
  [PHONE, 2],
];
/** How often a fault must be seen before it counts: something may move, or a call may be fading. */
const LOOKS = 100;

/** Looks at the present state at all sizes. */
async function whole(page, where) {
  const faults = [];
  for (const [viewport, zoom] of SIZES) {
    await page.setViewportSize(viewport);
    const found = await page.evaluate(
      async ([zoom, looks, source]) => {
        document.documentElement.style.fontSize = zoom === 1 ? "" : `${zoom * 100}%`;
        dispatchEvent(new Event("resize"));
        const look = new Function(`return (${source})()`);
        const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        let found = [];
        for (let n = 0; n < looks; n++) {
          await frame();
          await frame();
          found = look();
          if (found.length === 0) return found;
        }
        return found;
      },
      [zoom, LOOKS, cutTexts.toString()],
    );
    for (const fault of found)
      faults.push(`${viewport.width} × ${viewport.height}${zoom === 1 ? "" : ` at ${zoom * 100} %`}: ${fault}`);
    if (found.length > 0 && process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/${where.replace(/\W+/g, "-")}-${viewport.width}-${zoom}.png`,
      });
  }
  await page.setViewportSize(PHONE);
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  return faults.map((fault) => `${where}, ${fault}`);
}

/** What tells kinds of states apart: the phase and what can be pressed or read beside the cards. */
const kindOf = (page) =>
  page.evaluate(() => {
    const table = document.querySelector(".table");
    const parts = [...document.querySelectorAll("[data-action], [data-flag], [data-variant], [data-barred]")].map(
      ({ dataset }) => dataset.action ?? dataset.flag ?? dataset.barred ?? "variant",
    );
    const notes = [
      "[data-tip]",
      "[data-why] p",
      "[data-reason]",
      "[data-sheet]",
      "[data-result]",
      ".empty",
      ".show",
      ".stop",
      ".round",
    ];
    const there = notes.filter((selector) => document.querySelector(selector));
    const chosen = Math.min(3, document.querySelectorAll(".slot.selected").length);
    return [
      ...new Set(parts),
      ...there,
      chosen,
      document.querySelectorAll(".seat .act, .seat .call").length > 2,
      table?.dataset.busy,
    ].join();
  });

const LANGUAGES = ["en-US", "ja-JP"];
const everything = process.env.TEFUDA_CLIPPING === "all";
for (const [n, language] of LANGUAGES.entries()) {
  const some = (game, kind) => everything || (GAMES.indexOf(game) + kind) % 2 === n;
  for (const { game } of scripts.filter(({ game }) => some(game, 0)))
    test(`no text is cut or covered in the guided game of ${game} (${language})`, async ({ run }) => {
      const page = await run.open({ viewport: PHONE, language, url: `${run.server.url}/#/learn/${game}` });
      const faults = [];
      await follow(page, game, async (note) => {
        faults.push(...(await whole(page, `${game} ${language} note ${note}`)));
      });
      assert.equal(faults.join("\n"), "");
    });

  for (const game of GAMES.filter((game) => some(game, 1)))
    test(`no text is cut or covered at the table of ${game} (${language})`, async ({ run }) => {
      const page = await run.open({ viewport: PHONE, language });
      await page.waitForSelector("[data-game]");
      await playNow(page, game);
      const faults = [];
      const seen = new Set();
      for (let n = 0; n < 60 && seen.size < 14; n++) {
        await turn(page);
        // The reason for a hint takes room above the buttons.
        if (n % 3 === 2 && (await page.locator("[data-hint]").count())) {
          await page.click("[data-hint]");
          await page.waitForSelector("[data-reason]");
        }
        const kind = await kindOf(page);
        if (!seen.has(kind)) faults.push(...(await whole(page, `${game} ${language} step ${n}`)));
        seen.add(kind);
        if (await page.locator("[data-result]").count()) break;
        await step(page, run.random);
      }
      await finish(page, run.random);
      faults.push(...(await whole(page, `${game} ${language} the end`)));
      assert.equal(faults.join("\n"), "");
    });
}
