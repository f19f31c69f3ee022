// Several players in one room, lost connections, and restarts of the server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  accessible,
  actedOnce,
  bigTargets,
  faultless,
  noSidewaysScrolling,
  notesApart,
  onlyKnownCards,
} from "./checks.mjs";
import { finish, step, turn } from "./player.mjs";
import { Proxy } from "./proxy.mjs";
import { test } from "./fixtures.mjs";
import { DESKTOP, jumping, PHONE, Server, SIDEWAYS, watched } from "./support.mjs";
import { handOf, lastUpdate, openRoom, playNow, shows } from "./ways.mjs";

test("two browsers and a spectator share a room, chat, and play again", async ({ run }) => {
  const { server } = run;
  const host = await run.open({ viewport: DESKTOP });
  const code = await openRoom(host, "fortyone", "Aki");
  const watcher = await run.open({ url: `${server.url}/#/room/${code}?watch`, viewport: PHONE });
  await watcher.waitForSelector(".wait");
  const guest = await run.open({ url: `${server.url}/#/room/${code}`, viewport: PHONE, language: "ja-JP" });
  await guest.fill("input[autocomplete=nickname]", "はる");
  await guest.click(".door form button");
  await Promise.all([host, guest, watcher].map((page) => page.waitForSelector(".table")));
  assert.equal(await watcher.locator(".hand").count(), 0);
  await guest.click("[data-tool=chat]");
  await guest.fill(".say input", "よろしく!");
  await guest.click(".say button");
  await host.waitForSelector(".bubble:has-text('よろしく!')");
  // Whoever watches is marked as such: a spectator may have a player's name.
  await watcher.click("[data-tool=chat]");
  await watcher.fill(".say input", "Aki is Aki");
  await watcher.click(".say button");
  await guest.waitForSelector(".chat p:has-text('Aki is Aki') [data-watches]");
  assert.equal(await guest.locator(".chat p:has-text('よろしく!') [data-watches]").count(), 0);
  for (const page of [guest, watcher]) await page.keyboard.press("Escape");
  await Promise.all([host, guest].map((page) => finish(page, run.random)));
  await watcher.waitForSelector("[data-result]");
  await host.click("[data-rematch]");
  await guest.click("[data-rematch]");
  await Promise.all([host, guest, watcher].map((page) => page.waitForSelector("[data-result]", { state: "detached" })));
  assert.equal(lastUpdate(host).seq, 1);
  for (const page of [host, guest, watcher]) {
    await shows(page);
    await onlyKnownCards(page);
    faultless(page);
  }
});

/** Runs in the page: the first connection of a room is lost when something is sent on it. */
function losesFirst() {
  let first = true;
  window.WebSocket = class extends WebSocket {
    send(text) {
      const lost = first && this.url.includes("?room=");
      first &&= !lost;
      return lost ? this.close() : super.send(text);
    }
  };
}

test("a spectator whose first connection is lost watches with the next one", async ({ run }) => {
  const host = await run.open({ viewport: PHONE });
  await playNow(host, "fortyone");
  const watcher = await run.open({ url: `${host.url()}?watch`, viewport: PHONE, before: { script: losesFirst } });
  await shows(watcher, 1);
  assert.equal(await watcher.locator(".door").count(), 0);
  faultless(watcher);
});

test("a reload and a second tab resume the seat", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await playNow(page, "twentytwo");
  await page.waitForSelector("[data-action], .slot.lit");
  const before = await handOf(page);
  await page.reload();
  await page.waitForSelector("[data-action], .slot.lit");
  assert.deepEqual(await handOf(page), before);
  const second = await watched(await page.context().newPage(), page.url());
  await second.waitForSelector("[data-action], .slot.lit");
  assert.deepEqual(await handOf(second), before);
  await page.click(".note .btn.main");
  await page.waitForSelector("[data-action], .slot.lit");
  await second.waitForSelector(".note .btn.main");
  assert.deepEqual(await handOf(page), before);
  faultless(page);
});

