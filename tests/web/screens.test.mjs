// Checks every screen in both languages and both themes, on the smallest supported phone.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { finish, step, turn } from "./player.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { everywhere, lostButtons } from "./geometry.mjs";
import { DESKTOP, GAMES, PHONE, playwright, SIDEWAYS, SMALL, TABLET, WINDOWED } from "./support.mjs";
import { playNow, shows, withOptions } from "./ways.mjs";

/** What is read depends on the language, what can be told apart on the theme: each of both once. */
const LOOKS = [
  ["en-US", false],
  ["ja-JP", true],
];

async function sound(page, where) {
  await accessible(page, where);
  await bigTargets(page, where);
  await noSidewaysScrolling(page, where);
}

for (const [language, dark] of LOOKS) {
  const look = `${language}, ${dark ? "dark" : "light"}`;
  test(`the screens around a table are accessible and fit 360 × 640 (${look})`, inQuickRun(!dark), async ({ run }) => {
    const page = await run.open({ viewport: SMALL, language, dark });
    await page.waitForSelector("[data-game]");
    await sound(page, "start");
    await page.click("[data-options=twentytwo]");
    await page.waitForSelector("dialog");
    await sound(page, "options");
    await page.keyboard.press("Escape");
    await page.locator("button", { hasText: "⚙" }).click();
    await page.waitForSelector("dialog");
    await sound(page, "settings");
    await page.keyboard.press("Escape");
    for (const game of GAMES) {
      await page.goto(`${run.server.url}/#/how/${game}`);
      await page.waitForSelector(".how h3");
      await sound(page, `how to play ${game}`);
    }
    await page.goto(`${run.server.url}/#/room/NOSUCH`);
    await page.waitForSelector(".note");
    await sound(page, "no such room");
    await page.goto(`${run.server.url}/#/`);
    await page.click("[data-friends=sugekari21]");
    await page.waitForSelector(".wait");
    await sound(page, "waiting room");
    const other = await run.open({ url: page.url(), viewport: SMALL, language, dark });
    await other.waitForSelector(".door form");
    await sound(other, "the door");
    faultless(page);
  });

  test(`the tables are accessible and fit 360 × 640 (${look})`, inQuickRun(dark), async ({ run }) => {
    const page = await run.open({ viewport: SMALL, language, dark });
    for (const game of GAMES) {
      await page.goto(`${run.server.url}/#/`);
      await page.waitForSelector("[data-game]");
      await playNow(page, game);
      for (let n = 0; n < 4; n++) {
        await turn(page);
        await step(page, run.random);
      }
      await sound(page, game);
    }
    for (const tool of ["how", "log", "chat", "menu"]) {
      await page.click(`[data-tool=${tool}]`);
      await page.waitForSelector("dialog");
      await sound(page, tool);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
    }
    await finish(page, run.random);
    await sound(page, "the end");
    await page.click("[data-check]");
    await page.waitForSelector("[data-verdict]");
    await sound(page, "a deal checked");
    await page.click("a[href^='#/replay/']");
    await page.waitForSelector("[data-step]");
    await sound(page, "replay");
    await page.goto(`${run.server.url}/#/`);
    await withOptions(page, "selfish", { seats: "13" });
    await sound(page, "13 players");
    const watcher = await run.open({ url: `${page.url()}?watch`, viewport: dark ? SMALL : DESKTOP, language, dark });
    await shows(watcher, 1);
    await sound(watcher, "13 players, watched");
    faultless(page);
  });
}

/** The sizes at which letters are twice as large. */
const LARGE = [PHONE, SIDEWAYS, TABLET, DESKTOP].map((viewport) => ({ viewport, zoom: 2 }));

