// Real browsers against the real server. An argument runs only the tests whose name holds it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { axeSource, DESKTOP, launch, openPage, PHONE, Server, SMALL } from "./support.mjs";
import { isOver, playToEnd, step } from "./player.mjs";
import { Proxy } from "./proxy.mjs";

const wanted = process.argv[2] ?? "";
const tests = [];
const test = (name, run) => tests.push({ name, run });
let server;
let browser;

const CODE = /"([A2-9TJQK][SHDC]|XX)"/g;

/** Every card that the page holds must have come over its own wire. */
async function onlyKnownCards(page) {
  const shown = await page.locator("[data-fly], [data-card]").evaluateAll((list) => list.map((element) => element.dataset.fly ?? element.dataset.card).filter(Boolean));
  const known = new Set(page.frames_.flatMap((frame) => [...frame.matchAll(CODE)].map((match) => match[1])));
  for (const card of shown) assert.ok(known.has(card), `${card} is in the page but never came`);
}

/** Of a hidden hand the page holds no card: only as many as the view shows. */
async function hidesOthers(page) {
  const text = await page.evaluate(() => document.documentElement.outerHTML);
  const last = page.frames_.map((frame) => JSON.parse(frame)).filter((message) => message.type === "update" && message.view).at(-1);
  assert.ok(last && !text.includes('"server_seed"'));
}

async function noSidewaysScrolling(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
}

async function accessible(page, where) {
  await page.waitForTimeout(250);
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const result = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
    return result.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
  });
  assert.deepEqual(found, [], where);
}

const noFaults = (page) => assert.deepEqual(page.faults, []);

async function playNow(page, game) {
  await page.click(`[data-play=${game}]`);
  await page.waitForSelector(".table");
}

async function withOptions(page, game, fields) {
  await page.click(`[data-options=${game}]`);
  for (const [name, value] of Object.entries(fields)) await page.selectOption(`select[name=${name}]`, { value });
  await page.click("[data-go=bots]");
  await page.waitForSelector(".table");
}

const MATCHES = [
  ["fortyone", {}],
  ["sugekari21", {}],
  ["sugekari21", { exchange: '"partner"', games: "3", jokers: "true" }],
  ["sugekari21", { seats: "2", two_player: '"refill"' }],
  ["twentytwo", {}],
  ["twentytwo", { seats: "3", variant: '"26"', follow: '"must"', losing_cards: '"return"' }],
  ["ttpageone", {}],
  ["ttpageone", { seats: "6", teams: "2" }],
  ["selfish", {}],
  ["selfish", { seats: "13", coming_out: "true", jokers: "2" }],
];
for (const [at, [game, fields]] of MATCHES.entries()) {
  test(`a match of ${game} against bots ${JSON.stringify(fields)}`, async () => {
    const viewport = [PHONE, SMALL, DESKTOP][at % 3];
    const page = await openPage(browser, server.url, { viewport });
    if (Object.keys(fields).length === 0) await playNow(page, game);
    else await withOptions(page, game, fields);
    let n = 0;
    await playToEnd(page, {
      seconds: 240,
      during: async () => {
        if (n++ % 10 > 0) return;
        await onlyKnownCards(page);
        await hidesOthers(page);
        await noSidewaysScrolling(page);
      },
    });
    await page.click("[data-check]");
    await page.waitForSelector("[data-verdict=true]");
    assert.equal(page.frames_.filter((frame) => frame.includes('"illegal_action"')).length, 0);
    noFaults(page);
    await page.context().close();
  });
}

