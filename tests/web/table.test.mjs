// What players find at the table: single taps, the sheet between deals, words for each other, and a connection that is gone.
import assert from "node:assert/strict";
import { accessible, faultless, noSidewaysScrolling } from "./checks.mjs";
import { fixedDeal } from "./lessons/record.mjs";
import { scripts } from "./lessons/scripts.mjs";
import { finish, step, turn } from "./player.mjs";
import { Proxy } from "./proxy.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { DESKTOP, PHONE, Server, SIDEWAYS, TABLET, TINY } from "./support.mjs";
import { dealt, goesOnAfter, handOf, openRoom, playNow, runUntil, shows } from "./ways.mjs";

const acts = (page) => page.sent.map((frame) => JSON.parse(frame)).filter(({ type }) => type === "act");

test("one tap plays a card that can be played in one way, and what it does is shown before", async ({ run }) => {
  // While only kings have been played there is no total to say anything about.
  const fixed = fixedDeal(scripts.find(({ game }) => game === "fortyone"));
  const page = await run.open({ viewport: DESKTOP, before: { script: dealt, value: { fixed } } });
  await page.click("[aria-label=Settings]");
  await page.check("input[name=one-tap]");
  await page.keyboard.press("Escape");
  await playNow(page, "fortyone");
  await page.waitForSelector(".table[data-open=true] .slot.lit");
  const card = page.locator(".slot.lit").first();
  await card.hover({ position: { x: 14, y: 14 } });
  const before = await page.textContent("[data-total] b");
  assert.match(await page.textContent("[data-status]"), new RegExp(`^${before} → −?\\d+`));
  const code = await card.getAttribute("data-card");
  await card.click({ position: { x: 14, y: 14 } });
  await page.waitForFunction((gone) => !document.querySelector(`.slot[data-card="${gone}"]`), code);
  assert.deepEqual(
    acts(page).map(({ action }) => action),
    [{ type: "play", card: code }],
  );
  faultless(page);
});

test("a card that is clicked twice is played, and a first click only chooses it", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await playNow(page, "fortyone");
  await page.waitForSelector(".table[data-open=true] .slot.lit");
  const card = page.locator(".slot.lit").first();
  await card.click({ position: { x: 14, y: 14 } });
  await page.waitForSelector(".slot.selected");
  assert.equal(acts(page).length, 0);
  await card.dblclick({ position: { x: 14, y: 14 } });
  await page.waitForFunction(() => document.querySelectorAll(".slot").length === 5);
  assert.equal(acts(page).length, 1);
});

/** What there is when one can act. */
const OPEN = ".table[data-open=true] [data-action], .table[data-open=true] .slot.lit";
const OPEN_OR_SHEET = `${OPEN}, [data-sheet]`;

for (const [viewport, language] of [
  [TINY, "ja-JP"],
  [PHONE, "en-US"],
])
  test(
    `between two deals a sheet has the scores until one goes on (${viewport.width} px)`,
    inQuickRun(viewport === TINY),
    async ({ run }) => {
      // Its clock stands still unless the test lets it go on: by itself the sheet stays for some seconds.
      const page = await run.open({ viewport, language, slow: true, clock: 1000 });
      await playNow(page, "fortyone");
      const isLaid = async () => (await page.locator("[data-sheet]").count()) > 0;
      const due = () => page.locator(OPEN_OR_SHEET).count();
      for (let n = 0; n < 60 && !(await isLaid()); n++) {
        await runUntil(page, due);
        if (!(await isLaid())) await step(page, run.random);
      }
      const told = await page.evaluate(() => document.querySelector("[data-told]").textContent.trim());
      assert.equal(told, "", "the next deal is not told yet");
      assert.equal(await page.locator("[data-sheet] tbody tr").count(), 2);
      const sheet = await page.locator("[data-sheet]").boundingBox();
      assert.ok(sheet.x >= 0 && sheet.x + sheet.width <= viewport.width, "it is whole");
      await page.click("[data-next]");
      await page.waitForSelector("[data-sheet]", { state: "detached" });
      await runUntil(page, () => page.locator(OPEN).count());
    },
  );