/** Runs in the page: keeps its sockets in `window.sockets`; one that is made `deaf` hears nothing any more, and one that got a seat is `seated`. */
function hearing() {
  window.sockets = [];
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...all) {
      super(...all);
      window.sockets.push(this);
      this.addEventListener("message", (event) => {
        if (this.deaf) event.stopImmediatePropagation();
        else this.seated ||= JSON.parse(event.data).type === "joined";
      });
    }
  };
}

test("a tab whose connection is dead leaves the seat to the tab that has taken it", async ({ run }) => {
  const first = await run.open({ viewport: PHONE, before: { script: hearing } });
  await playNow(first, "twentytwo");
  await turn(first);
  const deafen = () => first.evaluate(() => window.sockets.forEach((socket) => (socket.deaf = true)));
  /** The first tab wakes, gets no answer, and connects anew. */
  const wake = () => first.evaluate(() => dispatchEvent(new Event("online")));
  await deafen();
  const second = await watched(await first.context().newPage(), first.url());
  await turn(second);
  await wake();
  await first.waitForSelector("[data-away=replaced]");
  await step(second, run.random);
  await turn(second);
  assert.equal(await second.locator("[data-away]").count(), 0);
  await first.click("[data-away] .btn.main");
  await turn(first);
  await second.waitForSelector("[data-away=replaced]");
  // Where the other tab has gone from the table, the first one goes on by itself.
  await deafen();
  await second.click("[data-away] .btn.main");
  await turn(second);
  await second.click("header a[href='#/']");
  await second.waitForSelector("[data-continue]");
  await wake();
  await first.waitForFunction(() => window.sockets.some(({ deaf, seated }) => seated && !deaf));
  await turn(first);
  assert.equal(await first.locator("[data-away]").count(), 0);
  for (const one of [first, second]) faultless(one);
});

test("a lost connection is shown, and the match continues afterwards", async ({ run }) => {
  const proxy = await Proxy.to(run.server.port);
  run.after(() => proxy.end());
  const page = await run.open({ url: proxy.url, viewport: PHONE });
  await playNow(page, "sugekari21");
  await turn(page);
  proxy.cut();
  await page.waitForSelector(".banner");
  proxy.mend();
  await page.waitForSelector(".banner", { state: "detached" });
  const resume = page.sent.map((frame) => JSON.parse(frame)).findLast(({ type }) => type === "resume");
  assert.ok(resume.since >= 1 && resume.match === 1, "it asks for the missed updates");
  await finish(page, run.random);
  actedOnce(page);
  faultless(page);
});

test("an action whose connection is lost is carried out exactly once", async ({ run }) => {
  for (const direction of ["up", "down"]) {
    const proxy = await Proxy.to(run.server.port);
    run.after(() => proxy.end());
    const page = await run.open({ url: proxy.url, viewport: DESKTOP });
    await playNow(page, "fortyone");
    await page.waitForSelector("[data-action], .slot.lit");
    const before = await handOf(page);
    // The network drops the data of one direction; then the connection is cut.
    proxy.swallow(direction);
    while (page.sent.every((frame) => !frame.includes('"type":"act"'))) await step(page, run.random);
    const { action } = JSON.parse(page.sent.find((frame) => frame.includes('"type":"act"')));
    if (direction === "down") await proxy.heard((text) => text.includes('"type":"ok"'));
    proxy.cut();
    await page.waitForSelector(".banner");
    proxy.mend();
    await page.waitForSelector(".banner", { state: "detached" });
    await page.waitForFunction((count) => document.querySelectorAll(".slot").length !== count, before.length);
    const rest = await handOf(page);
    if (action.card) assert.equal(rest.includes(action.card), false, `${action.card} went ${direction}`);
    await finish(page, run.random);
    assert.deepEqual(page.faults, []);
    const acts = page.sent.map((frame) => JSON.parse(frame)).filter(({ type }) => type === "act");
    const replay = await (await fetch(`${run.server.url}/api/rooms/${acts[0].room}/matches/1`)).json();
    const done = replay.actions.filter(({ seat }) => seat === 0).map((entry) => entry.action);
    const meant = [...new Map(acts.map((act) => [act.decision, act.action])).values()];
    assert.deepEqual(done, meant, "every action was done, once, in order");
  }
});

