// The guided first games, and what the page teaches at the table.
import assert from "node:assert/strict";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { record, recorded } from "./lessons/record.mjs";
import { scripts } from "./lessons/scripts.mjs";
import { enact } from "./player.mjs";
import { test } from "./runner.mjs";
import { DESKTOP, PHONE, SIDEWAYS } from "./support.mjs";

test("the guided games are what the engines do with these deals", async (run) => {
  for (const script of scripts)
    assert.deepEqual(await record(run.server.url, script), recorded(script.game), `${script.game}: run node tests/web/lessons/record.mjs --write`);
});

/** The note on the page must be wholly visible, and must not cover what it points at. */
async function pointsWell(page, where) {
  const problem = () => {
    const bubble = document.querySelector("[data-bubble]").getBoundingClientRect();
    const ring = document.querySelector("i.ring")?.getBoundingClientRect();
    if (bubble.left < 0 || bubble.top < 0 || bubble.right > innerWidth || bubble.bottom > innerHeight) return "outside the window";
    if (!ring) return "points at nothing";
    const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
    return x > bubble.left && x < bubble.right && y > bubble.top && y < bubble.bottom ? "covers what it points at" : "";
  };
  // The table may still be moving when the note appears.
  await page.waitForFunction(`(${problem})() === ""`, null, { timeout: 20_000 }).catch(() => {});
  assert.equal(await page.evaluate(problem), "", where);
}

/** Does what the notes say, to the end; `seen` is called at each note. */
export async function follow(page, game, seen = async () => {}) {
  const actions = recorded(game).steps.filter(({ seat }) => seat === 0).map(({ action }) => action);
  for (let n = 1; ; n++) {
    await page.waitForSelector("[data-note]");
    await seen(n, actions[0]);
    if (await page.locator("[data-play-real]").count()) return;
    const text = await page.locator("[data-note]").textContent();
    if (await page.locator("[data-next-note]").count()) await page.click("[data-next-note]");
    else await enact(page, actions.shift());
    await page.waitForFunction((old) => document.querySelector("[data-note]")?.textContent !== old, text);
  }
}

const VIEWS = [[PHONE, "en-US"], [SIDEWAYS, "ja-JP"], [DESKTOP, "ja-JP"]];
for (const [at, { game }] of scripts.entries())
    for (const [n, [viewport, language]] of VIEWS.entries())
      test(`the guided game of ${game} leads to its end (${viewport.width} px, ${language})`, async (run) => {
        const page = await run.open({ viewport, language, newcomer: true, dark: (at + n) % 2 === 0 });
        await page.click(`[data-play=${game}]`);
        await page.click("dialog [data-lesson]");
        await follow(page, game, async (note) => {
          await pointsWell(page, `note ${note}: ${await page.locator("[data-note]").textContent()}`);
          if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${game}-${viewport.width}-${language}-${note}.png` });
          if (note > 2) return;
          await accessible(page, `note ${note}`);
          await bigTargets(page, `note ${note}`);
          await noSidewaysScrolling(page, `note ${note}`);
        });
        await page.click("[data-play-real]");
        await page.waitForSelector(".table[data-shown]:not([data-shown='0'])");
        faultless(page);
      });

test("the guided game is offered at the first Play now only, and is found again under the rules", async (run) => {
  const page = await run.open({ viewport: PHONE, newcomer: true });
  await page.click("[data-play=selfish]");
  await page.click("[data-no-lesson]");
  await page.waitForSelector(".table");
  await page.click("[data-tool=how]");
  await page.waitForSelector("dialog [data-lesson]");
  await page.goto(`${run.server.url}/#/`);
  await page.click("[data-play=selfish]");
  await page.waitForSelector(".table:not([data-shown='0'])");
  await page.goto(`${run.server.url}/#/how/selfish`);
  await page.click("[data-lesson]");
  await page.waitForSelector("[data-note]");
  await page.click("[data-leave-lesson]");
  await page.waitForSelector("[data-game]");
  faultless(page);
});

test("a guided game explains that another action is not the one that it means", async (run) => {
  const page = await run.open({ viewport: PHONE, url: `${run.server.url}/#/learn/fortyone` });
  await page.click("[data-next-note]");
  await page.click("[data-next-note]");
  await enact(page, { type: "play", card: "2S" });
  await page.waitForSelector("[data-bubble] [role=alert]");
  assert.equal(await page.locator(".line .play").count(), 0);
  assert.equal(await page.locator(".slot.selected").count(), 0, "the card goes back");
  await enact(page, { type: "play", card: "5H" });
  await page.waitForSelector(".line .play");
});
