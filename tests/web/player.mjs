// Simulates a player who does not know the rules: it taps highlighted cards and presses the available buttons.

/** Where to tap a card in a hand; the rest of it may be covered by other cards. */
const CORNER = { position: { x: 16, y: 16 } };

/** The time limit of one attempt to click, and of anything else on a slow machine. */
const SHORT_MS = 5000;
const LONG_MS = 60_000;

/** Everything that the player can do now; read at one moment. */
const look = (page) =>
  page.evaluate(() => {
    // A decision that has just opened ignores presses for a moment.
    const open = document.querySelector(".table")?.dataset.open === "true";
    const all = (selector) => (open ? [...document.querySelectorAll(selector)] : []);
    return {
      over: document.querySelector("[data-result]") !== null,
      variants: all("[data-variant], [data-sure]").length,
      actions: all("[data-action]").map((button) => button.dataset.choice),
      cards: all(".slot.lit[aria-pressed=false]").map((slot) => slot.dataset.card),
      flags: all("[data-flag][aria-pressed=false]").length,
    };
  });

export const isOver = async (page) => (await look(page)).over;

/** Waits until there is something to do, or the result. */
export const turn = (page) =>
  page.waitForFunction(
    () => {
      const can = ["[data-variant]", "[data-sure]", "[data-action]", ".slot.lit[aria-pressed=false]"].map(
        (selector) => `.table[data-open=true] ${selector}`,
      );
      return document.querySelector(["[data-result]", ...can].join()) !== null;
    },
    null,
    { timeout: LONG_MS },
  );

/** Clicks; gives up if the page has changed since `seen`, because other players act at the same time. */
async function press(page, seen, locator, options = {}) {
  const before = JSON.stringify(seen);
  for (const end = Date.now() + LONG_MS; ;) {
    try {
      return await locator.click({ timeout: SHORT_MS, ...options });
    } catch (error) {
      if (JSON.stringify(await look(page)) !== before) return;
      if (Date.now() > end) throw error;
    }
  }
}

/**
 * Like `press`, with the keyboard only: Tab between the elements, arrow keys within the hand. If `seen` is null, it does not
 * give up when the page changes.
 */
export async function pressByKeys(page, seen, locator) {
  const before = JSON.stringify(seen);
  const isGone = async () => seen !== null && JSON.stringify(await look(page)) !== before;
  const find = () => locator.elementHandle({ timeout: SHORT_MS }).catch(() => null);
  let target = await find();
  for (let n = 0; n < 300; n++) {
    const key = await target?.evaluate((wanted) => {
      const bar = wanted.closest("[role=toolbar]");
      if (!wanted.isConnected) return null;
      if (wanted === document.activeElement) return "Enter";
      if (!bar || !bar.contains(document.activeElement)) return "Tab";
      return wanted.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING
        ? "ArrowLeft"
        : "ArrowRight";
    });
    if (key) await page.keyboard.press(key);
    if (key === "Enter" || ((!key || n % 10 === 9) && (await isGone()))) return;
    if (!key) target = await find();
  }
  throw new Error(`Tab does not reach ${locator}`);
}

const rarely = (choice) => /type="(hide|challenge)"/.test(choice);

/** Does one step, if there is something to do. `by` is the function that presses a button or a card. */
export async function step(page, random, by = press) {
  const seen = await look(page);
  if (seen.over) return;
  if (seen.variants > 0)
    return by(page, seen, page.locator("[data-variant], [data-sure]").nth(random.below(seen.variants)));
  const usual = seen.actions.filter((choice) => !rarely(choice));
  const choices = usual.length > 0 ? usual : seen.actions.filter((choice) => choice.includes("hide"));
  if (choices.length > 0 && (seen.cards.length === 0 || random.below(10) < 7)) {
    if (seen.flags > 0) return by(page, seen, page.locator("[data-flag][aria-pressed=false]").first());
    return by(page, seen, page.locator("[data-action]").nth(seen.actions.indexOf(random.of(choices))));
  }
  if (seen.cards.length > 0)
    return by(page, seen, page.locator(".slot.lit[aria-pressed=false]").nth(random.below(seen.cards.length)), CORNER);
}

/** Performs one given action with clicks. `action` is in the form of the protocol. */
export async function enact(page, action) {
  const cards = action.cards ?? (typeof action.card === "string" ? [action.card] : []);
  for (const card of cards) await page.locator(`.slot[data-card="${card}"][aria-pressed=false]`).first().click(CORNER);
  await page.waitForSelector(".table[data-open=true]");
  await page.locator(`[data-action="${action.type}"]`).first().waitFor();
  const literal = Object.entries(action).filter(
    ([name]) => ["table", "seat", "claim", "privilege"].includes(name) || (name === "suit" && cards.length === 0),
  );
  const choices = await page
    .locator(`[data-action="${action.type}"]`)
    .evaluateAll((list) => list.map((button) => button.dataset.choice));
  const fits = choices.filter((choice) =>
    literal.every(([name, value]) => choice.includes(`${name}=${JSON.stringify(value)}`)),
  );
  // Prefer a button for the selected cards to one that suggests other cards ("+").
  const choice = fits.find((key) => !key.includes("+")) ?? fits[0];
  if (choice === undefined) throw new Error(`no button for ${JSON.stringify(action)} among ${choices}`);
  if (action.last_one) await page.locator('[data-flag="last_one"][aria-pressed=false]').click();
  await page.locator(`[data-choice='${choice}']`).click();
  const wish = page.locator(`[data-variant="${String(action.as ?? action.suit)}"]`);
  if ((action.as !== undefined || (action.suit !== undefined && cards.length > 0)) && (await wish.count()) > 0)
    await wish.click();
}

/** Runs in the page: does at random what can be done, until the result is shown. Its presses are events without a pointer. */
async function rush(seed) {
  let state = seed;
  const below = (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % n;
  const all = (selector) => [...document.querySelectorAll(`.table[data-open=true] ${selector}`)];
  const rarely = (button) => /type="(hide|challenge)"/.test(button.dataset.choice);
  const press = () => {
    const variants = all(":is([data-variant], [data-sure])");
    if (variants.length > 0) return variants[below(variants.length)].click();
    const actions = all("[data-action]");
    const usual = actions.filter((button) => !rarely(button));
    const choices = usual.length > 0 ? usual : actions.filter((button) => button.dataset.choice.includes("hide"));
    const cards = all(".slot.lit[aria-pressed=false]");
    const [flag] = all("[data-flag][aria-pressed=false]");
    if (choices.length > 0 && (cards.length === 0 || below(10) < 7))
      return (flag ?? choices[below(choices.length)]).click();
    if (cards.length > 0) cards[below(cards.length)].click();
  };
  const usual = window.haste;
  window.haste = 400;
  // What nobody sees is not painted.
  document.documentElement.style.opacity = "0";
  while (document.querySelector("[data-result]") === null) {
    press();
    await new Promise((done) => setTimeout(done, 2000));
  }
  document.documentElement.style.opacity = "";
  window.haste = usual;
}

/** Plays to the end as fast as the page can, for tests of what comes afterwards. */
export const finish = (page, random) => page.evaluate(rush, random.below(2 ** 32));