test("a match continues after a restart of the server", async ({ run }) => {
  const own = await Server.start({ keeps: true });
  run.after(() => own.end());
  const page = await run.open({ url: own.url, viewport: DESKTOP });
  await playNow(page, "fortyone");
  await page.waitForSelector("[data-action], .slot.lit");
  const before = await handOf(page);
  const changes = [];
  page.on("request", (request) => request.method() === "PATCH" && changes.push(request.url()));
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    await own.stop(signal);
    await page.waitForSelector(".banner");
    for (let failed = 0; failed < 3; failed++) await page.waitForEvent("websocket");
    // Once it is back it may be asked: the connection before was refused.
    assert.deepEqual(changes, [], "a server that is away is not asked whether it has banned this page");
    await own.run();
    await page.waitForSelector(".banner", { state: "detached" });
    await page.waitForSelector("[data-action], .slot.lit");
    assert.deepEqual(await handOf(page), before);
    changes.length = 0;
  }
  await finish(page, run.random);
  await page.click("[data-check]");
  await page.waitForSelector("[data-verdict=true]");
  actedOnce(page);
  faultless(page);
});

test("the start page continues every table of this browser, and whoever goes there is away at once", async ({
  run,
}) => {
  const host = await run.open({ viewport: PHONE, before: { script: jumping } });
  const code = await openRoom(host, "fortyone", "Aki");
  const guest = await run.open({
    url: `${run.server.url}/#/room/${code}`,
    viewport: SIDEWAYS,
    language: "ja-JP",
    before: { script: jumping },
  });
  await guest.fill("input[autocomplete=nickname]", "Haru");
  await guest.click(".door form button");
  await Promise.all([host, guest].map((page) => page.waitForSelector(".table")));
  const hand = await handOf(guest);
  await guest.click(".head a[href='#/']");
  await host.waitForSelector("[data-gone]:has-text('Haru')");
  await guest.waitForSelector(`[data-continue='${code}']:has-text('続ける：フォーティーワン'):has-text('Aki')`);
  await bigTargets(guest, "the start page with a table");
  await guest.reload();
  await guest.click(`[data-continue='${code}']`);
  await host.waitForSelector("[data-gone]", { state: "detached" });
  await guest.waitForSelector(".table");
  assert.deepEqual(await handOf(guest), hand);
  // The host may hand over at once, the guest after a minute.
  await guest.click(".head a[href='#/']");
  await host.click("[data-hand-over='1']");
  await host.waitForSelector("[data-gone]", { state: "detached" });
  assert.equal(await host.locator("[data-anchor=seat-1] .away").count(), 1);
  await guest.click(`[data-continue='${code}']`);
  await host.waitForSelector("[data-anchor=seat-1] .away", { state: "detached" });
  await guest.waitForSelector(".table");
  assert.ok(
    (await handOf(guest)).every((card) => hand.includes(card)),
    "the bot may have played a card",
  );
  // The host's seat has its minute, too.
  await host.click(".head a[href='#/']");
  await guest.waitForSelector("[data-gone] small");
  assert.equal(await guest.locator("[data-hand-over]").count(), 0);
  for (const page of [host, guest]) faultless(page);
});

