// Playing with strangers, what the page does while the server is down or is updated, and what it loads.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { finish, step, turn } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { DESKTOP, GAMES, jumping, PHONE, Server, SIDEWAYS, web } from "./support.mjs";
import { openRoom, playNow } from "./ways.mjs";

test("playing with people joins an open table, else opens one that bots fill after 30 s", async ({ run }) => {
  const own = await Server.start();
  run.after(() => own.end());
  const first = await run.open({ url: own.url, viewport: PHONE, before: { script: jumping } });
  await first.fill("input[autocomplete=nickname]", "Aki");
  await first.click("[data-people=twentytwo]");
  await first.waitForSelector("[data-fill-in]");
  const second = await run.open({ url: own.url, viewport: SIDEWAYS, language: "ja-JP" });
  await second.waitForSelector("[data-open-table]:has-text('Aki')");
  await second.click("[data-people=twentytwo]");
  await second.waitForSelector(".wait .code");
  assert.equal(await second.locator(".wait .code").textContent(), await first.locator(".wait .code").textContent());
  await second.waitForSelector("[data-fill-in]:has-text('部屋主が人を待つことも')");
  assert.equal(await second.locator("[data-wait-on]").count(), 0, "only the host decides");
  // The countdown is the room's: a reload does not begin it anew.
  await first.reload();
  for (const page of [first, second]) {
    const seconds = /\d+/.exec(await page.locator("[data-fill-in] b").textContent());
    assert.ok(Number(seconds) <= 30, `${seconds} s`);
  }
  await first.evaluate(() => (window.ahead = 31_000));
  await Promise.all([first, second].map((page) => page.waitForSelector(".table")));
  const room = first.received.map((frame) => JSON.parse(frame)).findLast(({ type }) => type === "room");
  assert.deepEqual(room.clock, { decision: 45, bank: 75 });
  assert.equal(room.seats.filter(({ kind }) => kind === "human").length, 2);
  for (const page of [first, second]) faultless(page);
});

test("nobody is seated with somebody who has left, nor is such a table offered", async ({ run }) => {
  const own = await Server.start();
  run.after(() => own.end());
  for (const [game, viewport] of [
    ["fortyone", PHONE],
    ["twentytwo", DESKTOP],
  ]) {
    const gone = await run.open({ url: own.url, viewport: PHONE });
    await gone.click(`[data-people=${game}]`);
    const left = await gone.locator(".wait .code").textContent();
    const newcomer = await run.open({ url: own.url, viewport });
    await newcomer.waitForSelector(`[data-open-table="${left}"]`);
    await gone.context().close();
    await newcomer.waitForSelector(`[data-open-table="${left}"]`, { state: "detached" });
    await newcomer.click(`[data-people=${game}]`);
    await newcomer.waitForSelector("[data-fill-in]");
    assert.notEqual(await newcomer.locator(".wait .code").textContent(), left);
    assert.equal(await newcomer.locator(".table").count(), 0, "no match begins against nobody");
    faultless(newcomer);
  }
});

test("where the host has gone another player's page gives that seat away, and fills the table as host", async ({
  run,
}) => {
  const own = await Server.start();
  run.after(() => own.end());
  const [host, guest] = [
    await run.open({ url: own.url, viewport: PHONE }),
    await run.open({ url: own.url, viewport: DESKTOP, before: { script: jumping } }),
  ];
  await host.click("[data-people=twentytwo]");
  await host.waitForSelector("[data-wait-on]");
  const socket = guest.waitForEvent("websocket", (one) => one.url().includes("?room="));
  await guest.click("[data-people=twentytwo]");
  await guest.waitForSelector("[data-fill-in]");
  await host.click(".head a[href='#/']");
  await guest.waitForSelector("[data-gone]");
  await guest.evaluate(() => (window.ahead = 61_000));
  // For the server no minute has passed: its refusal is not shown.
  const isRefusal = ({ payload }) => String(payload).includes('"not_host"');
  await (await socket).waitForEvent("framereceived", { predicate: isRefusal });
  assert.equal(await guest.locator(".notice").count(), 0);
  await host.click("[data-continue]");
  await host.click("[data-tool=menu]");
  await host.click("[data-leave]");
  await guest.waitForSelector("[data-wait-on]");
  await guest.evaluate(() => (window.ahead += 15_000));
  await guest.waitForSelector(".table");
  assert.deepEqual(guest.faults, []);
  faultless(host);
});