for (const language of ["en-US", "ja-JP"])
  test(
    `letters twice as large leave every button in reach (${language})`,
    inQuickRun(language === "ja-JP"),
    async ({ run }) => {
      const found = [];
      const look = async (page, where) => {
        for (const fault of await everywhere(page, () => [[lostButtons]], LARGE)) found.push(`${where}, ${fault}`);
      };
      const page = await run.open({ language, newcomer: true });
      await page.waitForSelector("[data-open-table], .open .none");
      await look(page, "the start page");
      await page.click("[data-options=selfish]");
      await page.waitForSelector("dialog select");
      await look(page, "the options");
      await page.keyboard.press("Escape");
      await page.click("[data-friends=sugekari21]");
      await page.waitForSelector(".wait .code");
      await page.click("[data-fill='1']");
      await page.waitForSelector("[data-remove='1']");
      await look(page, "the waiting room");
      const guest = await run.open({ url: page.url(), language });
      await guest.waitForSelector(".door form");
      await look(guest, "the door");
      for (const game of GAMES) {
        await guest.goto(`${run.server.url}/#/`);
        await playNow(guest, game);
        await turn(guest);
        await look(guest, game);
      }
      await guest.click("[data-tool=menu]");
      await guest.waitForSelector("dialog");
      await look(guest, "the menu");
      await guest.keyboard.press("Escape");
      await finish(guest, run.random);
      await look(guest, "the result");
      await guest.click("a[href^='#/replay/']");
      await guest.waitForSelector("[data-step]");
      await look(guest, "the replay");
      await guest.goto(`${run.server.url}/#/`);
      await guest.click("[data-play-board=fortyone]");
      await guest.waitForSelector(".table");
      await finish(guest, run.random);
      await guest.waitForSelector("[data-board-end] [data-margin]");
      await look(guest, "the end of a board");
      for (const path of ["#/history", "#/me", "#/daily"]) {
        await guest.goto(`${run.server.url}/${path}`);
        await guest.waitForSelector("main h1");
        await look(guest, path);
      }
      assert.equal(found.join("\n"), "");
    },
  );

/** Runs in the page: the browser does not find phrases by itself. */
function withoutPhrases() {
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...all) => !all.join(":").includes("auto-phrase") && supports(...all);
}

/** Runs in the page: the lines that do not end where a phrase does, a bracket opens, or Latin letters stand. */
function tornWords() {
  const BREAK = "\u200b";
  const JAPANESE = /[ぁ-んァ-ヶ一-龠]/;
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("code, pre, .sr")) continue;
    const range = document.createRange();
    let before = null;
    for (let at = 0; at < node.data.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      const isNewLine = before && box.top > before.bottom - 2;
      if (isNewLine && node.data[at - 1] !== BREAK && JAPANESE.test(node.data[at - 1]) && JAPANESE.test(node.data[at]))
        found.push(`${node.data.slice(Math.max(0, at - 12), at)}⏎${node.data.slice(at, at + 12)}`);
      before = box;
    }
  }
  return found;
}

test("where the browser finds no phrases in Japanese, lines are still broken between them", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, language: "ja-JP", before: { script: withoutPhrases } });
  const isMarked = () => page.waitForFunction(() => document.querySelector("main").textContent.includes("\u200b"));
  await page.waitForSelector("[data-today]");
  await isMarked();
  assert.deepEqual(await page.evaluate(tornWords), []);
  for (const game of GAMES) {
    await page.goto(`${run.server.url}/#/how/${game}`);
    await page.waitForSelector(".how h3");
    await isMarked();
    assert.deepEqual(await page.evaluate(tornWords), []);
  }
  await page.goto(`${run.server.url}/#/`);
  await page.click("[data-friends=sugekari21]");
  await page.waitForSelector(".wait .code");
  await isMarked();
  assert.deepEqual(await page.evaluate(tornWords), []);
  await noSidewaysScrolling(page);
  const able = await run.open({ viewport: PHONE, language: "ja-JP" });
  await able.waitForSelector("[data-today]");
  assert.equal(await able.locator("html.phrases").count(), 0, "a browser that finds them is left alone");
  faultless(page);
});

/** Runs in the page: marks the first card of the player's hand as the secret card of TT Page One, in every update. */
function secretive() {
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const message = parse(text);
    if (message?.type === "update") message.view.table.secret = message.view.hands[message.view.seat][0];
    return message;
  };
}

test("the accessible name of a marked card contains the mark", async ({ run }) => {
  const page = await run.open({ viewport: SMALL, before: { script: secretive } });
  await playNow(page, "ttpageone");
  await page.waitForSelector(".slot .mark");
  assert.match(await page.locator(".slot:has(.mark)").getAttribute("aria-label"), /^\w+ of \w+(, .+)?, secret$/i);
  await sound(page, "a card with a mark");
});