test("an absent player is counted, and after a minute anybody may hand the seat to a bot", async ({ run }) => {
  const pages = [];
  const views = [
    [DESKTOP, "en-US"],
    [PHONE, "ja-JP"],
    [SIDEWAYS, "en-US"],
  ];
  for (const [n, name] of ["Aki", "Haru", "Natsu"].entries()) {
    const [viewport, language] = views[n];
    const page = await run.open({ viewport, language, before: { script: jumping } });
    if (n === 0) {
      await page.fill("input[autocomplete=nickname]", name);
      await page.click("[data-options=twentytwo]");
      await page.selectOption("select[name=seats]", { value: "3" });
      await page.click("[data-go=friends]");
      await page.waitForSelector(".wait .code");
    } else {
      await page.goto(pages[0].url());
      await page.fill("input[autocomplete=nickname]", name);
      await page.click(".door form button");
    }
    pages.push(page);
  }
  await Promise.all(pages.map((page) => page.waitForSelector(".table")));
  const [aki, haru, natsu] = pages;
  await natsu.click(".head a[href='#/']");
  await haru.waitForSelector("[data-gone]:has-text('Natsu')");
  assert.equal(await haru.locator("[data-hand-over]").count(), 0);
  await haru.evaluate(() => (window.ahead = 45_000));
  await haru.waitForFunction(() => /0:4[5-9]/.test(document.querySelector("[data-gone]")?.textContent ?? ""));
  assert.equal(await haru.locator("[data-hand-over]").count(), 0);
  await haru.evaluate(() => (window.ahead = 61_000));
  await haru.waitForSelector("[data-hand-over='2']:has-text('Natsuさんの代わりにボットが打つ')");
  await aki.waitForSelector("[data-hand-over='2']:has-text('Let a bot play for Natsu')");
  for (const page of [aki, haru]) {
    await bigTargets(page, "a player who is away");
    await noSidewaysScrolling(page, "a player who is away");
    await notesApart(page, "a player who is away");
  }
  await aki.click("[data-hand-over='2']");
  await haru.waitForSelector("[data-bot-plays='2']");
  await accessible(haru, "a bot that plays on");
});

test("who leaves a match finds it on the start page, takes the seat from the bot, and is told what the bot did", async ({
  run,
}) => {
  const page = await run.open({ viewport: PHONE });
  const code = await openRoom(page, "fortyone", "Aki");
  // The other player lets the bot wait, so that the match goes on until Aki is back.
  const other = await run.open({ url: page.url(), viewport: DESKTOP });
  await other.fill("input[autocomplete=nickname]", "Haru");
  await other.click(".door form button");
  await Promise.all([page, other].map((one) => shows(one, 1)));
  while (!Number.isInteger(lastUpdate(page).decision)) await step(other, run.random);
  await turn(page);
  const plays = await other.locator(".line .play").count();
  await page.click("[data-tool=menu]");
  await page.click("[data-leave]");
  await page.click("dialog [data-yes]");
  await other.waitForFunction((before) => document.querySelectorAll(".line .play").length > before, plays);
  await page.click(`[data-continue='${code}']`);
  await page.waitForSelector(".table");
  await page.waitForSelector("[data-stood-in]");
  assert.equal(page.sent.map((frame) => JSON.parse(frame)).filter(({ type }) => type === "resume").length, 1);
  await accessible(page, "what a bot did meanwhile");
  await page.click("[data-stood-in] .btn:has-text('Log')");
  await page.waitForSelector("dialog:has-text('A bot chose')");
  assert.equal(await page.locator("[data-stood-in]").count(), 0, "told once");
  faultless(page);
});

/** Runs in the page: every room has a clock that gives a second for each decision. */
function clocked() {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    const more = message.type === "create" ? { clock: { decision: 1, bank: 0 } } : {};
    send.call(this, JSON.stringify({ ...message, ...more }));
  };
}

test("who has lost the connection is told which moves a bot has made meanwhile", async ({ run }) => {
  const proxy = await Proxy.to(run.server.port);
  run.after(() => proxy.end());
  const page = await run.open({ url: proxy.url, viewport: PHONE, before: { script: clocked } });
  await playNow(page, "fortyone");
  await shows(page, 1);
  const [, code] = /room\/(\w+)/.exec(page.url());
  proxy.cut();
  const watcher = await run.open({ url: `${run.server.url}/#/room/${code}?watch`, viewport: DESKTOP });
  await watcher.waitForFunction(() => document.querySelectorAll(".line .play").length > 4);
  proxy.mend();
  await page.waitForSelector("[data-stood-in] li:has-text('You played')");
  await accessible(page, "what a bot did for who had lost the connection");
  await noSidewaysScrolling(page);
  await page.click("[data-stood-in] .btn:has-text('Log')");
  await page.waitForSelector("dialog:has-text('A bot chose')");
  assert.deepEqual(page.faults, []);
});

