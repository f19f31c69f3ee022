// Playing with the keyboard alone, and what a screen reader tells.
import assert from "node:assert/strict";
import { faultless } from "./checks.mjs";
import { isOver, pressByKeys, step, turn } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { DESKTOP, GAMES } from "./support.mjs";
import { shows } from "./ways.mjs";

/** The start of the focused element's HTML, for error messages; null if nothing has the focus. */
const focused = (page) =>
  page.evaluate(() =>
    document.activeElement === document.body ? null : document.activeElement.outerHTML.slice(0, 80),
  );

/** The received events that the page should announce. Where a match is one game, its end is told once. */
function worthTelling(page) {
  const received = page.received.map((frame) => JSON.parse(frame));
  const games = received.findLast(({ type }) => type === "room").options.games ?? 1;
  const silent = games > 1 ? ["turn_began"] : ["turn_began", "game_ended"];
  return received
    .flatMap((message) => (message.type === "update" ? message.events : []))
    .filter(({ type, phase }) => !silent.includes(type) && phase !== "over");
}

/** Every event is told. */
async function allTold(page) {
  const events = worthTelling(page);
  await page
    .waitForFunction((count) => window.told.length >= count, events.length)
    .catch(async (error) => {
      const told = await page.evaluate(() => window.told);
      throw new Error(`${events.length} events, ${told.length} told:\n${JSON.stringify(events)}\n${told.join("\n")}`, {
        cause: error,
      });
    });
}

const STEPS = 12;
for (const game of GAMES)
  test(`the keyboard alone is enough for ${game}, the focus is never lost, and every event is told`, async ({
    run,
  }) => {
    const page = await run.open({ viewport: DESKTOP });
    await page.evaluate(() => {
      window.told = [];
      const isTold = (node) =>
        node.nodeName === "P" && node.parentElement?.matches("[data-live]") && node.textContent.trim() !== "";
      const texts = (node) =>
        [node, ...(node.querySelectorAll?.("p") ?? [])].filter(isTold).map(({ textContent }) => textContent);
      new MutationObserver((records) =>
        records.forEach(({ addedNodes }) => addedNodes.forEach((node) => window.told.push(...texts(node)))),
      ).observe(document.body, { childList: true, subtree: true });
    });
    const key = async (selector) => pressByKeys(page, null, page.locator(selector));
    await page.waitForSelector(`[data-play=${game}]`);
    await key(`[data-play=${game}]`);
    await page.waitForSelector(".table");
    for (let n = 0; n < STEPS; n++) {
      await turn(page);
      assert.ok(await focused(page), `the focus is lost at step ${n}`);
      if (await isOver(page)) break;
      await step(page, run.random, pressByKeys);
    }
    await shows(page);
    await allTold(page);
    if (await isOver(page)) {
      await key("[data-check]");
      await page.waitForSelector("[data-verdict=true]");
    }
    // What was pressed may be gone; the focus goes on with what comes next.
    await page.waitForFunction(() => document.activeElement !== document.body);
    faultless(page);
  });