/** Runs in the page: by the server's clock it is `now`, and all open tables were opened at `created`. */
function dated({ now, created }) {
  const ask = window.fetch.bind(window);
  const headers = { date: new Date(now).toUTCString() };
  window.fetch = async (...all) => (all[0] === "/healthz" ? new Response("ok", { headers }) : ask(...all));
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", (event) => {
        const message = JSON.parse(event.data);
        if (!message.created) return;
        const value = JSON.stringify({ ...message, created: message.created.map(() => created) });
        Object.defineProperty(event, "data", { value });
      });
    }
  };
}

test("the start page says how long open tables wait", async ({ run }) => {
  const own = await Server.start();
  run.after(() => own.end());
  const host = await run.open({ url: own.url, viewport: DESKTOP });
  await host.click("[data-people=fortyone]");
  await host.waitForSelector(".wait .code");
  const [{ room }] = await (await fetch(`${own.url}/api/rooms`)).json();
  const created = Date.UTC(2026, 10, 28, 12);
  for (const [viewport, language, first, later] of [
    [PHONE, "en-US", "waiting 1:30", "waiting 2:30"],
    [SIDEWAYS, "ja-JP", "1:30待ち", "2:30待ち"],
    [DESKTOP, "ja-JP", "1:30待ち", "2:30待ち"],
  ]) {
    // The device's clock is an hour slow. The page takes the middle of the second that the server tells: it is half a
    // second away from showing another one.
    const clock = created - 3_600_000;
    const before = { script: dated, value: { now: created + 90_000, created } };
    const page = await run.open({ url: own.url, viewport, language, clock, before });
    const waits = page.locator(`[data-open-table="${room}"] [data-waits]`);
    assert.equal(await waits.textContent(), first);
    await page.clock.runFor(60_000);
    assert.equal(await waits.textContent(), later);
    await bigTargets(page, "open tables");
    await noSidewaysScrolling(page, "open tables");
    faultless(page);
  }
});

test("who waits on for people is not given bots", async ({ run }) => {
  const own = await Server.start();
  run.after(() => own.end());
  const page = await run.open({ url: own.url, viewport: DESKTOP, before: { script: jumping } });
  await page.click("[data-people=selfish]");
  await page.click("[data-wait-on]");
  await page.evaluate(() => (window.ahead = 120_000));
  await page.waitForSelector("[data-fill-in]", { state: "detached" });
  await page.reload();
  await page.waitForSelector("[data-fill-all]");
  assert.equal(await page.locator("[data-fill-in]").count(), 0);
  assert.equal(page.sent.filter((frame) => frame.includes('"fill"')).length, 0);
});

test("a table shown to strangers has a clock unless one chooses otherwise", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await page.click("[data-options=fortyone]");
  assert.equal(await page.locator("select[name=clock]").inputValue(), "none");
  await page.check("input[name=public]");
  assert.equal(await page.locator("select[name=clock]").inputValue(), "calm");
  await page.selectOption("select[name=clock]", "none");
  await page.uncheck("input[name=public]");
  await page.check("input[name=public]");
  assert.equal(await page.locator("select[name=clock]").inputValue(), "none");
});

test("with the server down Play now says so within 2 s, and the page says what it waits for", async ({ run }) => {
  const own = await Server.start();
  run.after(() => own.end());
  const page = await run.open({ url: own.url, viewport: PHONE, slow: true });
  await page.waitForSelector("[data-game]");
  await own.stop();
  await page.waitForSelector(".banner");
  assert.doesNotMatch(await page.locator(".banner").textContent(), /table/);
  // Its clock stands still: only the two seconds that the test lets pass count.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.click("[data-play=fortyone]");
  await page.clock.runFor(2000);
  await page.waitForSelector(".error");
  await page.clock.resume();
  await own.run();
  await page.waitForSelector(".banner", { state: "detached" });
  await playNow(page, "fortyone");
});

test("playing against bots with options never shows the waiting room", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await page.waitForSelector("[data-game]");
  await page.evaluate(() => {
    window.waited = 0;
    new MutationObserver(() => (window.waited += document.querySelector(".wait") ? 1 : 0)).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });
  await page.click("[data-options=selfish]");
  await page.selectOption("select[name=seats]", { value: "13" });
  await page.click("[data-go=bots]");
  await page.waitForSelector(".table");
  assert.equal(await page.evaluate(() => window.waited), 0);
  faultless(page);
});

