// The tables on screens of every shape: nothing lies over anything else, and what has to be beaten is in sight.
import assert from "node:assert/strict";
import { bigTargets, faultless, lasting, noSidewaysScrolling } from "./checks.mjs";
import { step, turn } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { faults } from "./geometry.mjs";
import { GAMES, PHONE, SIDEWAYS, TINY, ZOOMED } from "./support.mjs";
import { playNow, shows, withOptions } from "./ways.mjs";

/** What must be in sight, whole, while one decides. */
const BEAT = {
  fortyone: "[data-total]",
  sugekari21: "[data-total]",
  twentytwo: ".play.best .cards, .empty, .head",
  ttpageone: ".spot .counts, .stock",
  selfish: ".turns, .opened, .hands",
};

for (const [viewport, language] of [
  [SIDEWAYS, "en-US"],
  [ZOOMED, "ja-JP"],
  [TINY, "en-US"],
  [TINY, "ja-JP"],
])
  test(`nothing overlaps on the tables at ${viewport.width} × ${viewport.height} (${language})`, async ({ run }) => {
    const page = await run.open({ viewport, language });
    await page.waitForSelector("[data-game]");
    await bigTargets(page, "start");
    for (const game of GAMES) {
      await page.goto(`${run.server.url}/#/`);
      await page.waitForSelector("[data-game]");
      await playNow(page, game);
      for (let n = 0; n < 5; n++) {
        await turn(page);
        if (await page.locator("[data-result]").count()) break;
        await shows(page);
        // Who has chosen a card on the smallest screen has scrolled to the hand.
        const scrolled = viewport === TINY && (await page.locator(".slot.selected").count()) > 0;
        const look = async () =>
          (await page.evaluate(faults, BEAT[game] ?? ".generic dt")).filter(
            (fault) => !scrolled || !fault.endsWith("out of sight"),
          );
        assert.deepEqual(await lasting(page, look), [], `${game}, step ${n}`);
        await noSidewaysScrolling(page, game);
        await step(page, run.random);
      }
      await bigTargets(page, game);
    }
    faultless(page);
  });

test("twelve seats of Twenty-Two fit a phone, upright and sideways", async ({ run }) => {
  for (const viewport of [PHONE, SIDEWAYS]) {
    const page = await run.open({ viewport });
    await withOptions(page, "twentytwo", { seats: "12" });
    for (let n = 0; n < 4; n++) {
      await turn(page);
      await shows(page);
      assert.deepEqual(await lasting(page, () => page.evaluate(faults, BEAT.twentytwo)), []);
      const cut = () =>
        [...document.querySelectorAll(".others .seat")]
          .filter(
            (seat) =>
              seat.getBoundingClientRect().bottom > innerHeight ||
              seat.querySelector(".name").scrollWidth > seat.querySelector(".name").clientWidth,
          )
          .map((seat) => seat.textContent);
      const remaining = await lasting(page, () => page.evaluate(cut));
      assert.deepEqual(remaining, [], "every seat is in sight, with its whole name");
      await noSidewaysScrolling(page);
      await step(page, run.random);
    }
  }
});

test("six seats of TT Page One show whole labels sideways, to players and spectators", async ({ run }) => {
  const page = await run.open({ viewport: SIDEWAYS });
  await withOptions(page, "ttpageone", { seats: "6" });
  await turn(page);
  const watcher = await run.open({ url: `${page.url()}?watch`, viewport: SIDEWAYS, language: "ja-JP" });
  await shows(watcher, 1);
  for (const one of [page, watcher]) {
    await noSidewaysScrolling(one);
    const cut = () =>
      [...document.querySelectorAll(".seat .name, .tag, .name")]
        .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent);
    assert.deepEqual(await lasting(one, () => one.evaluate(cut)), []);
  }
});
