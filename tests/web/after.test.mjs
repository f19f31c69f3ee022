// After a match: the replay with open hands, its list of moves and its turning points, and the history of this browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { finish } from "./player.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { DESKTOP, PHONE, Server, SIDEWAYS } from "./support.mjs";
import { goesOnAfter, playNow } from "./ways.mjs";

/** The number of steps. */
const total = (page) => page.evaluate(() => Number(document.querySelector(".slide input").max) + 1);
/** Waits until the replay is at a step, counted from 1. */
const reaches = (page, step) =>
  page.waitForFunction((wanted) => Number(document.querySelector(".slide input")?.value) + 1 === wanted, step);
/** Waits until the replay, which plays, is at this step or behind it. */
const passes = (page, step) =>
  page.waitForFunction((wanted) => Number(document.querySelector(".slide input")?.value) + 1 >= wanted, step);

async function toReplay(page, game, random) {
  await playNow(page, game);
  await finish(page, random);
  await page.click("a[href^='#/replay/']");
  await page.waitForFunction(() => Number(document.querySelector(".slide input")?.max) > 5);
}

test("the replay shows all hands, and is moved by keys, by the list of moves and by deals", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await toReplay(page, "fortyone", run.random);
  await page.click("aside [data-move='0']");
  await reaches(page, 1);
  await page.waitForFunction(() => document.querySelectorAll(".seat .open .card:not(.face-down)").length === 12);
  await page.locator("aside [data-move='0']").evaluate((button) => button.blur());
  for (const [key, step] of [
    ["ArrowRight", 2],
    ["ArrowRight", 3],
    ["ArrowLeft", 2],
  ]) {
    await page.keyboard.press(key);
    await reaches(page, step);
  }
  await page.keyboard.press("End");
  await reaches(page, await total(page));
  await page.keyboard.press("Home");
  await reaches(page, 1);
  const second = await page.locator("[data-deal] option").nth(1).getAttribute("value");
  await page.selectOption("[data-deal]", second);
  await reaches(page, Number(second) + 1);
  assert.match(await page.locator(".center").textContent(), /Deal 2/);
  assert.match(await page.locator("aside [aria-current]").textContent(), /Deal 2/);
  await page.selectOption("[data-rate]", { label: "4×" });
  await page.click("[data-toggle]");
  await passes(page, Number(second) + 4);
  await page.click("[data-toggle]");
  // How far it has come depends on time; here each seat has cards.
  await page.keyboard.press("Home");
  await reaches(page, 1);
  for (const seat of ["0", "", "all"]) {
    await page.selectOption("[data-from]", seat);
    await page.waitForFunction((mine) => document.querySelectorAll(".hand .slot").length > 0 === mine, seat === "0");
  }
  faultless(page);
});

/** Answers for the server: two decisions of the match, the first good, the second bad. */
const ANALYSIS = (actions) => ({
  format: "tefuda-analysis/1",
  room: "x",
  match: 1,
  game: "fortyone",
  decisions: [
    { action: 1, seat: actions[1].seat, value: 0.7, best: { action: actions[1].action, value: 0.7 }, mark: "best" },
    { action: 2, seat: actions[2].seat, value: 0.5, best: { action: { type: "pass" }, value: 0.52 } },
    {
      action: 3,
      seat: actions[3].seat,
      value: 0.2,
      best: { action: { type: "play", card: "7H" }, value: 0.6 },
      mark: "worst",
    },
  ],
});