test("a connection that is gone is told, and the table stays", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, slow: true });
  await playNow(page, "fortyone");
  await turn(page);
  await page.context().setOffline(true);
  await page.waitForSelector(".banner");
  assert.ok((await page.locator(".slot").count()) > 0, "the table stays");
  await page.context().setOffline(false);
  await page.waitForSelector(".banner", { state: "detached" });
});

test("who watches in the waiting room can take a free seat", async ({ run }) => {
  const anna = await run.open({ viewport: PHONE });
  const code = await openRoom(anna, "twentytwo", "Anna");
  const ben = await run.open({ viewport: PHONE, url: `${run.server.url}/#/room/${code}?watch` });
  await ben.click("[data-take-seat]");
  await ben.waitForSelector(".wait li:has-text('Anna') + li .avatar.own");
  assert.equal(await ben.locator("[data-take-seat]").count(), 0);
  faultless(ben);
});

/** Waits until this page has received a line of the chat. */
async function lineReceived(page, text) {
  const isThere = () =>
    page.received.map((frame) => JSON.parse(frame)).some((message) => message.type === "chat" && message.text === text);
  while (!isThere()) await page.waitForEvent("websocketframe").catch(() => {});
}

test("who watches a match reads whose turn it is", async ({ run }) => {
  const anna = await run.open({ viewport: PHONE });
  const code = await openRoom(anna, "sugekari21", "Anna");
  await anna.click("[data-fill-all]");
  await anna.waitForSelector(".table");
  await turn(anna);
  for (const [viewport, language, text] of [
    [PHONE, "en-US", "Anna’s turn"],
    [SIDEWAYS, "ja-JP", "Annaの番"],
    [DESKTOP, "ja-JP", "Annaの番"],
    [TABLET, "en-US", "Anna’s turn"],
  ]) {
    const ben = await run.open({ viewport, language, url: `${run.server.url}/#/room/${code}?watch` });
    await ben.waitForFunction((wanted) => document.querySelector("[data-watched]")?.textContent === wanted, text);
    const bar = ben.locator("header.head");
    assert.equal(await bar.locator(".tag").isVisible(), viewport !== PHONE);
    assert.equal(await ben.locator(".watched .here").isVisible(), viewport === PHONE);
    const isCut = await bar.locator(".name").evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    assert.equal(isCut, false, "the game's name is whole");
    await noSidewaysScrolling(ben, "a spectator");
    if ([DESKTOP, TABLET].includes(viewport)) {
      const boxes = await Promise.all(
        [0, 1, 2, 3].map((seat) => ben.locator(`.seat[data-anchor=seat-${seat}]`).boundingBox()),
      );
      assert.ok(boxes[2].y < boxes[1].y && boxes[1].y < boxes[0].y, "one pair of partners is above and below");
      assert.ok(boxes[1].x < boxes[0].x && boxes[0].x < boxes[3].x, "the other one left and right");
    }
    faultless(ben);
  }
  assert.equal(await anna.locator("[data-watched]").count(), 0);
});

test("phrases are sent with one tap, and a muted player is not heard", async ({ run }) => {
  const anna = await run.open({ viewport: PHONE });
  const code = await openRoom(anna, "fortyone", "Anna");
  const ben = await run.open({ viewport: PHONE });
  await ben.fill("input[autocomplete=nickname]", "Ben");
  await ben.goto(`${run.server.url}/#/room/${code}`);
  await ben.click(".door form button");
  await anna.waitForSelector(".table");
  const say = async (n) => {
    await ben.click("[data-tool=chat]");
    assert.equal(await ben.locator("[data-phrase]").count(), 8);
    await ben.locator("[data-phrase]").nth(n).click();
  };
  await say(0);
  await anna.waitForSelector(".bubble >> text=Hello!");
  await anna.click("[data-about-seat]");
  await anna.click("dialog [data-mute]");
  await anna.keyboard.press("Escape");
  await say(3);
  await ben.waitForSelector(".bubble >> text=Thank you!");
  await lineReceived(anna, "Thank you!");
  assert.equal(await anna.locator(".bubble >> text=Thank you!").count(), 0);
  await anna.click("[data-tool=chat]");
  assert.equal(await anna.locator(".chat p >> text=Ben").count(), 0);
});

