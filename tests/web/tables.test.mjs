// Parts of a table that have a place of their own: the opened hands, a hand in two rows, the sheet between two deals.
import assert from "node:assert/strict";
import { lasting } from "./checks.mjs";
import { follow } from "./lessons/follow.mjs";
import { finish, step, turn } from "./player.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { DESKTOP, PHONE, SIDEWAYS, TINY, ZOOMED } from "./support.mjs";
import { everywhere, faults, smallTargets, tooWide } from "./geometry.mjs";
import { lastUpdate, playNow, shows, withOptions } from "./ways.mjs";

const SIZES = [TINY, PHONE, SIDEWAYS, ZOOMED, DESKTOP];

/** Runs in the page: of the opened hands those that lie over one another, and names that are not in sight. */
function crowded() {
  const hands = [...document.querySelectorAll(".hands .hand")].map((hand) => hand.getBoundingClientRect());
  return hands.flatMap((a, n) =>
    hands.slice(n + 1).flatMap((b, m) => {
      const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1;
      return over && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1 ? [`${n} over ${n + 1 + m}`] : [];
    }),
  );
}

test("the opened hands of Selfish lie side by side at every size", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await withOptions(page, "selfish", { seats: "5", games: "1" });
  await finish(page, run.random);
  assert.equal(await page.locator(".hands .hand").count(), 5);
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    assert.deepEqual(await lasting(page, () => page.evaluate(crowded)), [], `${viewport.width} × ${viewport.height}`);
  }
});

/** Runs in the page: cards of the hand whose corner with the rank can't be pressed. On the smallest screen one scrolls to the hand. */
function hiddenCorners() {
  document.querySelector(".mine .hand").scrollIntoView({ block: "nearest" });
  return [...document.querySelectorAll(".mine .hand .slot")].flatMap((slot) => {
    const { left, top } = slot.getBoundingClientRect();
    return slot.contains(document.elementFromPoint(left + 8, top + 12)) ? [] : [slot.dataset.card];
  });
}

for (const viewport of [TINY, PHONE])
  test(
    `every card of a hand in two rows shows its corner, and can be pressed there (${viewport.width} px)`,
    inQuickRun(viewport === TINY),
    async ({ run }) => {
      const page = await run.open({ viewport });
      await playNow(page, "sugekari21");
      await turn(page);
      const rows = () =>
        page.evaluate(() => {
          const tops = [...document.querySelectorAll(".mine .hand .slot")].map((slot) => Math.round(slot.offsetTop));
          return new Set(tops).size;
        });
      assert.equal(await page.locator(".mine .hand .slot").count(), 13);
      assert.equal(await rows(), 2, "thirteen cards need two rows here");
      assert.deepEqual(await lasting(page, () => page.evaluate(hiddenCorners)), []);
    },
  );

test("a hand stays where it is while one points at a card in a narrow window", async ({ run }) => {
  const page = await run.open({ viewport: TINY, language: "ja-JP", url: `${run.server.url}/#/learn/sugekari21` });
  await follow(page, "sugekari21", async (note) => note === 4);
  const card = page.locator('.slot[data-card="3C"]');
  const top = async () => {
    await lasting(page, async () => []);
    return (await page.locator(".mine .hand").first().boundingBox()).y;
  };
  const before = await top();
  await card.hover({ position: { x: 16, y: 16 } });
  assert.equal(await top(), before);
  await card.click({ position: { x: 16, y: 16 } });
  await page.waitForSelector('.slot.selected[data-card="3C"]');
});

/** Runs in the page: nothing goes on by itself after a deal. */
function waits() {
  const settings = JSON.parse(localStorage.getItem("tefuda.settings") ?? "{}");
  localStorage.setItem("tefuda.settings", JSON.stringify({ ...settings, speed: "step" }));
}

/** Runs in the page: what is wrong with the sheet between two deals. */
function sheetFaults() {
  const sheet = document.querySelector("[data-sheet]");
  const box = sheet.getBoundingClientRect();
  const found = [];
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
    found.push("not in the window");
  const button = sheet.querySelector("[data-next]");
  const { left, top, width, height } = button.getBoundingClientRect();
  if (!button.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
    found.push("Next is out of sight");
  return found;
}

for (const [game, fields] of [
  ["fortyone", {}],
  ["twentytwo", { seats: "6" }],
])
  test(
    `the sheet between two deals of ${game} gives all scores, and its button is in sight at every size`,
    inQuickRun(game === "twentytwo"),
    async ({ run }) => {
      const page = await run.open({ viewport: PHONE, before: { script: waits } });
      await withOptions(page, game, fields);
      while ((await page.locator("[data-sheet]").count()) === 0) {
        // A trick waits as well.
        if (await page.locator("[data-skip]").count())
          await page
            .locator("[data-skip]")
            .click({ timeout: 1000 })
            .catch(() => {});
        else await step(page, run.random);
      }
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        assert.deepEqual(
          await lasting(page, () => page.evaluate(sheetFaults)),
          [],
          `${viewport.width} × ${viewport.height}`,
        );
      }
      await page.setViewportSize(SIDEWAYS);
      const lines = () => new Set([...document.querySelectorAll(".ends .end")].map((end) => end.offsetTop)).size;
      if (game === "twentytwo") assert.ok((await page.evaluate(lines)) <= 2, "six last cards lie side by side");
      const totals = await page.locator("[data-sheet] tbody tr td:last-child").allTextContents();
      assert.deepEqual(totals.map(Number), lastUpdate(page).view.scores);
      await page.click("[data-next]");
      await page.waitForSelector("[data-sheet]", { state: "detached" });
      await shows(page);
    },
  );

test("who wants larger cards has them at every size, and the table is in order with them", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await playNow(page, "sugekari21");
  await turn(page);
  const widths = async () => {
    const found = [];
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      // The hand measures itself once the window has its size.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      found.push(
        await page
          .locator(".mine .hand .slot")
          .first()
          .evaluate((one) => one.clientWidth),
      );
    }
    return found;
  };
  const usual = await widths();
  await page.setViewportSize(PHONE);
  await page.click("[data-tool=menu]");
  await page.click("dialog .btn:has-text('Settings')");
  await page.check("[name=large]");
  await page.click("dialog [aria-label=Close]");
  await shows(page);
  const larger = await widths();
  for (const [n, width] of larger.entries()) assert.ok(width > usual[n] * 1.15, `${SIZES[n].width}: ${width}`);
  const looks = () => [[tooWide], [smallTargets], [faults, "[data-total]"]];
  const sizes = [PHONE, SIDEWAYS, DESKTOP].map((viewport) => ({ viewport }));
  assert.deepEqual(await everywhere(page, looks, sizes), []);
});
