// Plays whole matches against bots, by touch and by mouse.
import assert from "node:assert/strict";
import { faultless, noSidewaysScrolling } from "./checks.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { DESKTOP, PHONE, SIDEWAYS, SMALL } from "./support.mjs";
import { lastUpdate, playNow, playWhole, withOptions } from "./ways.mjs";

/** The first one of each game has most that is its own. */
const MATCHES = [
  ["twentytwo", { seats: "3", variant: '"26"', follow: '"must"', losing_cards: '"return"' }],
  ["sugekari21", { exchange: '"partner"', games: "3", jokers: "true" }],
  ["fortyone", {}],
  ["ttpageone", { seats: "6", teams: "2" }],
  ["selfish", { seats: "13", coming_out: "true", jokers: "2" }],
  ["twentytwo", {}],
  ["sugekari21", { seats: "2", two_player: '"refill"' }],
  ["sugekari21", { exchange: '"hearts"', games: "3" }],
  ["sugekari21", { seats: "2", two_player: '"redeal"' }],
  ["sugekari21", {}],
  ["ttpageone", {}],
  ["selfish", {}],
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
  const isFirst = MATCHES.findIndex(([other]) => other === game) === at;
  test(`a match of ${game} against bots ${JSON.stringify(fields)}`, inQuickRun(isFirst), async ({ run }) => {
    const viewport = [PHONE, SMALL, DESKTOP, SIDEWAYS][at % 4];
    const page = await run.open({ viewport, touch: viewport !== DESKTOP, language: at % 2 ? "ja-JP" : "en-US" });
    if (Object.keys(fields).length === 0) await playNow(page, game);
    else await withOptions(page, game, fields);
    await playWhole(page, run.random, () => explained(page));
    faultless(page);
  });
}