test("a link that leads nowhere shows the start page, and says so", async ({ run }) => {
  const page = await run.open({ url: `${run.server.url}/#/room/%` });
  await page.waitForSelector("[data-lost-link]");
  await page.waitForSelector("[data-play=fortyone]");
  faultless(page);
});

test("how strong the bots are is said at the table and in the result, also after a reload", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await playNow(page, "fortyone");
  await page.waitForSelector(".seat [data-level=easy]");
  assert.equal(await page.textContent("[data-level]"), "Gentle bot");
  await page.reload();
  await page.waitForSelector(".seat [data-level=easy]");
  await finish(page, run.random);
  assert.equal((await page.textContent("[data-against]")).trim(), "against a gentle bot");
  faultless(page);
});

/** Runs in the page: seat 0 wins every match. */
function winning() {
  const parse = JSON.parse;
  JSON.parse = (...all) => {
    const message = parse(...all);
    if (message?.type === "update" && message.view?.result)
      Object.assign(message.view.result, { winners: [0], ranks: [1, 2] });
    return message;
  };
}

/** Runs in the page: a match of this room that was lost before. */
function lostBefore(room) {
  const ended = { game: "fortyone", at: 1, names: ["a", "b"], me: 0, ranks: [2, 1], scores: [0, 1], winners: [1] };
  localStorage.setItem("tefuda.history", JSON.stringify([{ room, match: 99, ...ended }]));
}

test("the result has the deals and the matches at this table, and offers stronger bots to who has won", async ({
  run,
}) => {
  const page = await run.open({ viewport: PHONE, before: { script: winning } });
  await playNow(page, "fortyone");
  const [, code] = /room\/(\w+)/.exec(page.url());
  await page.evaluate(lostBefore, code);
  await finish(page, run.random);
  assert.equal((await page.textContent("[data-tally]")).trim(), "At this table you have won 1 of 2 matches.");
  await page.click("[data-deals] summary");
  assert.equal(await page.locator("[data-deals] tbody tr").count(), 4);
  const columns = await page
    .locator("[data-deals] tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent) || 0)),
    );
  const sums = [0, 1].map((seat) => columns.reduce((sum, row) => sum + row[seat], 0));
  const scores = await page
    .locator(".end > table tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.querySelector(".n").textContent));
  assert.deepEqual(scores.map(Number), sums);
  await accessible(page, "the result");
  await noSidewaysScrolling(page, "the result");
  await page.click("[data-harder=normal]");
  // Not shown where the sign of the dealer leaves it no room.
  await page.waitForSelector(".seat [data-level=normal]", { state: "attached" });
  assert.notEqual(/room\/(\w+)/.exec(page.url())[1], code);
  faultless(page);
});

/** Runs in the page: every room has a clock that runs out at once. */
function hasty() {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    const more = message.type === "create" ? { clock: { decision: 0.3, bank: 0 } } : {};
    send.call(this, JSON.stringify({ ...message, ...more }));
  };
}

test("what a bot did for a player whose time was up is said as such in the replay", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP, before: { script: hasty } });
  await playNow(page, "fortyone");
  await page.waitForSelector("[data-result]");
  await page.locator("a[href^='#/replay/']").click();
  await page.waitForFunction(() => /A bot chose instead: You/.test(document.querySelector("aside")?.textContent ?? ""));
  const late = page.locator("aside [data-move]", { hasText: "A bot chose instead" }).first();
  await late.click();
  await page.waitForFunction(() =>
    /A bot chose instead/.test(document.querySelector("[data-told]")?.textContent ?? ""),
  );
  faultless(page);
});

