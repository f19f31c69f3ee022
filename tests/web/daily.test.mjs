// The boards of the day, from the start page to the evening, and matches that go on from a moment of another one.
import assert from "node:assert/strict";
import { Clock } from "../e2e/support/boards.mjs";
import { Random } from "../e2e/support/random.mjs";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { finish } from "./player.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { DESKTOP, PHONE, Server } from "./support.mjs";
import { atTable, goesOnAfter, playNow } from "./ways.mjs";

/** Two players with it choose the same. */
const SEED = 7;

/** How far a clock is ahead of the real one, in milliseconds. */
const aheadOf = (clock) => Math.round(clock.now * 1000 - Date.now());

/** Runs in the page: its clock is that of the server, `window.ahead` milliseconds before the real one; what is copied is kept. */
function inTime(ahead) {
  const now = Date.now.bind(Date);
  window.ahead = ahead;
  Date.now = () => now() + window.ahead;
  Object.defineProperty(navigator, "share", { value: undefined, configurable: true });
  window.copied = [];
  Object.defineProperty(navigator, "clipboard", {
    value: { writeText: async (text) => void window.copied.push(text) },
  });
}

/** A server with boards at noon of a day, and who looks at it. */
async function atNoon(run) {
  const clock = new Clock();
  run.after(() => clock.remove());
  const own = await Server.start({ keeps: true, command: clock.command() });
  run.after(() => own.end());
  const open = (options = {}) =>
    run.open({ url: own.url, viewport: PHONE, before: { script: inTime, value: aheadOf(clock) }, ...options });
  return { clock, own, open };
}

/** Plays today's board of a game to its result. */
async function playBoard(page, game, random) {
  await page.click(`[data-play-board=${game}]`);
  await atTable(page);
  await finish(page, random);
  await page.waitForSelector(`[data-board-end=${game}] [data-margin]`);
}

test("before the first board of a game its guide is offered, and the table says what is played", async ({ run }) => {
  const { open } = await atNoon(run);
  const page = await open({ language: "en-US", newcomer: true });
  await page.waitForSelector("[data-today]");
  const top = async (what) => (await page.locator(what).first().boundingBox()).y;
  assert.ok((await top("[data-play]")) < (await top("[data-today]")), "who has played nothing sees the games first");
  await page.click("[data-play-board=sugekari21]");
  await page.waitForSelector("dialog [data-lesson]");
  await accessible(page, "the offer before a board");
  await bigTargets(page, "the offer before a board");
  assert.match(await page.textContent("dialog [data-differs]"), /against one bot/);
  await page.click("dialog [data-no-lesson]");
  await atTable(page);
  assert.match(await page.textContent("[data-board-note]"), /Today’s board · a duel in two bouts · counts once/);
  await accessible(page, "the table of a board");
  faultless(page);
});

