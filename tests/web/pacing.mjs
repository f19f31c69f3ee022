// The director: moves are shown one by one, however fast they come. The tests control the page's clock.
import assert from "node:assert/strict";
import { test } from "./runner.mjs";
import { DESKTOP, PHONE } from "./support.mjs";
import { lastUpdate, playNow } from "./ways.mjs";

/** The `seq` of the newest move on the table. */
const at = (page) => page.evaluate(() => Number(document.querySelector(".table").dataset.at));
const isOpen = (page) => page.evaluate(() => document.querySelector(".table").dataset.open === "true");

/** Lets the page's clock run until the condition holds; in steps, so that nothing passes unseen. */
async function runUntil(page, holds) {
  for (let n = 0; n < 600; n++) {
    if (await holds()) return;
    await page.clock.runFor(50);
  }
  throw new Error("it never happens");
}

/** Waits until the server has sent everything up to this seat's next decision. */
async function arrived(page, after) {
  for (let n = 0; n < 400; n++) {
    const last = lastUpdate(page);
    if (last && last.seq > after && (last.decision !== undefined || last.view.result)) return last;
    await new Promise((resolve) => setImmediate(resolve));
    await page.evaluate(() => 0);
  }
  throw new Error("the bots don't answer");
}

test("three bots' moves that arrive together are shown 450 to 600 ms apart, and then the decision opens", async (run) => {
  const page = await run.open({ viewport: DESKTOP, slow: true, clock: true });
  await playNow(page, "sugekari21");
  await arrived(page, 0);
  await page.clock.pauseAt(60_000);
  await runUntil(page, () => isOpen(page));
  const before = await at(page);
  await page.locator(".slot.lit").first().click({ position: { x: 16, y: 16 } });
  await page.locator('[data-action="play"]').first().click();
  const { seq } = await arrived(page, before + 1);
  assert.ok(seq >= before + 4, "three bots have acted");
  assert.equal(await at(page), before + 1, "only the player's own move is shown");
  for (let shown = before + 2; shown <= before + 4; shown++) {
    await page.clock.runFor(430);
    assert.equal(await at(page), shown - 1, `move ${shown} is held back`);
    await page.clock.runFor(150);
    assert.equal(await at(page), shown, `move ${shown} is shown`);
  }
});

test("a press within 300 ms after a decision has opened is ignored, so that a double tap acts once", async (run) => {
  const page = await run.open({ viewport: PHONE, slow: true, clock: true });
  await playNow(page, "selfish");
  await arrived(page, 0);
  await page.clock.pauseAt(60_000);
  const button = page.locator('[data-action="draw"]');
  await runUntil(page, async () => (await button.count()) > 0 && !(await isOpen(page)));
  const acts = () => page.sent.filter((frame) => frame.startsWith('{"type":"act"')).length;
  await button.click();
  await page.clock.runFor(200);
  await button.click();
  assert.equal(acts(), 0);
  await page.clock.runFor(150);
  await button.dblclick();
  assert.equal(acts(), 1);
  const sent = JSON.parse(page.sent.findLast((frame) => frame.startsWith('{"type":"act"')));
  const offered = page.received.map((frame) => JSON.parse(frame)).filter(({ type, decision }) => type === "update" && decision !== undefined);
  assert.equal(sent.decision, offered[0].decision, "the number that was on the screen");
});

test("a tap on the table, or the button, shows at once what is still to come", async (run) => {
  for (const way of [".center", "[data-skip]"]) {
    const page = await run.open({ viewport: DESKTOP, slow: true, clock: true });
    await playNow(page, "sugekari21");
    await arrived(page, 0);
    await page.clock.pauseAt(60_000);
    await runUntil(page, () => isOpen(page));
    const before = await at(page);
    await page.locator(".slot.lit").first().click({ position: { x: 16, y: 16 } });
    await page.locator('[data-action="play"]').first().click();
    const { seq } = await arrived(page, before + 1);
    await page.locator(way).click();
    await page.waitForFunction((newest) => Number(document.querySelector(".table").dataset.shown) === newest, seq);
  }
});

test("a replay and a spectator see every move for its beat", async (run) => {
  const page = await run.open({ viewport: DESKTOP });
  await playNow(page, "selfish");
  const { playToEnd } = await import("./player.mjs");
  await playToEnd(page, run.random);
  const replay = await run.open({ url: page.url().replace("#/room/", "#/replay/") + "/1", slow: true, clock: true });
  await replay.waitForSelector("[data-step]:has-text('Step 1')");
  await replay.clock.pauseAt(60_000);
  await replay.locator("button[aria-label=Play]").click();
  const first = await at(replay);
  for (let n = 1; n <= 3; n++) {
    await runUntil(replay, async () => (await at(replay)) > first + n - 1);
    await replay.clock.runFor(400);
    assert.equal(await at(replay), first + n, `move ${n} stays for its beat`);
  }
});
