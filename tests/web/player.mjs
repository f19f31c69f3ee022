// A person at the table: taps cards that can be played and presses what buttons there are, knowing no rules.
const random = (list) => list[Math.floor(Math.random() * list.length)];

export const isOver = (page) => page.locator("[data-result]").isVisible();

/** One step; false where there was nothing to do. */
export async function step(page, pick = random) {
  const variants = page.locator("[data-variant]");
  if (await variants.count()) {
    await pick(await variants.all()).click({ timeout: 800 }).catch(() => {});
    return true;
  }
  const all = await page.locator("[data-action]").evaluateAll((list) => list.map((button) => button.dataset.action));
  const wished = all.map((type, index) => ({ type, index })).filter(({ type }) => type !== "hide" && type !== "challenge");
  const usable = wished.length > 0 ? wished : all.map((type, index) => ({ type, index })).filter(({ type }) => type === "hide");
  const lit = page.locator(".slot.lit[aria-pressed=false]");
  const cards = await lit.count();
  const flag = page.locator("[data-flag][aria-pressed=false]");
  if (usable.length > 0 && (cards === 0 || Math.random() < 0.7)) {
    if (await flag.count()) await flag.first().click({ timeout: 500 }).catch(() => {});
    await page.locator("[data-action]").nth(pick(usable).index).click({ timeout: 800 }).catch(() => {});
    return true;
  }
  if (cards > 0) {
    await lit.nth(Math.floor(Math.random() * cards)).click({ timeout: 800, force: true }).catch(() => {});
    return true;
  }
  return false;
}

/** Plays until the result is shown, `during` being called after each step. */
export async function playToEnd(page, { seconds = 120, during = async () => {} } = {}) {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await isOver(page)) return;
    const did = await step(page);
    await during();
    if (!did) await page.waitForTimeout(120);
  }
  throw new Error("the match did not end in time");
}