test("the first match of Selfish has five games without special rules, against gentle bots", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await playNow(page, "selfish");
  const sent = page.sent.map((frame) => JSON.parse(frame));
  const { seats, options } = sent.find(({ type }) => type === "create");
  assert.deepEqual({ seats, options }, { seats: undefined, options: { games: 5 } });
  assert.deepEqual(
    sent.filter(({ type }) => type === "fill").map(({ level }) => level),
    ["easy", "easy", "easy"],
  );
});

test("the QR code is loaded when it is asked for", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.click("[data-friends=selfish]");
  await page.waitForSelector("[data-qr]");
  assert.equal(loaded.filter((path) => path.includes("/qr-")).length, 0);
  await page.click("[data-qr]");
  await page.waitForSelector("svg.qr");
  assert.equal(loaded.filter((path) => path.includes("/qr-")).length, 1);
});

test("the first page loads less than 80 KB, and does not shift", async ({ run }) => {
  for (const [viewport, language] of [
    [PHONE, "en-US"],
    [SIDEWAYS, "ja-JP"],
    [DESKTOP, "ja-JP"],
  ]) {
    const page = await run.open({ url: "about:blank", viewport, language, slow: true });
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(() => {
      window.moved = 0;
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => (window.moved += entry.hadRecentInput ? 0 : entry.value)),
      ).observe({ type: "layout-shift", buffered: true });
    });
    // The games come late, as over a slow network.
    await page.route("**/api/games", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto(run.server.url);
    await page.waitForSelector("[data-game]");
    await page.waitForLoadState("networkidle");
    const moved = await page.evaluate(() => window.moved);
    console.log(`     ${viewport.width} px: ${bytes} bytes, a layout shift of ${moved.toFixed(4)}`);
    // Each game that comes to the first five brings its cards and the schema of its options.
    const limit = 80_000 + 8_000 * Math.max(0, GAMES.length - 5);
    assert.ok(bytes > 20_000 && bytes < limit, `${bytes} bytes`);
    assert.ok(moved < 0.05, `a shift of ${moved}`);
  }
});

test("the page carries the licences of what is bundled, each with its text", async ({ run }) => {
  const reply = await fetch(`${run.server.url}/licenses.txt`);
  assert.match(reply.headers.get("content-type"), /^text\/plain/);
  const [, ...parts] = (await reply.text()).split(/^-{80}$/m);
  const names = parts.map((part) => /^(\S+) \d/.exec(part.trim())[1]);
  for (const name of ["svelte", "clsx", "qrcode-generator", "budoux"]) assert.ok(names.includes(name), name);
  for (const part of parts)
    assert.match(part, /Copyright (\(c\)|\d+)[^]+(Permission is hereby granted|Apache License)/i);
});

const installed = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated")
      await new Promise((resolve) =>
        active.addEventListener("statechange", () => active.state === "activated" && resolve()),
      );
  });

test("the start page and the rules are there without a server, and a new version is shown at once", async ({ run }) => {
  const files = mkdtempSync(join(tmpdir(), "tefuda-page-"));
  run.after(() => rmSync(files, { recursive: true }));
  cpSync(web, files, { recursive: true });
  const own = await Server.start({ files });
  run.after(() => own.end());
  const page = await run.open({ url: own.url, viewport: PHONE, worker: true });
  await page.waitForSelector("[data-game]");
  await installed(page);
  await own.stop();
  await page.reload();
  await page.waitForSelector("[data-game=twentytwo]");
  await page.waitForSelector(".banner");
  await page.waitForSelector(".daily", { state: "detached" });
  for (const game of ["twentytwo", "selfish"]) {
    await page.goto(`${own.url}/#/how/${game}`);
    await page.waitForSelector(".how h3");
    assert.notEqual(await page.locator("h1").textContent(), `How to play ${game}`, "the game's name is known");
  }
  for (const suffix of ["", ".gz", ".br"]) {
    const path = join(files, `index.html${suffix}`);
    if (suffix) rmSync(path);
    else
      writeFileSync(
        path,
        readFileSync(path, "utf8").replace('<div id="app">', '<meta name="version" content="next"><div id="app">'),
      );
  }
  await own.run();
  await page.goto(`${own.url}/#/`);
  await page.reload();
  await page.waitForSelector("meta[name=version]", { state: "attached" });
  await page.click("[data-play=selfish]");
  await turn(page);
});