test("the replay can be viewed step by step from any seat, and downloaded", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await playNow(page, "selfish");
  await finish(page, run.random);
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("a[download]")]);
  assert.match(file.suggestedFilename(), /^tefuda-.*-1\.json$/);
  await page.click("a[href^='#/replay/']");
  await page.waitForSelector("[data-step]");
  const where = () => page.locator("[data-step]").textContent();
  await page.waitForFunction(() => Number(document.querySelector("[data-step]")?.textContent.match(/\d+/g)[1]) > 1);
  const [, , total] = /(\d+)\D+(\d+)/.exec(await where());
  for (let n = 2; n <= Math.min(6, Number(total)); n++) {
    await page.click("[data-next]");
    await page.waitForFunction(
      (want) => /\d+/.exec(document.querySelector("[data-step]").textContent)[0] === String(want),
      n,
    );
  }
  for (const seat of ["0", "1"]) {
    await page.selectOption("[data-from]", seat);
    await page.waitForSelector(".hand .slot");
    assert.match(await where(), /[2-6]/);
  }
  await sound(page, "replay");
  faultless(page);
});

/** Runs in the page: its tips have been told; the table makes room for a tip. */
function told() {
  const tips = ["open", "ace", "jack", "down", "mirror", "pass", "dealer"].map((tip) => `fortyone.${tip}`);
  localStorage.setItem("tefuda.tips", JSON.stringify(tips));
}

test("arriving cards do not shift the layout", async ({ run }) => {
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await run.open({ viewport, slow: true, before: { script: told } });
    await page.waitForSelector("[data-game]");
    await page.evaluate(() => {
      window.moved = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!entry.hadRecentInput)
            window.moved.push([
              entry.value,
              ...entry.sources.map(({ node }) =>
                node?.nodeType === 1 ? node.className || node.tagName : String(node?.nodeName),
              ),
            ]);
      }).observe({ type: "layout-shift" });
    });
    await playNow(page, "fortyone");
    await page.evaluate(() => (window.moved = []));
    for (let n = 0; n < 6; n++) {
      await turn(page);
      await step(page, run.random);
    }
    const moved = await page.evaluate(() => window.moved);
    const total = moved.reduce((sum, [value]) => sum + value, 0);
    assert.ok(total < 0.1, `${viewport.width} px: a shift of ${total}: ${JSON.stringify(moved)}`);
  }
});

test("the page has what an installed one needs: a name, a start and icons", async ({ run }) => {
  const page = await run.open();
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data);
  assert.ok(manifest.name && manifest.short_name && manifest.start_url && manifest.display === "standalone");
  assert.equal(manifest.id, "/");
  const icons = manifest.icons.filter(({ sizes }) => sizes !== "any");
  for (const { src, sizes } of [...icons, ...manifest.screenshots]) {
    const made = await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve(`${image.naturalWidth}x${image.naturalHeight}`);
          image.onerror = () => resolve("none");
          image.src = src;
        }),
      src,
    );
    assert.equal(made, sizes, src);
  }
  faultless(page);
});

test("where the browser offers to install the page, there is a button that has it ask", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await page.waitForSelector("[data-game]");
  assert.equal(await page.locator("[data-install]").count(), 0);
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => void (window.asked = true),
    });
    window.kept = !dispatchEvent(offer);
  });
  await page.click("[data-install]");
  assert.deepEqual(await page.evaluate(() => [window.kept, window.asked]), [true, true]);
  assert.equal(await page.locator("[data-install]").count(), 0, "once");
  faultless(page);
});

test("Chromium lets the page be installed", async ({ run }) => {
  // Only a browser with windows can install anything, and so judges.
  const browser = await playwright.chromium.launch({ executablePath: WINDOWED, args: ["--no-sandbox"] });
  run.after(() => browser.close());
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  const errors = async (path) => {
    await page.goto(`${run.server.url}${path}`);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A test's profile is like a private window.
    return installabilityErrors.map(({ errorId }) => errorId).filter((error) => error !== "in-incognito");
  };
  assert.deepEqual(await errors("/healthz"), ["no-manifest"]);
  assert.deepEqual(await errors("/"), []);
});

test("the generated types are those of the running server", async ({ run }) => {
  const cwd = fileURLToPath(new URL("../../clients/web/", import.meta.url));
  execFileSync(process.execPath, ["scripts/types.mjs", "--check", `${run.server.url}/asyncapi.json`], {
    cwd,
    stdio: "pipe",
  });
});