test("two browsers and a spectator share a room, chat, and play again", async () => {
  const host = await openPage(browser, server.url, { viewport: DESKTOP });
  await host.fill("input[autocomplete=nickname]", "Aki");
  await host.click("[data-friends=fortyone]");
  await host.waitForSelector(".wait .code");
  const code = await host.locator(".wait .code").textContent();
  const watcher = await openPage(browser, `${server.url}/#/room/${code}?watch`, { viewport: PHONE });
  await watcher.waitForSelector(".wait");
  const guest = await openPage(browser, `${server.url}/#/room/${code}`, { viewport: PHONE, language: "ja-JP" });
  await guest.fill("input[autocomplete=nickname]", "はる");
  await guest.click(".door form button");
  await Promise.all([host, guest, watcher].map((page) => page.waitForSelector(".table")));
  assert.equal(await watcher.locator(".hand").count(), 0);
  await guest.click("[data-tool=chat]");
  await guest.fill(".say input", "よろしく!");
  await guest.click(".say button");
  await host.waitForSelector(".bubble:has-text('よろしく!')");
  await guest.keyboard.press("Escape");
  const end = Date.now() + 200_000;
  while (Date.now() < end && !((await isOver(host)) && (await isOver(guest)))) {
    await step(host);
    await step(guest);
    await host.waitForTimeout(60);
  }
  await watcher.waitForSelector("[data-result]");
  await host.click("[data-rematch]");
  await guest.click("[data-rematch]");
  await host.waitForSelector(".slot");
  for (const page of [host, guest, watcher]) {
    await onlyKnownCards(page);
    noFaults(page);
    await page.context().close();
  }
});

test("a reload and a second tab resume the seat", async () => {
  const page = await openPage(browser, server.url, { viewport: PHONE });
  await playNow(page, "twentytwo");
  const hand = () => page.locator(".slot").evaluateAll((list) => list.map((slot) => slot.dataset.card).sort());
  await page.waitForSelector("[data-action]");
  const before = await hand();
  await page.reload();
  await page.waitForSelector("[data-action]");
  assert.deepEqual(await hand(), before);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.waitForSelector("[data-action]");
  await page.waitForSelector(".note .btn.main");
  await page.click(".note .btn.main");
  await page.waitForSelector("[data-action]");
  noFaults(page);
  await page.context().close();
});

test("a network cut is told, and nothing is lost", async () => {
  const proxy = await Proxy.to(server.port);
  const page = await openPage(browser, proxy.url, { viewport: PHONE });
  await playNow(page, "sugekari21");
  await page.waitForSelector(".slot");
  proxy.cut();
  await page.waitForSelector(".banner");
  await page.waitForTimeout(1500);
  proxy.mend();
  await page.waitForSelector(".banner", { state: "detached" });
  await playToEnd(page, { seconds: 200 });
  noFaults(page);
  await page.context().close();
  proxy.end();
});

// Rooms outlast a restart by the journal: a server built without it has none to come back to.
const keepsRooms = existsSync(new URL("../../server/journal", import.meta.url));
if (!keepsRooms) console.log("skip a restart of the server in mid-match: this server keeps no journal");
else test("a restart of the server in mid-match goes on with the match", async () => {
  const own = await Server.start();
  const page = await openPage(browser, own.url, { viewport: DESKTOP });
  await playNow(page, "twentytwo");
  await page.waitForSelector("[data-action]");
  await own.stop();
  await page.waitForSelector(".banner");
  await own.run();
  await page.waitForSelector(".banner", { state: "detached", timeout: 20_000 });
  await page.waitForSelector("[data-action]");
  for (let n = 0; n < 12; n++) await step(page);
  noFaults(page);
  await page.context().close();
  await own.end();
});

