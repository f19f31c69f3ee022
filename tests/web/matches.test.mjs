// Plays whole matches against bots: by touch, by mouse and by keyboard.
import assert from "node:assert/strict";
import { faultless, noSidewaysScrolling } from "./checks.mjs";
import { isOver, pressByKeys, step, turn } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { DESKTOP, GAMES, PHONE, SIDEWAYS, SMALL } from "./support.mjs";
import { lastUpdate, playNow, playWhole, shows, withOptions } from "./ways.mjs";

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

/** The result says of every seat why it has its place, and everything of it is within the page. */
async function explained(page) {
  const rows = await page
    .locator(".end > table tbody tr")
    .evaluateAll((list) =>
      list.map((row) => [row.querySelector("[data-because]")?.textContent ?? "", row.scrollWidth - row.clientWidth]),
    );
  assert.equal(rows.length, lastUpdate(page).view.hands.length);
  for (const [because, over] of rows) assert.ok(because.trim() !== "" && over <= 0, `${because}: ${over}`);
  await noSidewaysScrolling(page, "the result");
}

for (const [at, [game, fields]] of MATCHES.entries()) {
  test(`a match of ${game} against bots ${JSON.stringify(fields)}`, async ({ run }) => {
    const viewport = [PHONE, SMALL, DESKTOP, SIDEWAYS][at % 4];
    const page = await run.open({ viewport, touch: viewport !== DESKTOP, language: at % 2 ? "ja-JP" : "en-US" });
    if (Object.keys(fields).length === 0) await playNow(page, game);
    else await withOptions(page, game, fields);
    await playWhole(page, run.random, () => explained(page));
    faultless(page);
  });
}

/** The start of the focused element's HTML, for error messages; null if nothing has the focus. */
const focused = (page) =>
  page.evaluate(() =>
    document.activeElement === document.body ? null : document.activeElement.outerHTML.slice(0, 80),
  );

/** The number of received events that the page should announce. */
const worthTelling = (page) =>
  page.received
    .map((frame) => JSON.parse(frame))
    .flatMap((message) => (message.type === "update" ? message.events : []))
    .filter(({ type, phase }) => type !== "turn_began" && phase !== "over").length;

const STEPS = 12;
for (const game of GAMES)
  test(`the keyboard alone is enough for ${game}, the focus is never lost, and every event is told`, async ({
    run,
  }) => {
    const page = await run.open({ viewport: DESKTOP });
    await page.evaluate(() => {
      window.told = 0;
      const isTold = (node) =>
        node.nodeName === "P" && node.parentElement?.matches("[data-live]") && node.textContent.trim() !== "";
      const count = (node) => [node, ...(node.querySelectorAll?.("p") ?? [])].filter(isTold).length;
      new MutationObserver((records) =>
        records.forEach(({ addedNodes }) => addedNodes.forEach((node) => (window.told += count(node)))),
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
    await page.waitForFunction((events) => window.told >= events, worthTelling(page));
    if (await isOver(page)) {
      await key("[data-check]");
      await page.waitForSelector("[data-verdict=true]");
    }
    assert.ok(await focused(page));
    faultless(page);
  });