for (const [language, words] of [
  ["en-US", { open: "opens in 13 h", line: /^Tefuda · Board of .* · Forty-One\n/, first: "You are the first" }],
  ["ja-JP", { open: "あと13時間", line: /^手札 · .*の一局 · フォーティーワン\n/, first: "いちばん乗りです" }],
])
  test(
    `the day's board on a phone: from the start page to the shared line, and its evening (${language})`,
    inQuickRun(language === "ja-JP"),
    async ({ run }) => {
      const { clock, own, open } = await atNoon(run);
      const page = await open({ language });
      await page.waitForSelector("[data-today]");
      const date = await page.locator("[data-today]").getAttribute("data-today");
      assert.equal(await page.locator("[data-play-board]").count(), await page.locator("[data-board]").count());
      await accessible(page, "today's boards");
      await bigTargets(page, "today's boards");
      await noSidewaysScrolling(page, "today's boards");
      await playBoard(page, "fortyone", new Random(SEED));
      assert.equal(await page.locator("[data-hint], [data-rematch]").count(), 0, "no advice, no second try");
      assert.match(await page.textContent("[data-percent]"), new RegExp(words.first));
      assert.match(await page.textContent("[data-opens]"), new RegExp(words.open));
      await page.waitForSelector("[data-par]:has-text('+'), [data-par]:has-text('−'), [data-par]:has-text('±')");
      await accessible(page, "the end of a board");
      await bigTargets(page, "the end of a board");
      await noSidewaysScrolling(page, "the end of a board");
      await page.click("[data-share-line]");
      const [line] = await page.evaluate(() => window.copied);
      assert.match(line, words.line);
      assert.doesNotMatch(line, /[♠♥♦♣]|[2-9TJQKA][SHDC]\b/);
      const margin = Number(await page.locator("[data-margin]").getAttribute("data-margin"));
      // Somebody else plays the same board in the same way, and both compare themselves.
      const other = await open({ viewport: DESKTOP, language: "en-US" });
      await playBoard(other, "fortyone", new Random(SEED));
      await page.goto(`${own.url}/#/`);
      await page.reload();
      await page.waitForSelector("[data-board=fortyone].done");
      assert.match(await page.textContent("[data-board=fortyone] [data-board-state]"), /%/);
      assert.equal(await page.locator("[data-play-board=fortyone]").count(), 0, "once a day");
      // In the evening.
      clock.set(clock.now + 14 * 3600);
      for (const one of [page, other]) await one.addInitScript((ms) => (window.ahead = ms), aheadOf(clock));
      await page.goto(`${own.url}/#/`);
      await page.reload();
      const outcome = `[data-yesterday="${date}"] [data-outcome=fortyone]`;
      await page.waitForSelector(outcome);
      assert.match(await page.textContent(outcome), new RegExp(String(Math.abs(margin))));
      await accessible(page, "what came of yesterday");
      await bigTargets(page, "what came of yesterday");
      await noSidewaysScrolling(page, "what came of yesterday");
      await page.click("[data-days]");
      await page.waitForSelector(`[data-day="${date}"].some`);
      assert.equal(await page.locator("[data-open-day]").count(), 1, "days without boards are not offered");
      assert.match(await page.textContent("[data-streak]"), /1/);
      await accessible(page, "the calendar");
      await bigTargets(page, "the calendar");
      await noSidewaysScrolling(page, "the calendar");
      await page.click(`[data-open-day="${date}"] [data-open-board=fortyone]`);
      await page.waitForSelector("[data-line=mine]");
      assert.equal(await page.locator("[data-board-page] tbody tr").count(), 2);
      assert.match(await page.textContent("[data-line=mine]"), new RegExp(String(Math.abs(margin))));
      // Both have met the first decisions.
      await page.waitForSelector("[data-decision] [data-chosen=mine]");
      await page.waitForSelector("[data-sharp]");
      await accessible(page, "an open board");
      await bigTargets(page, "an open board");
      await noSidewaysScrolling(page, "an open board");
      // From one of the decisions the match goes on at another table.
      const decision = page.locator("[data-decision] [data-play-again]").last();
      const actions = Number(await decision.getAttribute("data-play-again"));
      assert.ok(actions > 0, "a later one than the first");
      await decision.click();
      assert.equal(await goesOnAfter(page), actions);
      faultless(page);
    },
  );

test("the calendar is the player's own, not the browser's: the same on another device, before the board opens and after", async ({
  run,
}) => {
  const { clock, own, open } = await atNoon(run);
  const page = await open();
  const date = await page.locator("[data-today]").getAttribute("data-today");
  await playBoard(page, "fortyone", run.random);
  const margin = await page.locator("[data-margin]").getAttribute("data-margin");
  const days = async (one) => {
    await one.goto(`${own.url}/#/daily`);
    await one.reload();
    await one.waitForSelector(`[data-day="${date}"].some`);
    // Until the server has told its day the calendar ends with the device's.
    const { date: today } = await (await fetch(`${own.url}/api/daily`)).json();
    await one.waitForSelector(`[data-day="${today}"].now`);
    return one.evaluate(() => [
      document.querySelector("[data-streak]").textContent,
      ...[...document.querySelectorAll("[data-day]")].map(
        ({ dataset, textContent, classList }) =>
          `${dataset.day}: ${textContent}${classList.contains("some") ? ", some" : ""}${classList.contains("now") ? ", now" : ""}`,
      ),
    ]);
  };
  const device = await open();
  await device.goto(`${own.url}/#/daily`);
  await device.waitForSelector(`[data-day="${date}"]:not(.some)`);
  await device.context().addCookies(await page.context().cookies());
  const seen = await days(page);
  assert.match(seen[0], /1 day in a row/);
  assert.deepEqual(await days(device), seen);
  // In the evening.
  clock.set(clock.now + 14 * 3600);
  for (const one of [page, device]) await one.addInitScript((ms) => (window.ahead = ms), aheadOf(clock));
  const later = await days(page);
  assert.notDeepEqual(later, seen, "another day is today");
  assert.deepEqual(await days(device), later);
  const line = await device.textContent(`[data-open-day="${date}"] [data-open-board=fortyone]`);
  assert.match(line, new RegExp(`${Math.abs(Number(margin))}$`));
  faultless(device);
});