test("the keyboard alone is enough", async () => {
  const page = await openPage(browser, server.url, { viewport: DESKTOP });
  const tabTo = async (selector) => {
    for (let n = 0; n < 90; n++) {
      if (await page.evaluate((wish) => document.activeElement?.matches(wish) ?? false, selector)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${selector}`);
  };
  await page.waitForSelector("[data-play=fortyone]");
  await tabTo("[data-play=fortyone]");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".slot");
  const end = Date.now() + 150_000;
  while (Date.now() < end && !(await isOver(page))) {
    const lit = await page.locator(".slot").evaluateAll((slots) => slots.findIndex((slot) => slot.classList.contains("lit")));
    if (lit >= 0) {
      await tabTo(".slot").catch(() => {});
      await page.keyboard.press("Home");
      for (let n = 0; n < lit; n++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Space");
    }
    if (await page.locator("[data-action]").count()) {
      await tabTo("[data-action]").catch(() => {});
      await page.keyboard.press("Enter");
    }
    await page.waitForTimeout(80);
  }
  assert.ok(await isOver(page));
  assert.ok(((await page.locator("[data-live]").textContent()) ?? "").length > 0);
  noFaults(page);
  await page.context().close();
});

test("the replay goes step by step from any seat", async () => {
  const page = await openPage(browser, server.url, { viewport: DESKTOP });
  await playNow(page, "selfish");
  await playToEnd(page);
  await page.click("a[href^='#/replay/']");
  await page.waitForSelector("[data-step]");
  await page.waitForSelector(".seat");
  const said = await page.locator("[data-step]").textContent();
  await page.click("[data-next]");
  assert.notEqual(await page.locator("[data-step]").textContent(), said);
  await page.selectOption("header select", "1");
  await page.waitForSelector(".hand");
  await accessible(page, "replay");
  noFaults(page);
  await page.context().close();
});

for (const [language, dark] of [["en-US", false], ["ja-JP", true]]) {
  test(`every screen is accessible and fits 360 × 640 (${language}, ${dark ? "dark" : "light"})`, async () => {
    const page = await openPage(browser, server.url, { viewport: SMALL, language, dark });
    await page.waitForSelector("[data-game]");
    await accessible(page, "start");
    await noSidewaysScrolling(page);
    await page.click("[data-options=twentytwo]");
    await accessible(page, "options");
    await page.keyboard.press("Escape");
    for (const game of ["fortyone", "sugekari21", "twentytwo", "ttpageone", "selfish"]) {
      await page.goto(`${server.url}/#/how/${game}`);
      await page.waitForSelector(".how h3");
      await accessible(page, `how to play ${game}`);
      await noSidewaysScrolling(page);
    }
    await page.goto(`${server.url}/#/room/NOSUCH`);
    await page.waitForSelector(".note");
    await accessible(page, "no such room");
    await page.goto(`${server.url}/#/`);
    await page.click("[data-friends=sugekari21]");
    await page.waitForSelector(".wait");
    await accessible(page, "waiting room");
    await noSidewaysScrolling(page);
    for (const game of ["fortyone", "sugekari21", "twentytwo", "ttpageone", "selfish"]) {
      await page.goto(`${server.url}/#/`);
      await page.waitForSelector("[data-game]");
      await playNow(page, game);
      for (let n = 0; n < 6; n++) await step(page).then(() => page.waitForTimeout(80));
      await accessible(page, game);
      await noSidewaysScrolling(page);
    }
    await playToEnd(page, { seconds: 60 }).catch(() => {});
    if (await isOver(page)) await accessible(page, "the end");
    for (const tool of ["how", "log", "chat", "menu"]) {
      if (await page.locator(".end [aria-label]").first().isVisible().catch(() => false)) await page.locator(".end .head button").click();
      await page.click(`[data-tool=${tool}]`);
      await accessible(page, tool);
      await page.keyboard.press("Escape");
    }
    await page.goto(`${server.url}/#/`);
    await withOptions(page, "selfish", { seats: "13" });
    await noSidewaysScrolling(page);
    noFaults(page);
    await page.context().close();
  });
}

test("no request leaves for another host", async () => {
  const page = await openPage(browser, server.url);
  const hosts = new Set();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.reload();
  await playNow(page, "fortyone");
  await page.waitForSelector(".slot");
  assert.deepEqual([...hosts], [`127.0.0.1:${server.port}`]);
  await page.context().close();
});

test("the generated types are those of the running server", async () => {
  const cwd = fileURLToPath(new URL("../../clients/web/", import.meta.url));
  execFileSync(process.execPath, ["scripts/types.mjs", "--check", `${server.url}/asyncapi.json`], { cwd, stdio: "inherit" });
});

let passed = 0;
let failed = 0;
server = await Server.start();
browser = await launch();
try {
  for (const { name, run } of tests.filter((one) => one.name.includes(wanted))) {
    const start = Date.now();
    const contexts = new Set(browser.contexts());
    try {
      await run();
      passed += 1;
      console.log(`ok   ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}\n${error.stack ?? error}`);
      if (process.env.FAILURES) {
        let n = 0;
        for (const context of browser.contexts()) for (const page of context.pages()) await page.screenshot({ path: `${process.env.FAILURES}/${name.replace(/\W+/g, "-")}-${n++}.png` }).catch(() => {});
      }
    }
    for (const context of browser.contexts()) if (!contexts.has(context)) await context.close();
  }
} finally {
  await browser.close();
  await server.end();
  if (process.env.COUNTS) writeFileSync(process.env.COUNTS, `${passed} ${failed}\n`);
}
console.log(`${passed} browser tests passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