test("the log survives a reload", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await playNow(page, "fortyone");
  for (let n = 0; n < 12; n++) {
    await turn(page);
    await shows(page);
    await step(page, run.random);
  }
  await turn(page);
  const log = async () => {
    await page.click("[data-tool=log]");
    await page.waitForSelector("dialog .log li");
    const lines = await page.locator("dialog .log li").allTextContents();
    await page.keyboard.press("Escape");
    return lines;
  };
  const before = await log();
  assert.ok(before.length > 5);
  await page.reload();
  await page.waitForSelector("[data-action], .slot.lit");
  assert.deepEqual((await log()).slice(-before.length), before);
  // Another tab, without a saved log, has what the server still holds.
  await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("tefuda.log."))
      .forEach((key) => localStorage.removeItem(key)),
  );
  const [context, url] = [page.context(), page.url()];
  await page.close(); // a tab whose connection is slow would take the seat back
  const second = await watched(await context.newPage(), url);
  await second.waitForSelector("[data-action], .slot.lit");
  await second.click("[data-tool=log]");
  // All but the deal.
  await second.waitForFunction(
    (expected) => {
      const lines = [...document.querySelectorAll("dialog .log li")].map((line) => line.textContent);
      return expected.every((line) => lines.includes(line));
    },
    before.slice(0, -1),
  );
});

test("the page follows its room to another server", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP, before: { script: movable } });
  await playNow(page, "fortyone");
  await page.waitForSelector("[data-action], .slot.lit");
  const [, code] = /room\/(\w+)/.exec(page.url());
  const opened = () => page.evaluate(() => window.sockets.map((socket) => new URL(socket.url).search));
  assert.deepEqual(await opened(), ["", `?room=${code}`]);
  const before = await handOf(page);
  await page.evaluate(
    (room) => window.sockets.at(-1).onmessage({ data: JSON.stringify({ type: "moved", room }) }),
    code,
  );
  await page.waitForFunction(() => window.sockets.length === 3 && window.sockets[1].readyState === WebSocket.CLOSED);
  assert.deepEqual((await opened()).at(-1), `?room=${code}`);
  await page.waitForFunction(() => document.querySelector(".banner") === null);
  assert.deepEqual(await handOf(page), before);
  // An answer `elsewhere` does the same, and the action is still carried out once.
  await page.evaluate(() => (window.astray = true));
  await finish(page, run.random);
  assert.equal((await opened()).length, 4);
  const replay = await (await fetch(`${run.server.url}/api/rooms/${code}/matches/1`)).json();
  const mine = replay.actions.filter(({ seat }) => seat === 0).length;
  const sent = page.sent.map((frame) => JSON.parse(frame)).filter(({ type }) => type === "act");
  assert.equal(new Set(sent.map(({ decision }) => decision)).size, mine);
});

/** Runs in the page: collects its sockets; with `astray` the next action is answered with `elsewhere` instead of being sent. */
function movable() {
  window.sockets = [];
  window.astray = false;
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(url) {
      super(url);
      window.sockets.push(this);
    }
    send(text) {
      const { type, id } = JSON.parse(text);
      if (!window.astray || type !== "act") return super.send(text);
      window.astray = false;
      this.onmessage({
        data: JSON.stringify({ type: "error", re: id, code: "elsewhere", message: "connect to /ws?room=" }),
      });
    }
  };
}