/** Runs in the page: the only possible action may go by itself. */
const willing = () => localStorage.setItem("tefuda.settings", JSON.stringify({ forced: true, paceAsked: true }));

test("against bots alone the only possible action goes by itself", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, before: { script: willing, value: null } });
  await playNow(page, "selfish");
  await page.waitForFunction(() => document.querySelectorAll(".hand .slot").length > 0);
  const acts = page.sent.map((frame) => JSON.parse(frame)).filter(({ type }) => type === "act");
  assert.equal(acts[0].action.type, "draw", "the first card is drawn without a press");
  faultless(page);
});

/** Makes one decision. \returns the hand before it */
async function decide(page, random) {
  await page.waitForSelector(OPEN);
  const hand = await handOf(page);
  const before = acts(page).length;
  while (acts(page).length === before) {
    await turn(page);
    await step(page, random);
  }
  await page.waitForSelector("[data-take-back]");
  return hand;
}

/** Waits for the table that goes on from this room. \returns its code, and after how many actions it goes on */
async function wentBack(page, code) {
  await page.waitForURL((url) => /room\//.test(url.hash) && !url.hash.includes(code));
  const actions = await goesOnAfter(page);
  return { code: /room\/(\w+)/.exec(page.url())[1], actions };
}

for (const [viewport, language] of [
  [PHONE, "en-US"],
  [DESKTOP, "ja-JP"],
])
  test(
    `against bots alone one takes back one's last decisions (${viewport.width} px)`,
    inQuickRun(viewport === PHONE),
    async ({ run }) => {
      const page = await run.open({ viewport, language });
      await playNow(page, "fortyone");
      const [, code] = /room\/(\w+)/.exec(page.url());
      await page.waitForSelector(OPEN);
      assert.equal(await page.locator("[data-take-back]").count(), 0, "there is nothing to take back yet");
      const first = await decide(page, run.random);
      const second = await decide(page, run.random);
      await page.waitForSelector(OPEN);
      const moves = await page.locator("[data-live] p").allTextContents();

      await page.click("[data-take-back]");
      await accessible(page, "the question");
      await page.click("dialog [data-yes]");
      const one = await wentBack(page, code);
      assert.deepEqual(await handOf(page), second);
      assert.equal((await fetch(`${run.server.url}/api/rooms/${code}`)).status, 404, "the old room is closed");
      const kept = await page.locator("[data-live] p").allTextContents();
      assert.deepEqual(kept.slice(0, 2), moves.slice(0, 2), "the log is still there");
      await page.reload();
      await page.waitForSelector(OPEN);

      await page.click("[data-take-back]");
      const two = await wentBack(page, one.code);
      assert.equal(await page.locator("dialog").count(), 0, "what it costs is said once");
      assert.deepEqual(await handOf(page), first);
      assert.ok(two.actions < one.actions);
      assert.equal(await page.locator("[data-take-back]").count(), 0);
      await noSidewaysScrolling(page);
      assert.equal(await page.evaluate(() => history.length), 3, "the way back leads to the start page");

      await finish(page, run.random);
      await page.goto(`${run.server.url}/#/history`);
      await page.click("details:has([data-continued=true]) > summary");
      assert.equal(await page.locator("[data-total-of]").count(), 0, "it counts for no result");
      await page.click("li:has([data-continued=true]) [data-replay]");
      await page.waitForSelector("[data-step]");
      faultless(page);
    },
  );

for (const direction of ["up", "down"])
  test(`a decision is taken back though the connection is lost meanwhile (on the way ${direction})`, async ({
    run,
  }) => {
    const proxy = await Proxy.to(run.server.port);
    run.after(() => proxy.end());
    const page = await run.open({ url: proxy.url, viewport: PHONE });
    const isWish = (frame) => frame.includes('"from"');
    const asked = new Promise((done) =>
      page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => isWish(String(payload)) && done())),
    );
    await playNow(page, "fortyone");
    const [, code] = /room\/(\w+)/.exec(page.url());
    const hand = await decide(page, run.random);
    await page.waitForSelector(OPEN);
    proxy.swallow(direction);
    await page.click("[data-take-back]");
    await page.click("dialog [data-yes]");
    await asked;
    if (direction === "down") await proxy.heard((text) => text.includes('"type":"created"'));
    proxy.cut();
    await page.waitForSelector(".banner");
    proxy.mend();
    await wentBack(page, code);
    assert.deepEqual(await handOf(page), hand);
    assert.equal(page.sent.filter(isWish).length, 2, "it is asked for again");
    await finish(page, run.random);
    assert.deepEqual(page.faults, []);
  });