test("a board that was given up is not offered again, and its table asks first", async ({ run }) => {
  const { own, open } = await atNoon(run);
  const page = await open();
  await page.click("[data-play-board=fortyone]");
  await atTable(page);
  await page.waitForSelector(".table[data-open=true]");
  await page.goto(`${own.url}/#/`);
  await page.click("[data-go-on=fortyone]");
  await atTable(page);
  await page.click("[data-tool=menu]");
  await page.click("[data-leave]");
  assert.match(await page.textContent("dialog p"), /Give up this board/);
  await accessible(page, "the question before one leaves");
  await page.click("dialog [data-yes]");
  await page.waitForSelector("[data-board=fortyone]:has-text('given up')");
});

test("an open board is played as practice by somebody who has missed it", async ({ run }) => {
  const { clock, own, open } = await atNoon(run);
  const page = await open();
  const date = await page.locator("[data-today]").getAttribute("data-today");
  await playBoard(page, "fortyone", run.random);
  clock.set(clock.now + 14 * 3600);
  const other = await open({ language: "ja-JP" });
  await other.goto(`${own.url}/#/daily/${date}/fortyone`);
  await other.click("[data-practise]");
  await atTable(other);
  await other.waitForSelector(".table[data-open=true]");
  faultless(other);
});

for (const [language, words] of [
  ["en-US", /^With the same cards a steady bot ended on [+−±]\d+, you on [+−±]\d+\. \(chips ahead\)$/],
  ["ja-JP", /^同じカードで「ふつう」のボットは[+−±]\d+、あなたは[+−±]\d+でした。 （チップ差）$/],
])
  test(
    `the result of a match against bots alone says what a steady bot makes of the same cards (${language})`,
    inQuickRun(language === "en-US"),
    async ({ run }) => {
      const page = await run.open({ viewport: PHONE, language });
      await playNow(page, "fortyone");
      await finish(page, run.random);
      const line = page.locator("[data-match-par]");
      await line.waitFor();
      assert.match((await line.textContent()).trim().replace(/\s+/g, " "), words);
      const [, room] = /room\/(\w+)/.exec(page.url());
      const told = await (await fetch(`${run.server.url}/api/rooms/${room}/matches/1/par`)).json();
      assert.equal(Number(await line.getAttribute("data-match-par")), told.par);
      assert.equal(Number(await line.getAttribute("data-own")), told.margin);
      await accessible(page, "the result with a par");
      await bigTargets(page, "the result with a par");
      await noSidewaysScrolling(page, "the result with a par");
      faultless(page);
    },
  );

test("a match goes on from a moment of its replay, and as a puzzle for a friend", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, before: { script: inTime, value: 0 } });
  await playNow(page, "fortyone");
  await finish(page, run.random);
  const room = page.url().split("/").pop();
  await page.goto(`${run.server.url}/#/replay/${room}/1`);
  await page.waitForSelector("[data-play-on]");
  await page.click("[data-next]");
  await page.click("[data-next]");
  await bigTargets(page, "the replay");
  await noSidewaysScrolling(page, "the replay");
  await page.click("[data-puzzle]");
  await page.waitForFunction(() => window.copied.length > 0);
  const [link] = await page.evaluate(() => window.copied);
  assert.match(link, new RegExp(`#/from/${room}/1/2/[01]$`));
  await page.click("[data-play-on]");
  await atTable(page);
  await page.waitForSelector(".table[data-open=true]");
  assert.notEqual(page.url().split("/").pop(), room);
  assert.equal((await page.locator(".line .play").count()) >= 1, true, "the cards that lay there");
  await finish(page, run.random);
  faultless(page);
  const friend = await run.open({ url: link, viewport: PHONE, language: "ja-JP" });
  await friend.click("[data-begin]");
  await atTable(friend);
  await friend.waitForSelector(".table[data-open=true]");
  faultless(friend);
});

test("without boards the start page has no place for them", async ({ run }) => {
  const own = await Server.start({ more: ["--identity", "off"] });
  run.after(() => own.end());
  const page = await run.open({ url: own.url, viewport: PHONE });
  await page.waitForSelector("[data-game]");
  await page.waitForSelector(".daily", { state: "detached" });
  assert.equal(await page.locator("[data-today]").count(), 0);
  faultless(page);
});