test("the chat survives a reload, and who asked for a rematch is seen", async ({ run }) => {
  const host = await run.open({ viewport: DESKTOP });
  await openRoom(host, "fortyone", "Aki");
  const guest = await run.open({ url: host.url(), viewport: PHONE, language: "ja-JP" });
  await guest.fill("input[autocomplete=nickname]", "はる");
  await guest.click(".door form button");
  await Promise.all([host, guest].map((page) => page.waitForSelector(".table")));
  await guest.click("[data-tool=chat]");
  await guest.fill(".say input", "よろしく!");
  await guest.click(".say button");
  await host.waitForSelector(".bubble:has-text('よろしく!')");
  await guest.keyboard.press("Escape");
  for (const page of [host, guest]) {
    await page.reload();
    await page.click("[data-tool=chat]");
    await page.waitForSelector(".chat p:has-text('よろしく!')");
    assert.equal(await page.locator(".bubble").count(), 0, "an old line is not said again");
    await page.keyboard.press("Escape");
  }
  await Promise.all([host, guest].map((page) => finish(page, run.random)));
  await guest.click("[data-rematch]");
  await host.waitForSelector("[data-asked='1']");
  assert.equal(await host.locator("[data-asked]").count(), 1);
  await host.reload();
  await host.waitForSelector("[data-asked='1']");
  await host.click("[data-rematch]");
  await Promise.all([host, guest].map((page) => page.waitForSelector("[data-result]", { state: "detached" })));
  for (const page of [host, guest]) faultless(page);
});

test("whoever changes a given name to one that is refused keeps the seat", async ({ run }) => {
  const host = await run.open({ viewport: PHONE });
  await openRoom(host, "fortyone");
  const line = await host.textContent("[data-called]");
  await host.fill("[data-name]", "An\u200bna");
  await host.click("[data-rename]");
  await host.waitForSelector(".notice:has-text('invisible')");
  assert.equal(await host.textContent("[data-called]"), line);
  assert.equal(await host.locator("[data-start]").count(), 1);
});

test("the waiting room shows the sides and one's given name, lets one change the seat, and asks before it removes somebody", async ({
  run,
}) => {
  const host = await run.open({ viewport: PHONE });
  const code = await openRoom(host, "sugekari21");
  await host.waitForSelector("[data-called]");
  await host.fill("[data-name]", "Anna");
  await host.click("[data-rename]");
  await host.waitForSelector("[data-called]", { state: "detached" });
  await host.waitForSelector(".wait li b:has-text('Anna')");
  assert.equal(await host.locator("[data-start]").count(), 1, "who changes the name is still host");
  const guest = await run.open({ url: `${run.server.url}/#/room/${code}`, viewport: PHONE });
  await guest.waitForSelector(".door:has-text('Anna')");
  await guest.fill("input[autocomplete=nickname]", "Ben");
  await guest.click("form .btn.seal");
  await guest.waitForSelector(".wait");
  assert.equal(await guest.locator("[data-called]").count(), 0, "who has chosen a name knows it");
  const sides = await host.locator(".wait li .who .muted").allTextContents();
  assert.deepEqual(
    sides.map((text) => /Team (\d)/.exec(text)?.[1]),
    ["1", "2", "1", "2"],
  );
  // A free seat is taken by a tap: now both are partners.
  await guest.click("[data-move='2']");
  await host.waitForSelector("[data-remove='2']");
  await guest.waitForSelector("[data-move='1']");
  await guest.click("[data-move='1']");
  await host.click("[data-remove='1']");
  await host.waitForSelector("dialog [data-yes]");
  await accessible(host, "the question before somebody is removed");
  await host.click("dialog .btn:has-text('Cancel')");
  assert.equal(await guest.locator("[data-away=kicked]").count(), 0);
  await host.click("[data-remove='1']");
  await host.click("dialog [data-yes]");
  await guest.waitForSelector("[data-away=kicked]");
  faultless(host);
});

test("the host shows where the room talks, and the page opens it only after a question, for a window that knows nothing", async ({
  run,
}) => {
  const host = await run.open({ viewport: PHONE });
  const code = await openRoom(host, "sugekari21", "Aki");
  await host.click("summary:has-text('Talk while you play')");
  await host.fill("[data-call-link]", "https://name@talk.example/");
  await host.click("[data-call-link] + .btn");
  await host.waitForSelector("[role=alert]:has-text('https://')");
  await host.fill("[data-call-link]", "https://talk.example/our-evening");
  await host.click("[data-call-link] + .btn");
  const watcher = await run.open({ url: `${run.server.url}/#/room/${code}?watch`, viewport: PHONE });
  await watcher.click("[data-call]:has-text('talk.example')");
  await accessible(watcher, "the question before a call");
  const open = watcher.locator("[data-call-open]");
  assert.deepEqual(
    await Promise.all(["href", "target", "rel", "referrerpolicy"].map((name) => open.getAttribute(name))),
    ["https://talk.example/our-evening", "_blank", "noopener noreferrer", "no-referrer"],
  );
  await host.click("[data-call-end]");
  await open.waitFor({ state: "detached" });
  assert.equal(await watcher.locator("[data-call]").count(), 0);
});

