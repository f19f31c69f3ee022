// No text is cut or covered, whatever a table shows: every state of the guided games, and every kind of state of real ones, at
// five sizes. Each game is looked at in one language as a guided game and in the other as a real one; with TEFUDA_CLIPPING=all in
// both.
import assert from "node:assert/strict";
import { follow } from "./learning.mjs";
import { finish, step, turn } from "./player.mjs";
import { scripts } from "./lessons/scripts.mjs";
import { test } from "./runner.mjs";
import { DESKTOP, GAMES, PHONE, SIDEWAYS, TINY } from "./support.mjs";
import { playNow } from "./ways.mjs";

const SIZES = [
  [TINY, 1],
  [PHONE, 1],
  [SIDEWAYS, 1],
  [DESKTOP, 1],
  [PHONE, 2],
];
/** How often a fault must be seen before it counts: something may move, or a call may be fading. */
const LOOKS = 100;

/** Runs in the page: the texts that are cut off or covered, and notes over what they speak of. */
function cutTexts() {
  const found = new Set();
  const name = (element) =>
    `${element.tagName.toLowerCase()}${element.dataset.action ? `[${element.dataset.action}]` : ""}.${String(element.className.baseVal ?? element.className).replace(/ ?svelte-\w+| ?s-\w+/g, "")}`;
  const box = (element) => element.getBoundingClientRect();
  const covers = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const sheet = [...document.querySelectorAll("dialog[open], .end, [data-sheet]")].at(-1) ?? null;
  const bubble = document.querySelector("[data-bubble]");
  // Also what lets presses through can cover a text.
  const all = document.head.appendChild(document.createElement("style"));
  all.textContent = "*:not(i.ring, .petals, .petals *, .below) { pointer-events: auto !important }";
  for (const element of document.querySelectorAll("body *")) {
    const nodes = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    if (nodes.length === 0 || element.closest(".sr, .card, svg, style, option, [data-fly], .fan, .count")) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (sheet && !sheet.contains(element)) continue;
    const text = nodes.map((node) => node.textContent.trim()).join(" ");
    const style = getComputedStyle(element);
    if (style.clipPath !== "none" || (style.position === "absolute" && box(element).width <= 1)) continue;
    const say = (what) => found.add(`${what}: ${name(element)} “${text.slice(0, 50)}”`);
    // A sign alone may come from another font, whose lines are taller.
    if (/^\P{L}$/u.test(text)) continue;
    const rects = nodes
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      })
      .filter(({ width, height }) => width > 1 && height > 1);
    if (rects.length === 0) continue;
    const [left, right] = [Math.min(...rects.map((r) => r.left)), Math.max(...rects.map((r) => r.right))];
    const [top, bottom] = [Math.min(...rects.map((r) => r.top)), Math.max(...rects.map((r) => r.bottom))];
    // A line's box is taller than its letters.
    const spare = Math.max(2, (rects[0].height - 0.8 * parseFloat(style.fontSize)) / 2);
    let scrolls = false;
    let isLeftOut = false;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const frame = box(at);
      // What has no room in the line of marks is left out as a whole.
      if (at.matches(".marks, .held, .rows .badge p") && (top >= frame.bottom - 2 || left >= frame.right - 2)) {
        isLeftOut = true;
        break;
      }
      if (["auto", "scroll"].includes(overflowY)) scrolls = true;
      if (overflowX === "visible" && overflowY === "visible") {
        if (position === "fixed") break;
        continue;
      }
      if (left < frame.left - 1.5 || right > frame.right + 1.5) say("cut at the side");
      // What one can do must be in sight in its own part of the table, however that is scrolled.
      const isPressed = at.matches(".bar, .buttons") && element.closest("button") !== null;
      if ((!scrolls || isPressed) && (top < frame.top - spare || bottom > frame.bottom + spare))
        say(`cut above or below by ${name(at)}`);
      if (position === "fixed") break;
    }
    if (isLeftOut) continue;
    if (left < -1 || right > innerWidth + 1) say("beyond the window’s side");
    if (!scrolls && (top < -1 || bottom > innerHeight + 1)) say("beyond the window’s edge");
    for (const rect of rects)
      for (const x of [rect.left + 3, rect.left + rect.width / 2, rect.right - 3]) {
        const y = rect.top + rect.height / 2;
        const over = document.elementFromPoint(x, y);
        if (!over || over.contains(element) || element.contains(over)) continue;
        // Places for cards to fly to are empty.
        const { backgroundColor, backgroundImage } = getComputedStyle(over);
        const isEmpty = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && !over.closest("svg");
        if (isEmpty && over.textContent.trim() === "") continue;
        // A large letter is higher than its line.
        const frame = box(over);
        if (y < frame.top || y > frame.bottom) continue;
        // Scrolled out of sight, or under the note of a guided game that does not speak of it.
        const isOut = (at) =>
          at && at !== document.body && (y < box(at).top || y > box(at).bottom || isOut(at.parentElement));
        const sticks = over.closest(".doing") && getComputedStyle(over.closest(".doing")).position === "sticky";
        if (isOut(element) || bubble?.contains(over) || sticks) continue;
        say(`under ${name(over)}`);
        break;
      }
  }
  all.remove();
  const ring = document.querySelector("i.ring");
  if (bubble && ring && covers(box(bubble), box(ring))) {
    const [a, b] = [box(bubble), box(ring)];
    const side = (r) => [r.left, r.top, r.right, r.bottom].map(Math.round).join(" ");
    found.add(`the note covers what it points at: ${side(a)} / ${side(b)}`);
  }
  return [...found];
}

