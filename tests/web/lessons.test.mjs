// The guided first games: each leads to its end, and at every note nothing is cut, covered or misplaced, at any size.
import assert from "node:assert/strict";
import { accessible, faultless } from "./checks.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { coveredNotes, cutTexts, everywhere, misplacedNote, SIZES, smallTargets, tooWide } from "./geometry.mjs";
import { follow } from "./lessons/follow.mjs";
import { record, recorded } from "./lessons/record.mjs";
import { scripts } from "./lessons/scripts.mjs";
import { DESKTOP, PHONE, SIDEWAYS, ZOOMED } from "./support.mjs";

test("the guided games are what the engines do with these deals", async ({ run }) => {
  for (const script of scripts)
    assert.deepEqual(
      await record(run.server.url, script),
      recorded(script.game),
      `${script.game}: run node tests/web/lessons/record.mjs --write`,
    );
});

/** Where a note is placed beside what it points at; on smaller screens it may lie over it. */
const PLACED = [PHONE, SIDEWAYS, DESKTOP];
/** Every size in one language, and in the other one those where texts have least room. */
const EVERY = SIZES.filter(({ viewport }) => viewport !== ZOOMED);
const NARROW = EVERY.filter(({ viewport, zoom }) => viewport !== DESKTOP && !zoom);

const looks = ({ viewport, zoom = 1 }) => [
  [cutTexts],
  ...(zoom === 1 ? [[tooWide]] : []),
  ...(zoom === 1 && PLACED.includes(viewport) ? [[misplacedNote], [coveredNotes], [smallTargets]] : []),
];

for (const [at, { game }] of scripts.entries())
  for (const [n, language] of ["en-US", "ja-JP"].entries()) {
    const isWhole = (at + n) % 2 === 1;
    const title = `the guided game of ${game} leads to its end, and its notes are in order at every size (${language})`;
    test(title, inQuickRun(isWhole), async ({ run }) => {
      // With a finger a card is chosen first, as the notes say it.
      const page = await run.open({ viewport: PHONE, language, touch: true, newcomer: true, dark: isWhole });
      await page.click(`[data-play=${game}]`);
      await page.click("dialog [data-lesson]");
      const found = [];
      await follow(page, game, async (note) => {
        for (const fault of await everywhere(page, looks, isWhole ? EVERY : NARROW))
          found.push(`note ${note}, ${fault}`);
        // The first note is only read, the second asks for an action or is read as well.
        if (note <= 2) await accessible(page, `note ${note}`);
      });
      assert.equal(found.join("\n"), "");
      await page.click("[data-play-real]");
      await page.waitForSelector(".table[data-shown]:not([data-shown='0'])");
      faultless(page);
    });
  }