test("after a match the host has another game played at the same table, and the old one stays what it was", async ({
  run,
}) => {
  const page = await run.open({ viewport: PHONE });
  await playNow(page, "fortyone");
  await finish(page, run.random);
  await page.click("[data-another]");
  await page.waitForSelector("[data-next=fortyone]");
  await page.click("[data-next=ttpageone]");
  const numbers = page.locator("select[name=seats] option");
  assert.deepEqual(await numbers.allTextContents(), ["3", "4", "5", "6"], "with room for one more");
  await page.keyboard.press("Escape"); // back to the list
  await page.click("[data-next=selfish]");
  await page.waitForSelector("[data-go=next]");
  await accessible(page, "what is played next");
  await page.click("[data-go=next]");
  await page.waitForSelector("[data-next-game]:has-text('Selfish')");
  assert.equal(await page.locator(".scale").count(), 1, "the table of the match that is over");
  await page.reload();
  await page.waitForSelector("[data-next-game]:has-text('Selfish')");
  assert.equal(await page.locator(".scale").count(), 1, "also for who comes back");
  await page.click("[data-rematch]");
  await page.waitForSelector("[data-action=draw]");
  faultless(page);
});

test("from the second match on the sheet of the evening stands beside the result, with a line to share", async ({
  run,
}) => {
  const copied = () =>
    Object.defineProperty(navigator, "share", {
      value: async ({ text }) => void (window.copied = text),
      configurable: true,
    });
  const page = await run.open({ viewport: PHONE, language: "ja-JP", before: { script: copied } });
  await playNow(page, "selfish");
  await finish(page, run.random);
  await page.waitForSelector("[data-rematch]");
  assert.equal(await page.locator("[data-evening]").count(), 0);
  await page.click("[data-rematch]");
  await page.waitForSelector("[data-rematch]", { state: "detached" });
  await finish(page, run.random);
  await page.waitForSelector("[data-evening-games]:has-text('Selfish ×2')");
  assert.equal(await page.locator("[data-evening-line]").count(), 4);
  const names = (selector) =>
    page.locator(selector).evaluateAll((cells) => cells.map((cell) => cell.firstChild.textContent));
  const atTable = await names(".end > table .who > span:last-child");
  assert.deepEqual(
    (await names("[data-evening-line] .who")).sort(),
    atTable.sort(),
    "bots have the names of the table",
  );
  await accessible(page, "the sheet");
  await bigTargets(page, "the sheet");
  await noSidewaysScrolling(page, "the sheet");
  await page.click("[data-share-evening]");
  assert.match(await page.evaluate(() => window.copied), /^今夜の成績：2戦\n.* \d.* · .*\nSelfish ×2$/);
  const picture = async () => {
    const saved = page.waitForEvent("download");
    await page.click("[data-evening-picture]");
    return readFileSync(await (await saved).path());
  };
  const png = await picture();
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.equal(png.readUInt32BE(16), 1080);
  await page.click("a[href='#/']");
  await page.goto(`${run.server.url}/#/history`);
  await page.click("[data-evenings] summary");
  await page.waitForSelector("[data-evening-of]:has-text('Selfish ×2')");
  assert.equal(await page.locator("[data-evening-of]").count(), 1);
  assert.equal(await page.locator("[data-evening-line] >> text=あなた").count(), 1);
  await accessible(page, "the last evenings");
  await noSidewaysScrolling(page, "the last evenings");
  faultless(page);
});
