// Whole matches against bots, by taps, by clicks and by keys.
import assert from "node:assert/strict";
import { actedOnce, faultless, noSidewaysScrolling, onlyKnownCards } from "./checks.mjs";
import { isOver, playToEnd, turn } from "./player.mjs";
import { test } from "./runner.mjs";
import { DESKTOP, PHONE, SMALL } from "./support.mjs";
import { playNow, withOptions } from "./ways.mjs";

const MATCHES = [
  ["twentytwo", {}],
  ["sugekari21", { exchange: '"partner"', games: "3", jokers: "true" }],
  ["twentytwo", { seats: "3", variant: '"26"', follow: '"must"', losing_cards: '"return"' }],
  ["sugekari21", { seats: "2", two_player: '"refill"' }],
  ["sugekari21", { exchange: '"hearts"', games: "3" }],
  ["sugekari21", { seats: "2", two_player: '"redeal"' }],
  ["sugekari21", {}],
  ["fortyone", {}],
  ["ttpageone", {}],
  ["ttpageone", { seats: "6", teams: "2" }],
  ["selfish", {}],
  ["selfish", { seats: "13", coming_out: "true", jokers: "2" }],
  ["selfish", { turns: '"forced"', scoring: '"simple"' }],
];
for (const [at, [game, fields]] of MATCHES.entries()) {
  test(`a match of ${game} against bots ${JSON.stringify(fields)}`, async (run) => {
    const viewport = [PHONE, SMALL, DESKTOP][at % 3];
    const page = await run.open({ viewport, touch: viewport !== DESKTOP, language: at % 2 ? "ja-JP" : "en-US" });
    if (Object.keys(fields).length === 0) await playNow(page, game);
    else await withOptions(page, game, fields);
    let n = 0;
    await playToEnd(page, run.random, async () => {
      if (n++ % 10 > 0) return;
      await onlyKnownCards(page);
      await noSidewaysScrolling(page);
    });
    await page.click("[data-check]");
    await page.waitForSelector('[data-verdict="true"][data-assumed="0"]');
    assert.ok(actedOnce(page) > 0);
    faultless(page);
  });
}

test("the keyboard alone is enough for a whole match", async (run) => {
  const page = await run.open({ viewport: DESKTOP });
  const tabTo = async (selector) => {
    for (let n = 0; n < 90; n++) {
      if (await page.evaluate((wish) => document.activeElement?.matches(wish) ?? false, selector)) return true;
      if (!(await page.evaluate((wish) => document.querySelector(wish) !== null, selector))) return false;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${selector}`);
  };
  await page.waitForSelector("[data-play=fortyone]");
  await tabTo("[data-play=fortyone]");
  await page.keyboard.press("Enter");
  for (;;) {
    await turn(page);
    if (await isOver(page)) break;
    const lit = await page.locator(".slot").evaluateAll((slots) => slots.findIndex((slot) => slot.matches(".lit[aria-pressed=false]")));
    if (lit >= 0 && (await tabTo(".slot"))) {
      await page.keyboard.press("Home");
      for (let n = 0; n < lit; n++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Space");
    }
    if (await tabTo("[data-action]")) await page.keyboard.press("Enter");
  }
  assert.match((await page.locator("[data-live]").textContent()) ?? "", /\S/);
  await tabTo("[data-check]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-verdict=true]");
  faultless(page);
});
