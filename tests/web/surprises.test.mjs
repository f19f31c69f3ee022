// Events that a server of another version might send: the page shows what it can and stays playable.
import assert from "node:assert/strict";
import { step, turn } from "./player.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { PHONE } from "./support.mjs";
import { playNow } from "./ways.mjs";

/** Runs in the page: adds an unknown event and incomplete known events to every update. */
function surprised() {
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const message = parse(text);
    if (message?.type === "update")
      message.events.push({ type: "a_surprise", seat: 0 }, { type: "played" }, { type: "hidden" });
    return message;
  };
}

for (const game of ["sugekari21", "twentytwo", "ttpageone"]) {
  test(
    `${game} stays playable if the server sends unknown events`,
    inQuickRun(game === "ttpageone"),
    async ({ run }) => {
      const page = await run.open({ viewport: PHONE, before: { script: surprised } });
      await playNow(page, game);
      for (let n = 0; n < 8; n++) {
        await turn(page);
        await step(page, run.random);
      }
      assert.ok(page.sent.some((frame) => frame.includes('"act"')));
      assert.notEqual((await page.locator(".center").textContent())?.trim(), "");
      await page.click("[data-tool=log]");
      await page.waitForSelector("dialog .log:has-text('a surprise')");
      assert.deepEqual(page.faults, []);
    },
  );
}
