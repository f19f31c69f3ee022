// The tables on screens of every shape: nothing lies over anything else, and what has to be beaten is in sight.
import assert from "node:assert/strict";
import { bigTargets, faultless, lasting, noSidewaysScrolling } from "./checks.mjs";
import { step, turn } from "./player.mjs";
import { test } from "./runner.mjs";
import { GAMES, PHONE, SIDEWAYS, TINY, ZOOMED } from "./support.mjs";
import { playNow, shows, withOptions } from "./ways.mjs";

/** What must be in sight, whole, while one decides. */
const BEAT = {
  fortyone: "[data-total]",
  sugekari21: "[data-total]",
  twentytwo: ".play.best .cards, .empty, .head",
  ttpageone: ".spot .counts, .stock",
  selfish: ".turns, .opened, .hands",
};

/** Runs in the page: parts of the table that lie over each other, and parts that do not lie on the screen. \param beat what must be in sight */
export function faults(beat) {
  const box = (element) => element.getBoundingClientRect();
  const visible = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box(element).width > 0;
  /** The part of an element that is not scrolled out of sight by an ancestor. */
  const seen = (element) => {
    let { left, top, right, bottom } = box(element);
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === "visible") continue;
      const frame = box(at);
      [left, top, right, bottom] = [
        Math.max(left, frame.left),
        Math.max(top, frame.top),
        Math.min(right, frame.right),
        Math.min(bottom, frame.bottom),
      ];
    }
    return { left, top, right, bottom };
  };
  const covers = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const groups = {
    seats: [...document.querySelectorAll(".others .seat")],
    centre: [
      ...document.querySelectorAll(
        ".center :is(.card, [data-total], .spot .counts, summary, .turns, .pile, em, .ranks)",
      ),
    ],
    buttons: [...document.querySelectorAll("[data-status], .mine .bar .btn, .sort")],
    own: [...document.querySelectorAll(".self .seat")],
    hand: [...document.querySelectorAll(".hand .slot")],
    top: [...document.querySelectorAll("header .btn")],
  };
  const found = [];
  const names = Object.keys(groups);
  for (const [n, name] of names.entries())
    for (const other of names.slice(n + 1))
      for (const a of groups[name].filter(visible))
        for (const b of groups[other].filter(visible))
          if (!(other === "hand" && b.matches(".selected, .lit") && name !== "centre") && covers(seen(a), seen(b)))
            found.push(`${name} over ${other}: ${a.className} / ${b.className}`);
  const first = beat
    .split(", ")
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .find(visible);
  if (!first) found.push(`nothing of ${beat} is shown`);
  else {
    const [whole, part] = [box(first), seen(first)];
    if (part.bottom - part.top < whole.height - 2 || part.bottom > innerHeight + 1 || part.top < 0)
      found.push(`${beat} is out of sight`);
  }
  return found;
}

for (const [viewport, language] of [
  [SIDEWAYS, "en-US"],
  [ZOOMED, "ja-JP"],
  [TINY, "en-US"],
  [TINY, "ja-JP"],
])
  test(`nothing overlaps on the tables at ${viewport.width} × ${viewport.height} (${language})`, async (run) => {
    const page = await run.open({ viewport, language });
    await page.waitForSelector("[data-game]");
    await bigTargets(page, "start");
    for (const game of GAMES) {
      await page.goto(`${run.server.url}/#/`);
      await page.waitForSelector("[data-game]");
      await playNow(page, game);
      for (let n = 0; n < 5; n++) {
        await turn(page);
        if (await page.locator("[data-result]").count()) break;
        await shows(page);
        // Who has chosen a card on the smallest screen has scrolled to the hand.
        const scrolled = viewport === TINY && (await page.locator(".slot.selected").count()) > 0;
        const look = async () =>
          (await page.evaluate(faults, BEAT[game] ?? ".generic dt")).filter(
            (fault) => !scrolled || !fault.endsWith("out of sight"),
          );
        assert.deepEqual(await lasting(page, look), [], `${game}, step ${n}`);
        await noSidewaysScrolling(page, game);
        await step(page, run.random);
      }
      await bigTargets(page, game);
    }
    faultless(page);
  });

test("twelve seats of Twenty-Two fit a phone, upright and sideways", async (run) => {
  for (const viewport of [PHONE, SIDEWAYS]) {
    const page = await run.open({ viewport });
    await withOptions(page, "twentytwo", { seats: "12" });
    for (let n = 0; n < 4; n++) {
      await turn(page);
      await shows(page);
      assert.deepEqual(await lasting(page, () => page.evaluate(faults, BEAT.twentytwo)), []);
      const cut = () =>
        [...document.querySelectorAll(".others .seat")]
          .filter(
            (seat) =>
              seat.getBoundingClientRect().bottom > innerHeight ||
              seat.querySelector(".name").scrollWidth > seat.querySelector(".name").clientWidth,
          )
          .map((seat) => seat.textContent);
      const remaining = await lasting(page, () => page.evaluate(cut));
      assert.deepEqual(remaining, [], "every seat is in sight, with its whole name");
      await noSidewaysScrolling(page);
      await step(page, run.random);
    }
  }
});

test("six seats of TT Page One show whole labels sideways, to players and spectators", async (run) => {
  const page = await run.open({ viewport: SIDEWAYS });
  await withOptions(page, "ttpageone", { seats: "6" });
  await turn(page);
  const watcher = await run.open({ url: `${page.url()}?watch`, viewport: SIDEWAYS, language: "ja-JP" });
  await shows(watcher, 1);
  for (const one of [page, watcher]) {
    await noSidewaysScrolling(one);
    const cut = () =>
      [...document.querySelectorAll(".seat .name, .tag, .name")]
        .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent);
    assert.deepEqual(await lasting(one, () => one.evaluate(cut)), []);
  }
});
