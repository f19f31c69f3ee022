// The example game of rules/README.md, which the page does not know: it has what the server tells about it.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { test } from "./fixtures.mjs";
import { playSome } from "./generic.mjs";
import { isOver } from "./player.mjs";
import { binary, DESKTOP, PHONE, SIDEWAYS } from "./support.mjs";
import { playNow, playWhole } from "./ways.mjs";

const GAME = "doubt";
test.use({ program: join(dirname(binary), "tefuda-example-server") });

test("a match of doubt against bots", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, touch: true });
  await playNow(page, GAME);
  await playWhole(page, run.random);
  faultless(page);
});

for (const [language, sizes, calls] of [
  [
    "ja-JP",
    [PHONE],
    {
      intro: "三人から六人",
      told: /(が裏向きに.*として出しました|がダウト|をダウト|最初は.*です|信じました|終わりました)/,
      field: "表になった札",
    },
  ],
  [
    "en-US",
    [DESKTOP, SIDEWAYS],
    {
      intro: "A game of bluffing",
      told: /(plays .* face down and calls them|doubts .*, who had played|begins|believes|is over)/,
      field: "turned up",
    },
  ],
])
  test(`a match of doubt is explained and told as its RULES.md says (${language})`, async ({ run }) => {
    const page = await run.open({ viewport: sizes.at(-1), language });
    await page.locator(`[data-game=${GAME}] .blurb`, { hasText: calls.intro }).waitFor();
    await page.goto(`${run.server.url}/#/how/${GAME}`);
    await page.waitForSelector(".how ol li");
    await accessible(page, "how to play");
    await noSidewaysScrolling(page, "how to play");
    assert.equal(await page.locator(".how details dt").count(), 2);
    await page.goto(`${run.server.url}/#/`);
    await playNow(page, GAME);
    await playSome(page, run.random, 6, "the table", sizes);
    await page.locator("[data-field=open] dt", { hasText: calls.field }).waitFor();
    if (!(await isOver(page))) {
      await accessible(page, "the table");
      await bigTargets(page, "the table");
    }
    await page.click("[data-tool=log]");
    await page.waitForSelector("dialog .log li");
    for (const line of await page.locator("dialog .log li").allTextContents()) assert.match(line, calls.told);
    faultless(page);
  });