test("a page whose files the server no longer has reloads itself once", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await page.waitForSelector("[data-game]");
  let stale = true;
  let reloads = 0;
  page.on("request", (request) => request.isNavigationRequest() && ((stale = false), (reloads += 1)));
  await page.route("**/assets/Room-*.js", (route) =>
    stale ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  await page.evaluate(() => (location.hash = "#/room/NOSUCH"));
  await page.waitForSelector(".note");
  assert.equal(reloads, 1);
});

test("an emote is sent without text and seen as a face", async ({ run }) => {
  const pages = [await run.open({ viewport: PHONE })];
  await openRoom(pages[0], "fortyone", "Aki");
  pages.push(await run.open({ url: pages[0].url(), viewport: SIDEWAYS, language: "ja-JP" }));
  await pages[1].click(".door form button");
  await Promise.all(pages.map((page) => page.waitForSelector(".table")));
  await pages[1].click("[data-tool=chat]");
  assert.equal(await pages[1].locator("[data-emote]").count(), 6);
  await bigTargets(pages[1], "emotes");
  await pages[1].click("[data-emote=clap]");
  await pages[0].waitForSelector(".bubble svg[aria-label=applauds]");
  for (const page of pages) faultless(page);
});

/** Runs in the page: a browser that allows notifications and whose page can be hidden by the test. */
function inBackground() {
  window.shown = [];
  window.isHidden = false;
  Object.defineProperty(document, "hidden", { get: () => window.isHidden });
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, options) {
      window.shown.push([title, options.body]);
    }
  };
}

test("a turn is seen in the tab's title, and told by a notification while the page is hidden", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP, before: { script: inBackground } });
  await page.locator("button", { hasText: "⚙" }).click();
  await page.check("input[name=notify]");
  await page.keyboard.press("Escape");
  await playNow(page, "fortyone");
  await turn(page);
  await page.waitForFunction(() => document.title === "● Your turn – Forty-One");
  assert.deepEqual(await page.evaluate(() => window.shown), []);
  await page.evaluate(() => (window.isHidden = true));
  await step(page, run.random);
  for (let n = 0; n < 6 && (await page.evaluate(() => window.shown.length)) === 0; n++) {
    await turn(page);
    await step(page, run.random);
  }
  await page.waitForFunction(() => window.shown.length > 0);
  assert.deepEqual((await page.evaluate(() => window.shown))[0], ["Your turn", "Forty-One"]);
});

test("sounds are asked for at the first table, once", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await playNow(page, "selfish");
  await page.click("[data-sound-on]");
  await page.reload();
  await page.waitForSelector(".table");
  assert.equal(await page.locator("[data-ask-sound]").count(), 0);
  await page.click("[data-tool=menu]");
  await page.locator("dialog .body .btn").first().click();
  assert.equal(await page.locator("dialog input[name=sound]").isChecked(), true);
});

test("sounds are not asked for again after a match without an answer", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await playNow(page, "fortyone");
  await page.waitForSelector("[data-ask-sound]");
  await finish(page, run.random);
  await page.click("[data-rematch]");
  await page.waitForSelector("[data-result]", { state: "detached" });
  await page.waitForSelector("[data-action], .slot.lit");
  assert.equal(await page.locator("[data-ask-sound]").count(), 0);
});

test("every table colour and deck is readable", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await playNow(page, "twentytwo");
  await turn(page);
  for (const [felt, deck, back, dark] of [
    ["blue", "two", "red", false],
    ["plum", "two", "indigo", true],
    ["slate", "four", "moss", false],
    ["green", "four", "red", true],
  ]) {
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    await page.click("[data-tool=menu]");
    await page.locator("dialog .body .btn").first().click();
    await page.selectOption("select[name=felt]", felt);
    await page.selectOption("select[name=deck]", deck);
    await page.selectOption("select[name=back]", back);
    await page.keyboard.press("Escape");
    await page.waitForFunction((wanted) => {
      const { felt, deck, back } = document.documentElement.dataset;
      return [felt, deck, back].join() === wanted;
    }, [felt, deck, back].join());
    await accessible(page, `${felt}, ${deck}, ${back}`);
  }
});

test("backs that were chosen when they were a kind of deck stay", async ({ run }) => {
  const old = () => localStorage.setItem("tefuda.settings", JSON.stringify({ deck: "moss", felt: "plum" }));
  const page = await run.open({ before: { script: old } });
  await page.waitForFunction(() => document.documentElement.dataset.back === "moss");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.deck), "four");
});
