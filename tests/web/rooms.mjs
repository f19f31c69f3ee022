// Several players in one room, lost connections, and restarts of the server.
import assert from "node:assert/strict";
import { actedOnce, faultless, onlyKnownCards } from "./checks.mjs";
import { isOver, playToEnd, step, turn } from "./player.mjs";
import { Proxy } from "./proxy.mjs";
import { test } from "./runner.mjs";
import { DESKTOP, PHONE, Server, watched } from "./support.mjs";
import { handOf, lastUpdate, openRoom, playNow, shows } from "./ways.mjs";

test("two browsers and a spectator share a room, chat, and play again", async (run) => {
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
  await guest.keyboard.press("Escape");
  await Promise.all([host, guest].map((page) => playToEnd(page, run.random)));
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

test("a reload and a second tab resume the seat", async (run) => {
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

test("a lost connection is shown, and the match continues afterwards", async (run) => {
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
  await playToEnd(page, run.random);
  actedOnce(page);
  faultless(page);
});

test("an action whose connection is lost is carried out exactly once", async (run) => {
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
    await playToEnd(page, run.random);
    assert.deepEqual(page.faults, []);
    const acts = page.sent.map((frame) => JSON.parse(frame)).filter(({ type }) => type === "act");
    const replay = await (await fetch(`${run.server.url}/api/rooms/${acts[0].room}/matches/1`)).json();
    const done = replay.actions.filter(({ seat }) => seat === 0).map((entry) => entry.action);
    const meant = [...new Map(acts.map((act) => [act.decision, act.action])).values()];
    assert.deepEqual(done, meant, "every action was done, once, in order");
  }
});

test("a match continues after a restart of the server", async (run) => {
  const own = await Server.start({ keeps: true });
  run.after(() => own.end());
  const page = await run.open({ url: own.url, viewport: DESKTOP });
  await playNow(page, "fortyone");
  await page.waitForSelector("[data-action], .slot.lit");
  const before = await handOf(page);
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    await own.stop(signal);
    await page.waitForSelector(".banner");
    await own.run();
    await page.waitForSelector(".banner", { state: "detached" });
    await page.waitForSelector("[data-action], .slot.lit");
    assert.deepEqual(await handOf(page), before);
  }
  await playToEnd(page, run.random);
  await page.click("[data-check]");
  await page.waitForSelector("[data-verdict=true]");
  actedOnce(page);
  faultless(page);
});
