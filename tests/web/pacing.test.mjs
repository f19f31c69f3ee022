// The director: moves are shown one by one, however fast they come. The tests control the page's clock.
import assert from "node:assert/strict";
import { finish } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { DESKTOP, PHONE } from "./support.mjs";
import { playNow, runUntil } from "./ways.mjs";

/** The `seq` of the newest move on the table. */
const at = (page) => page.evaluate(() => Number(document.querySelector(".table").dataset.at));
const isOpen = (page) => page.evaluate(() => document.querySelector(".table").dataset.open === "true");

/** Waits until the page has received everything up to this seat's next decision, and shows at least one update. Returns the updates after `after`. */
async function arrived(page, after) {
  const updates = await page.waitForFunction((seq) => {
    const last = window.heard.at(-1);
    const due = last?.seq > seq && (last.decision !== undefined || last.view.result);
    return due && Number(document.querySelector(".table")?.dataset.at) > 0
      ? window.heard.filter((update) => update.seq > seq)
      : null;
  }, after);
  return updates.jsonValue();
}

const endsRound = ({ events }) => events.some(({ type }) => type === "round_won" || type === "gone_out");

/**
 * Plays in a game of Sugekari 21 until three bots' moves follow the player's own and none of them ends a round, because that
 * is shown for longer. Returns the `seq` of the player's move, which is the last one shown.
 */
async function playBeforeThree(page) {
  await playNow(page, "sugekari21");
  for (await arrived(page, 0); ;) {
    await runUntil(page, () => isOpen(page));
    const before = await at(page);
    if (await page.locator(".slot.lit").count()) {
      await page
        .locator(".slot.lit")
        .first()
        .click({ position: { x: 16, y: 16 } });
      await page.locator('[data-action="play"]').first().click();
      if (await page.locator("[data-variant]").count()) await page.locator("[data-variant]").first().click();
    } else await page.click('[data-action="pass"]');
    const moves = await arrived(page, before);
    if (moves.length >= 4 && !moves.some(endsRound)) return before + 1;
  }
}

test("three bots' moves that arrive together are shown 450 to 600 ms apart, and then the decision opens", async ({
  run,
}) => {
  const page = await run.open({ viewport: DESKTOP, slow: true, clock: 1000 });
  const own = await playBeforeThree(page);
  assert.equal(await at(page), own, "only the player's own move is shown");
  for (let shown = own + 1; shown <= own + 3; shown++) {
    await page.clock.runFor(430);
    assert.equal(await at(page), shown - 1, `move ${shown} is held back`);
    await page.clock.runFor(150);
    assert.equal(await at(page), shown, `move ${shown} is shown`);
  }
});

test("a press within 300 ms after a decision has opened is ignored, so that a double tap acts once", async ({
  run,
}) => {
  const page = await run.open({ viewport: PHONE, slow: true, clock: 1000 });
  await playNow(page, "selfish");
  await arrived(page, 0);
  const button = page.locator('[data-action="draw"]');
  await runUntil(page, async () => (await button.count()) > 0 && !(await isOpen(page)));
  const acts = () => page.evaluate(() => window.said.filter(({ type }) => type === "act"));
  await button.click();
  await page.clock.runFor(200);
  await button.click();
  assert.deepEqual(await acts(), []);
  await page.clock.runFor(150);
  await button.dblclick();
  const sent = await acts();
  assert.equal(sent.length, 1);
  const offered = await page.evaluate(() => window.heard.filter(({ decision }) => decision !== undefined));
  assert.equal(sent[0].decision, offered[0].decision, "the number that was on the screen");
});

test("a tap on the table, or the button, shows at once what is still to come", async ({ run }) => {
  for (const way of [".center", "[data-skip]"]) {
    const page = await run.open({ viewport: DESKTOP, slow: true, clock: 1000 });
    await playBeforeThree(page);
    await page.locator(way).click();
    await page.waitForFunction(
      () => Number(document.querySelector(".table").dataset.shown) === window.heard.at(-1).seq,
    );
  }
});

test("a replay and a spectator see every move for its beat", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await playNow(page, "fortyone");
  await finish(page, run.random);
  const replay = await run.open({ url: page.url().replace("#/room/", "#/replay/") + "/1", slow: true, clock: 1000 });
  await replay.waitForFunction(() => Number(document.querySelector(".table")?.dataset.at) > 0);
  await replay.locator("button[aria-label=Play]").click();
  const first = await at(replay);
  for (let n = 1; n <= 3; n++) {
    await runUntil(replay, async () => (await at(replay)) > first + n - 1);
    await replay.clock.runFor(400);
    assert.equal(await at(replay), first + n, `move ${n} stays for its beat`);
  }
  await replay.locator("[data-toggle]").click();
  const stopped = await at(replay);
  await replay.clock.runFor(5000);
  assert.equal(await at(replay), stopped, "it has stopped");
  await replay.selectOption("[data-rate]", { label: "4×" });
  await replay.locator("[data-toggle]").click();
  for (let n = 1; n <= 3; n++) await runUntil(replay, async () => (await at(replay)) === stopped + n);
});