test("where the server has forgotten where a match goes on after a decision was taken back, the page says so", async ({
  run,
}) => {
  const own = await Server.start({ keeps: true });
  run.after(() => own.end());
  const proxy = await Proxy.to(own.port);
  run.after(() => proxy.end());
  const page = await run.open({ url: proxy.url, viewport: PHONE });
  await playNow(page, "fortyone");
  await decide(page, run.random);
  await page.waitForSelector(OPEN);
  proxy.swallow("down");
  await page.click("[data-take-back]");
  await page.click("dialog [data-yes]");
  await proxy.heard((text) => text.includes('"type":"closed"'));
  proxy.cut();
  await own.stop("SIGKILL");
  await own.run();
  proxy.mend();
  await page.waitForSelector(".note:has-text('taken back')");
});

test("each bot is as strong as before when a decision is taken back", async ({ run }) => {
  const page = await run.open({ viewport: DESKTOP });
  await openRoom(page, "sugekari21", "Anna");
  const levels = ["hard", "easy", "normal"];
  for (const [at, level] of levels.entries()) {
    await page.evaluate((level) => {
      const settings = JSON.parse(localStorage.getItem("tefuda.settings"));
      localStorage.setItem("tefuda.settings", JSON.stringify({ ...settings, level }));
    }, level);
    await page.reload();
    await page.click(`[data-fill="${at + 1}"]`);
    await page.waitForSelector(`[data-fill="${at + 1}"]`, { state: "detached" });
  }
  const shown = () =>
    page.locator(".seat [data-level]").evaluateAll((list) => list.map((bot) => bot.dataset.level).sort());
  await page.waitForSelector(OPEN);
  assert.deepEqual(await shown(), [...levels].sort());
  const [, code] = /room\/(\w+)/.exec(page.url());
  await decide(page, run.random);
  await page.click("[data-take-back]");
  await page.click("dialog [data-yes]");
  await wentBack(page, code);
  const create = page.sent.map((frame) => JSON.parse(frame)).findLast(({ type }) => type === "create");
  assert.deepEqual(create.bots, [null, ...levels]);
  assert.deepEqual(await shown(), [...levels].sort());
  faultless(page);
});

test("among people, and at a board of the day, nothing is taken back", async ({ run }) => {
  const anna = await run.open();
  const code = await openRoom(anna, "fortyone", "Anna");
  const ben = await run.open({ url: `${run.server.url}/#/room/${code}` });
  await ben.fill("input[autocomplete=nickname]", "Ben");
  await ben.click(".door form button");
  const board = await run.open();
  await board.click("[data-play-board=fortyone]");
  for (const page of [anna, ben, board]) await page.waitForSelector(".table");
  const played = (page) => acts(page).length > 0;
  while (!(played(anna) || played(ben)))
    for (const page of [anna, ben]) if (await page.locator(OPEN).count()) await step(page, run.random);
  while (!played(board)) {
    await turn(board);
    await step(board, run.random);
  }
  for (const page of [anna, ben, board]) {
    await shows(page, 2);
    assert.equal(await page.locator("[data-take-back]").count(), 0);
  }
});
