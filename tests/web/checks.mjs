// Checks that every page must pass at any time.
import assert from "node:assert/strict";
import { coveredNotes, smallTargets, tooWide } from "./geometry.mjs";
import { axeSource } from "./support.mjs";

const CODE = /"([A2-9TJQK][SHDC]|XX)"/g;

/** Every card in the page must have been received over the page's own connection. */
export async function onlyKnownCards(page) {
  const shown = await page
    .locator("[data-fly], [data-card]")
    .evaluateAll((list) => list.map((element) => element.dataset.fly ?? element.dataset.card).filter(Boolean));
  const known = new Set(page.received.flatMap((frame) => [...frame.matchAll(CODE)].map((match) => match[1])));
  for (const card of shown) assert.ok(known.has(card), `${card} is in the page but was never received`);
}

/** Neither the page nor a part of it may need horizontal scrolling. */
export async function noSidewaysScrolling(page, where = page.url()) {
  assert.deepEqual(await page.evaluate(tooWide), [], `scrolls sideways: ${where}`);
}

/**
 * Everything that can be tapped must be at least 44 × 44 px and not be cut off at the sides, except links inside sentences and the overlapping cards of a
 * hand, which are not checked.
 */
export async function bigTargets(page, where) {
  const small = await page.evaluate(smallTargets);
  assert.deepEqual(small, [], `${where}: targets too small or cut off`);
}

export async function accessible(page, where) {
  // Wait for transitions to end; colours in the middle of one are not representative.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const result = await axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      resultTypes: ["violations"],
    });
    return result.violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .slice(0, 3)
          .map((node) => `${node.target} ${node.failureSummary}`)
          .join(" | ")}`,
    );
  });
  assert.deepEqual(found, [], where);
}

/** No error in the console, no request to another host, and no refused action, except one that an update made stale. */
export function faultless(page) {
  assert.deepEqual(page.faults, []);
  const refused = page.traffic.filter(
    (frame, at) => frame.startsWith('{"type":"error"') && !overtaken(page.traffic, at),
  );
  assert.deepEqual(refused, []);
}

/** Whether this error is `stale_decision` for an action, and an update arrived after that action was sent. */
function overtaken(traffic, at) {
  const { code, re } = JSON.parse(traffic[at]);
  const sent = traffic.findLastIndex(
    (frame, n) => n < at && frame.startsWith('{"type":"act"') && JSON.parse(frame).id === re,
  );
  return (
    code === "stale_decision" &&
    sent >= 0 &&
    traffic.slice(sent, at).some((frame) => frame.startsWith('{"type":"update"'))
  );
}

/** On one connection no decision is answered twice; what was lost with a connection is sent again on the next one. \returns how many actions were sent */
export function actedOnce(page) {
  const sentAt = new Map();
  let acts = 0;
  for (const [at, frame] of page.traffic.entries()) {
    if (frame.startsWith('{"type":"resume"')) sentAt.clear();
    if (!frame.startsWith('{"type":"act"')) continue;
    const { decision } = JSON.parse(frame);
    const between = page.traffic.slice(sentAt.get(decision), at + 1);
    if (sentAt.has(decision))
      assert.fail(`an action was sent twice: ${between.map((one) => one.slice(0, 160)).join("\n")}`);
    sentAt.set(decision, at);
    acts += 1;
  }
  return acts;
}

/** The faults that stay: what moves may be in another's way for a frame. `look` gives the faults of this moment. None, once there were none in four frames in a row; otherwise those of the last of 300 frames. */
export async function lasting(page, look) {
  let found = [];
  for (let frame = 0, faultless = 0; frame < 300 && faultless < 4; frame++) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    found = await look();
    faultless = found.length === 0 ? faultless + 1 : 0;
  }
  return found;
}

/** No note, tip, refusal or question lies over another one, and all of them are whole. */
export async function notesApart(page, where) {
  assert.deepEqual(await lasting(page, () => page.evaluate(coveredNotes)), [], where);
}