/** Looks at the present state at all sizes. */
async function whole(page, where) {
  const faults = [];
  for (const [viewport, zoom] of SIZES) {
    await page.setViewportSize(viewport);
    const found = await page.evaluate(
      async ([zoom, looks, source]) => {
        document.documentElement.style.fontSize = zoom === 1 ? "" : `${zoom * 100}%`;
        dispatchEvent(new Event("resize"));
        const look = new Function(`return (${source})()`);
        const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        let found = [];
        for (let n = 0; n < looks; n++) {
          await frame();
          await frame();
          found = look();
          if (found.length === 0) return found;
        }
        return found;
      },
      [zoom, LOOKS, cutTexts.toString()],
    );
    for (const fault of found)
      faults.push(`${viewport.width} × ${viewport.height}${zoom === 1 ? "" : ` at ${zoom * 100} %`}: ${fault}`);
    if (found.length > 0 && process.env.PICTURES)
      await page.screenshot({
        path: `${process.env.PICTURES}/${where.replace(/\W+/g, "-")}-${viewport.width}-${zoom}.png`,
      });
  }
  await page.setViewportSize(PHONE);
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  return faults.map((fault) => `${where}, ${fault}`);
}

/** What tells kinds of states apart: the phase and what can be pressed or read beside the cards. */
const kindOf = (page) =>
  page.evaluate(() => {
    const table = document.querySelector(".table");
    const parts = [...document.querySelectorAll("[data-action], [data-flag], [data-variant], [data-barred]")].map(
      ({ dataset }) => dataset.action ?? dataset.flag ?? dataset.barred ?? "variant",
    );
    const notes = [
      "[data-tip]",
      "[data-why] p",
      "[data-reason]",
      "[data-sheet]",
      "[data-result]",
      ".empty",
      ".show",
      ".stop",
      ".round",
    ];
    const there = notes.filter((selector) => document.querySelector(selector));
    const chosen = Math.min(3, document.querySelectorAll(".slot.selected").length);
    return [
      ...new Set(parts),
      ...there,
      chosen,
      document.querySelectorAll(".seat .act, .seat .call").length > 2,
      table?.dataset.busy,
    ].join();
  });

const LANGUAGES = ["en-US", "ja-JP"];
const everything = process.env.TEFUDA_CLIPPING === "all";
for (const [n, language] of LANGUAGES.entries()) {
  const some = (game, kind) => everything || (GAMES.indexOf(game) + kind) % 2 === n;
  for (const { game } of scripts.filter(({ game }) => some(game, 0)))
    test(`no text is cut or covered in the guided game of ${game} (${language})`, async (run) => {
      const page = await run.open({ viewport: PHONE, language, url: `${run.server.url}/#/learn/${game}` });
      const faults = [];
      await follow(page, game, async (note) => {
        faults.push(...(await whole(page, `${game} ${language} note ${note}`)));
      });
      assert.equal(faults.join("\n"), "");
    });

  for (const game of GAMES.filter((game) => some(game, 1)))
    test(`no text is cut or covered at the table of ${game} (${language})`, async (run) => {
      const page = await run.open({ viewport: PHONE, language });
      await page.waitForSelector("[data-game]");
      await playNow(page, game);
      const faults = [];
      const seen = new Set();
      for (let n = 0; n < 60 && seen.size < 14; n++) {
        await turn(page);
        // The reason for a hint takes room above the buttons.
        if (n % 3 === 2 && (await page.locator("[data-hint]").count())) {
          await page.click("[data-hint]");
          await page.waitForSelector("[data-reason]");
        }
        const kind = await kindOf(page);
        if (!seen.has(kind)) faults.push(...(await whole(page, `${game} ${language} step ${n}`)));
        seen.add(kind);
        if (await page.locator("[data-result]").count()) break;
        await step(page, run.random);
      }
      await finish(page, run.random);
      faults.push(...(await whole(page, `${game} ${language} the end`)));
      assert.equal(faults.join("\n"), "");
    });
}