for (const [viewport, language] of [
  [DESKTOP, "en-US"],
  [PHONE, "ja-JP"],
  [SIDEWAYS, "ja-JP"],
])
  test(
    `the turning points are marked and lead to their moves (${viewport.width} × ${viewport.height})`,
    inQuickRun(viewport === PHONE),
    async ({ run }) => {
      const page = await run.open({ viewport, language });
      let asked = 0;
      await page.route("**/matches/*/analysis", async (route) => {
        if (asked++ === 0) return route.fulfill({ status: 202, json: { done: 3, of: 12 } });
        const replay = await (await fetch(route.request().url().replace("/analysis", ""))).json();
        return route.fulfill({ json: ANALYSIS(replay.actions) });
      });
      await toReplay(page, "fortyone", run.random);
      await page.waitForSelector(".slide i.worst", { state: "attached" });
      assert.equal(await page.locator(".slide i").count(), 2, "a move without a mark is not shown");
      const list = viewport === DESKTOP ? "aside" : "dialog";
      const open = async () => viewport !== DESKTOP && (await page.click("[data-moves]"));
      await open();
      const worst = page.locator(`${list} [data-turning=worst]`);
      assert.match(await worst.textContent(), /7♥.*(60 %.*20 %|60%.*20%)/);
      await accessible(page, "turning points");
      await bigTargets(page, "turning points");
      await worst.click();
      await reaches(page, 5);
      await open();
      await page.click(`${list} [data-turning=best]`);
      await reaches(page, 3);
      await noSidewaysScrolling(page, "replay");
      await open();
      await page.click(`${list} [data-play-again="3"]`);
      assert.equal(await goesOnAfter(page), 3, "from before the costly move");
      faultless(page);
    },
  );

test("the result says which move cost most, and one tries again from there", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  let worst = null;
  let isRated = false;
  await page.route("**/matches/*/analysis", async (route) => {
    if (!isRated) return route.fulfill({ status: 202, json: { done: 3, of: 12 } });
    const { actions } = await (await fetch(route.request().url().replace("/analysis", ""))).json();
    worst ??= actions.findIndex(({ seat }) => seat === 0);
    const best = { action: { type: "pass" }, value: 0.6 };
    return route.fulfill({ json: { decisions: [{ action: worst, seat: 0, value: 0.2, best, mark: "worst" }] } });
  });
  await playNow(page, "fortyone");
  await finish(page, run.random);
  await page.waitForSelector("[data-missing]:has-text('25%')");
  isRated = true;
  assert.match(await page.textContent("[data-missed]"), /Your costliest move: .+, 60% → 20%/);
  await accessible(page, "the result with a costly move");
  await page.click("[data-try-again]");
  assert.equal(await goesOnAfter(page), worst);
  faultless(page);
});

test("who plays on from a match's replay meets bots as strong as those of the match", async ({ run }) => {
  const page = await run.open({
    viewport: PHONE,
    before: {
      script: (level) => {
        const settings = JSON.parse(localStorage.getItem("tefuda.settings"));
        localStorage.setItem("tefuda.settings", JSON.stringify({ level, ...settings }));
      },
      value: "normal",
    },
  });
  await toReplay(page, "fortyone", run.random);
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem("tefuda.settings"));
    localStorage.setItem("tefuda.settings", JSON.stringify({ ...settings, level: "easy" }));
  });
  await page.reload();
  await page.waitForSelector("[data-step]");
  await page.keyboard.press("Home");
  await page.click("[data-play-on]");
  await goesOnAfter(page);
  const create = page.sent.map((frame) => JSON.parse(frame)).findLast(({ type }) => type === "create");
  assert.deepEqual(create.bots.toSorted(), ["normal", null]);
  assert.equal(await page.locator(".seat [data-level]").getAttribute("data-level"), "normal");
  faultless(page);
});

test("without players the history of this browser counts matches, leads to replays, and travels as a file", async ({
  run,
}) => {
  const own = await Server.start({ more: ["--identity", "off"] });
  run.after(() => own.end());
  const page = await run.open({ url: own.url, viewport: PHONE });
  await playNow(page, "selfish");
  await finish(page, run.random);
  assert.equal(await page.textContent("[data-deals] summary"), "Game by game");
  await page.goto(`${own.url}/#/history`);
  assert.match(await page.locator("[data-total-of=selfish]").textContent(), /1 match/);
  await accessible(page, "history");
  await bigTargets(page, "history");
  await noSidewaysScrolling(page, "history");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-export]")]);
  const saved = await file.path();
  assert.equal(JSON.parse(readFileSync(saved, "utf8")).matches.length, 1);
  const other = await run.open({ url: `${own.url}/#/history`, viewport: SIDEWAYS, language: "ja-JP" });
  assert.equal(await other.locator("[data-replay]").count(), 0);
  await other.setInputFiles("[data-import]", saved);
  await other.click("[data-replay]");
  await other.waitForSelector("[data-step]");
  faultless(page);
  faultless(other);
});
