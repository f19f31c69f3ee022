// Playing on the generic table, and what must hold there.
import assert from "node:assert/strict";
import { everywhere, faults, tooWide } from "./geometry.mjs";
import { isOver, step, turn } from "./player.mjs";
import { shows } from "./ways.mjs";

/** The texts of the buttons for actions: no two may say the same. */
export async function differentButtons(page, where) {
  const texts = await page.locator("[data-action] [aria-hidden]").allTextContents();
  assert.deepEqual(texts, [...new Set(texts)], where);
}

/** Plays some steps; before each of them nothing may be wrong with what is shown at these sizes. */
export async function playSome(page, random, steps, where, viewports) {
  const sizes = viewports.map((viewport) => ({ viewport }));
  for (let n = 0; n < steps; n++) {
    await turn(page);
    if (await isOver(page)) return;
    await shows(page);
    const found = await everywhere(page, () => [[faults, ".generic dt"], [tooWide]], sizes);
    assert.deepEqual(found, [], `${where}, step ${n}`);
    await differentButtons(page, where);
    // Of face-down cards that lie together there is one, with their number.
    const backs = page.locator("[data-field] .cards > .face-down ~ .face-down");
    assert.equal(await backs.count(), 0, `${where}, step ${n}`);
    await step(page, random);
  }
}
