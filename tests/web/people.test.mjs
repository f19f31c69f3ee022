// Who one is: other devices, the recovery code, public profiles, programs among people, and being nobody.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { finish, step, turn } from "./player.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { DESKTOP, PHONE, Server, SIDEWAYS, WebSocket } from "./support.mjs";
import { handOf, openRoom, playNow } from "./ways.mjs";

/** Who the server says that a page is. */
const whoIs = (page) => page.evaluate(async () => (await fetch("/api/me")).json());

async function sound(page, where) {
  await accessible(page, where);
  await bigTargets(page, where);
  await noSidewaysScrolling(page, where);
}

const codeOf = (page) => /room\/(\w+)/.exec(page.url())[1];

/** A table against bots, which is played to its end; returns its code. */
async function played(page, game, random) {
  await playNow(page, game);
  await finish(page, random);
  return codeOf(page);
}

test("a second device is the same player with the link, takes the seat, and has the same games", async ({ run }) => {
  const { url } = run.server;
  const phone = await run.open({ viewport: PHONE });
  await phone.fill("input[autocomplete=nickname]", "Natsu");
  await playNow(phone, "fortyone");
  await turn(phone);
  const code = codeOf(phone);
  const hand = await handOf(phone);
  await phone.goto(`${url}/#/me`);
  await phone.click("[data-show-link]");
  await phone.waitForSelector("svg.qr");
  await sound(phone, "the profile with a link");
  const link = await phone.inputValue("[data-device-link]");
  const desk = await run.open({ url: link, viewport: DESKTOP, language: "ja-JP" });
  await sound(desk, "where the link leads");
  await desk.click("[data-use-link]");
  await desk.waitForSelector(`[data-running="${code}"]`);
  assert.deepEqual(await whoIs(desk), await whoIs(phone));
  await sound(desk, "my games, with a running table");
  await desk.click(`[data-running="${code}"]`);
  await turn(desk);
  assert.deepEqual(await handOf(desk), hand);
  await finish(desk, run.random);
  for (const page of [phone, desk]) {
    await page.goto(`${url}/#/history`);
    await page.click(`[data-result-of="${code}/1"] [data-replay]`);
    await page.waitForSelector("[data-step]");
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".seat .name")].some(({ textContent }) => /^(You|あなた)$/.test(textContent)),
    );
  }
  const third = await run.open({ url: link, viewport: SIDEWAYS });
  await third.click("[data-use-link]");
  await third.waitForSelector("main [role=alert]");
  assert.equal(await whoIs(third), null, "a link is good once");
  for (const page of [phone, desk]) faultless(page);
});

for (const [viewport, language] of [
  [PHONE, "ja-JP"],
  [SIDEWAYS, "en-US"],
])
  test(
    `when all storage is gone the recovery code brings the player back (${language})`,
    inQuickRun(viewport === PHONE),
    async ({ run }) => {
      const { url } = run.server;
      const page = await run.open({ viewport, language });
      const code = await played(page, "fortyone", run.random);
      const { id } = await whoIs(page);
      await page.goto(`${url}/#/me`);
      await page.click("[data-make-code]");
      const recovery = await page.textContent("[data-recovery-code]");
      const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-save]")]);
      assert.ok(readFileSync(await file.path(), "utf8").includes(recovery));
      await sound(page, "the profile with a recovery code");
      await page.goto(`${url}/#/data`);
      await page.waitForSelector("main h2");
      await sound(page, "what the server knows");
      await page.context().clearCookies();
      // The page that is open still takes itself for somebody's: shown there, the profile would ask for what is nobody's.
      await page.evaluate(() => {
        localStorage.clear();
        history.replaceState(null, "", "#/me");
      });
      await page.reload();
      await page.waitForSelector("[data-code-field]");
      assert.equal(await whoIs(page), null);
      await sound(page, "the profile of nobody");
      await page.fill("[data-code-field]", recovery.toLowerCase().replaceAll("-", ""));
      await page.click("[data-recover]");
      await page.waitForSelector(`[data-result-of="${code}/1"]`);
      assert.equal((await whoIs(page)).id, id);
      await sound(page, "my games");
      await page.goto(`${url}/#/player/${id}`);
      await page.waitForSelector(`[data-result-of="${code}/1"]`);
      await sound(page, "a public profile");
      faultless(page);
    },
  );

/** Runs in the page: as over plain http there is no clipboard; with `window.stubborn` the browser copies nothing either. */
function withoutClipboard() {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  const command = document.execCommand.bind(document);
  document.execCommand = (name) => !window.stubborn && command(name);
}

test("without a clipboard the recovery code is copied all the same, or is there to be copied by hand", async ({
  run,
}) => {
  const page = await run.open({ viewport: PHONE, before: { script: withoutClipboard } });
  await played(page, "fortyone", run.random);
  await page.goto(`${run.server.url}/#/me`);
  await page.click("[data-make-code]");
  const recovery = await page.textContent("[data-recovery-code]");
  await page.evaluate(() => (window.stubborn = true));
  await page.click("[data-copy]");
  await page.waitForSelector("[data-by-hand]");
  assert.equal(await page.textContent("[data-copy]"), "Copy");
  assert.equal(await page.evaluate(() => document.getSelection().toString()), recovery);
  await page.evaluate(() => (window.stubborn = false));
  await page.click("[data-copy]");
  await page.waitForSelector("[data-copy]:has-text('Copied')");
  await page.waitForSelector("[data-by-hand]", { state: "detached" });
  await page.focus("[data-name]");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+V");
  assert.equal(await page.inputValue("[data-name]"), recovery.slice(0, 24), "as much as a name has");
  faultless(page);
});

test("a wrong code is refused in words", async ({ run }) => {
  const page = await run.open({ url: `${run.server.url}/#/me`, viewport: PHONE });
  await page.fill("[data-code-field]", "ABCD-EFGH");
  await page.click("[data-recover]");
  await page.waitForSelector("details [role=alert]");
  assert.equal(await whoIs(page), null);
});

test("a name is changed, other devices are signed out, everything is taken along, and then the player is deleted", async ({
  run,
}) => {
  const { url } = run.server;
  const page = await run.open({ viewport: DESKTOP });
  await playNow(page, "selfish");
  await page.goto(`${url}/#/me`);
  await page.fill("[data-name]", "Fuyu");
  await page.click("[data-rename]");
  await page.waitForSelector("[role=status]:has-text('Your name has been changed.')");
  assert.equal((await whoIs(page)).name, "Fuyu");
  await page.click("[data-show-link]");
  const other = await run.open({ url: await page.inputValue("[data-device-link]"), viewport: PHONE });
  await other.click("[data-use-link]");
  await other.waitForSelector("[data-running]");
  await page.click("[data-revoke]");
  await page.click("dialog [data-yes]");
  await page.waitForSelector("[role=status]:has-text('signed out')");
  assert.equal(await whoIs(other), null);
  const { id } = await whoIs(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-export-me]")]);
  assert.ok(readFileSync(await file.path(), "utf8").includes(id));
  await page.click("[data-delete-me]");
  await page.click("dialog [data-yes]");
  await page.waitForSelector("[role=status]:has-text('deleted')");
  assert.equal(await whoIs(page), null);
  await page.goto(`${url}/#/player/${id}`);
  await page.waitForSelector("main p:has-text('no such player')");
  await page.goto(`${url}/#/`);
  await playNow(page, "selfish");
  assert.notEqual((await whoIs(page)).id, id);
});

for (const language of ["en-US", "ja-JP"])
  test(
    `the page itself asks before what can't be undone, and is careful about the answer (${language})`,
    inQuickRun(language === "ja-JP"),
    async ({ run }) => {
      const page = await run.open({ viewport: PHONE, language });
      page.on("dialog", (dialog) => assert.fail(`the browser asks: ${dialog.message()}`));
      await playNow(page, "selfish");
      await page.goto(`${run.server.url}/#/me`);
      for (const name of ["data-revoke", "data-delete-me"])
        for (const key of ["Escape", "Enter"]) {
          await page.focus(`[${name}]`);
          await page.keyboard.press("Enter");
          await page.waitForSelector("dialog [data-no]:focus");
          await accessible(page, name);
          assert.equal(/[\u3040-\u30ff]/.test(await page.textContent("dialog")), language === "ja-JP");
          await page.keyboard.press(key);
          await page.waitForSelector("dialog", { state: "detached" });
          await page.waitForSelector(`[${name}]:focus`);
        }
      assert.notEqual(await whoIs(page), null);
      faultless(page);
    },
  );

test("two who look alike are told apart, and their seats open their profiles", async ({ run }) => {
  const host = await run.open({ viewport: DESKTOP });
  await openRoom(host, "fortyone", "Aki");
  const guest = await run.open({ url: host.url(), viewport: PHONE, language: "ja-JP" });
  await guest.fill("input[autocomplete=nickname]", "aki");
  await guest.click(".door form button");
  await Promise.all([host, guest].map((page) => page.waitForSelector(".table")));
  const [first, second] = await Promise.all([whoIs(host), whoIs(guest)]);
  for (const [page, other] of [
    [host, second],
    [guest, first],
  ]) {
    const name = await page.locator(".others .seat .name").textContent();
    assert.ok(name.startsWith(other.name) && other.id.startsWith(name.split(" ")[1]), name);
    await page.click(".others .seat");
    await sound(page, "what to do about somebody at the table");
    await page.click("[data-profile-of]");
    await page.waitForSelector(`[data-profile="${other.id}"] [data-letters]`);
    await sound(page, "a profile over the table");
    await page.keyboard.press("Escape");
    await page.click("[data-tool=menu]");
    await page.click("[data-about]");
    await page.click("[data-profile-of]");
    await page.click("[data-all-results]");
    await page.waitForSelector("main [data-letters]");
    faultless(page);
  }
});

test("the own profile shows whom one has met this month, and no other profile does", async ({ run }) => {
  const { url } = run.server;
  const circle = {
    since: "2026-11-01",
    people: [
      {
        player: "renrenrenren",
        name: "Ren",
        kind: "human",
        games: [{ game: "selfish", played: 3, ahead: 2, level: 0, behind: 1 }],
        boards: { played: 2, percent: 75, theirs: 32.8, ahead: 1, level: 1, behind: 0 },
      },
      {
        player: "roborobo0000",
        name: "Robo",
        kind: "bot",
        games: [{ game: "fortyone", played: 1, ahead: 0, level: 1, behind: 0 }],
      },
    ],
  };
  for (const [viewport, language, expected] of [
    [PHONE, "en-US", [/Selfish: 3 matches · 2 ahead, 0 level, 1 behind/, /75% to 32\.8% · 1 ahead, 1 level, 0 behind/]],
    [DESKTOP, "ja-JP", [/3戦（上位2、同位0、下位1）/, /75%対32\.8%（上位1、同位1、下位0）/]],
  ]) {
    const page = await run.open({ viewport, language });
    await playNow(page, "selfish");
    await page.route("**/api/me/circle", (route) => route.fulfill({ json: circle }));
    await page.goto(`${url}/#/me`);
    const ren = page.locator('[data-met="renrenrenren"]');
    const text = await ren.textContent();
    for (const each of expected) assert.match(text, each);
    assert.equal(await ren.locator("a").getAttribute("href"), "#/player/renrenrenren");
    assert.equal(await page.locator("[data-met]").count(), 2);
    await sound(page, "the people whom one has met");
    await page.goto(`${url}/#/player/${(await whoIs(page)).id}`);
    await page.waitForSelector("main [data-letters]");
    assert.equal(await page.locator("[data-met]").count(), 0);
    faultless(page);
  }
});

/** A program with a player of its own takes a seat. */
async function programAt(run, room) {
  const { url } = run.server;
  const answer = await fetch(`${url}/api/me`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "bot", name: "Robo" }),
  });
  const { id, secret } = await answer.json();
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws?room=${room}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  run.after(() => socket.close());
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ type: "join", room, name: "Robo" }));
  return id;
}

test("a program with a seat says so in the waiting room, in lists, at the table and in its profile", async ({
  run,
}) => {
  const host = await run.open({ viewport: PHONE });
  await host.click("[data-options=ttpageone]");
  await host.check("input[name=public]");
  await host.selectOption("select[name=seats]", { value: "3" });
  await host.click("[data-go=friends]");
  await host.waitForSelector(".wait .code");
  const id = await programAt(run, codeOf(host));
  await host.waitForSelector(".wait li:has-text('[Bot] Robo')");
  const other = await run.open({ viewport: DESKTOP, language: "ja-JP" });
  await other.waitForSelector("[data-open-table]:has-text('[ボット]Robo')");
  await host.click("[data-fill-all]");
  await host.waitForSelector(".others .name:has-text('[Bot] Robo')");
  await other.goto(`${run.server.url}/#/player/${id}`);
  await other.waitForSelector("[data-program]");
  faultless(host);
});

/** Runs in the page: it refuses cookies. */
function cookieless() {
  Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
}

/** One plays as nobody: nothing is missing but the player. */
async function playsAsNobody(page, random) {
  await playNow(page, "fortyone");
  await turn(page);
  await step(page, random);
  await page.goto(`${new URL(page.url()).origin}/#/me`);
  await page.waitForSelector("main p:has-text('does not remember who you are')");
  await page.goto(`${new URL(page.url()).origin}/#/history`);
  await page.waitForSelector("[data-export]");
  faultless(page);
}

test("one plays as nobody where the server has no players", async ({ run }) => {
  const own = await Server.start({ more: ["--identity", "off"] });
  run.after(() => own.end());
  await playsAsNobody(await run.open({ url: own.url, viewport: PHONE }), run.random);
});

test("one plays as nobody where the browser refuses cookies, also if it does not say so", async ({ run }) => {
  await playsAsNobody(await run.open({ viewport: PHONE, before: { script: cookieless } }), run.random);
  const page = await run.open({ viewport: DESKTOP });
  let made = 0;
  await page.route("**/api/me", async (route) => {
    if (route.request().method() === "POST") made += 1;
    const response = await route.fetch();
    const { "set-cookie": _, ...headers } = response.headers();
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await playsAsNobody(page, run.random);
  assert.equal(made, 1, "no player is made for nothing again");
});

/** Listens on the loopback address, of which localhost is another site; the server ends with the test. \returns its port */
async function listen(run, server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  run.after(() => (server.closeAllConnections(), server.close()));
  return server.address().port;
}

/** The server behind a proxy that lets every page have it in a frame, and such a page at localhost. */
function framed({ port }) {
  const to = { host: "127.0.0.1", port };
  const proxy = createServer(({ method, url, headers }, response) => {
    if (headers.host.startsWith("localhost"))
      return response
        .setHeader("Content-Type", "text/html")
        .end(
          `<iframe src="http://${headers.host.replace("localhost", "127.0.0.1")}/" style="width: 1000px; height: 700px">`,
        );
    const onward = request({ ...to, path: url, method, headers }, (answer) => {
      const policy = answer.headers["content-security-policy"];
      if (policy) answer.headers["content-security-policy"] = policy.replace("; frame-ancestors 'none'", "");
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.end();
  });
  proxy.on("upgrade", ({ url, rawHeaders }, socket) => {
    const onward = connect(to, () => {
      const fields = rawHeaders.map((text, i) => (i % 2 ? `${text}\r\n` : `${text}: `)).join("");
      onward.write(`GET ${url} HTTP/1.1\r\n${fields}\r\n`);
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) each.on("error", () => {});
  });
  return proxy;
}

/** As `playNow` without storage, where every game is the first one. */
async function playFirst(page, game) {
  await page.click(`[data-play=${game}]`);
  await page.click("[data-no-lesson]");
  await page.waitForSelector(".table");
  await turn(page);
}

test("in a frame of another site one plays as nobody, and no player is made", async ({ run }) => {
  const answer = await fetch(run.server.url);
  assert.ok(
    answer.headers.get("content-security-policy").includes("frame-ancestors 'none'"),
    "others refuse it anyway",
  );
  const port = await listen(run, framed(run.server));
  const page = await run.open({ url: `http://localhost:${port}/`, viewport: DESKTOP, newcomer: true });
  const asked = [];
  page.on("request", (each) => each.url().includes("/api/me") && asked.push(each.method()));
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await playFirst(frame, "fortyone");
  await frame.goto(`http://127.0.0.1:${port}/#/me`);
  await frame.waitForSelector("main p:has-text('does not remember who you are')");
  await frame.goto(`http://127.0.0.1:${port}/#/history`);
  await frame.waitForSelector("[data-export]");
  assert.deepEqual(asked, []);
});

/** Runs in the page: nothing can be stored, as in the private windows of some browsers. */
function storeless() {
  Storage.prototype.setItem = () => {
    throw new DOMException("no place", "QuotaExceededError");
  };
}

/** Runs in the page: storage may not even be looked at, as where all cookies are blocked. */
function blocked() {
  const refuse = {
    get() {
      throw new DOMException("denied", "SecurityError");
    },
  };
  for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, refuse);
  Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
}

test("in a private window one is somebody until it is closed, also where nothing can be stored", async ({ run }) => {
  const { url } = run.server;
  const page = await run.open({ viewport: PHONE, before: { script: storeless } });
  const code = await played(page, "fortyone", run.random);
  const { id } = await whoIs(page);
  await page.goto(`${url}/#/history`);
  await page.waitForSelector(`[data-result-of="${code}/1"]`);
  faultless(page);
  await page.context().close();
  const next = await run.open({ viewport: PHONE });
  assert.equal(await whoIs(next), null);
  await next.goto(`${url}/#/player/${id}`);
  await next.waitForSelector(`[data-result-of="${code}/1"]`);
  faultless(next);
});

test("one plays as nobody where all storage is blocked", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, newcomer: true, before: { script: blocked } });
  await playFirst(page, "fortyone");
  assert.equal(await whoIs(page), null);
  await page.goto(`${run.server.url}/#/me`);
  await page.waitForSelector("main p:has-text('does not remember who you are')");
  faultless(page);
});

/** Runs in a page of another origin: tries what it can with the player of this browser. */
async function attack(url) {
  const got = {};
  const quiet = (promise) => promise.catch(() => null);
  for (const path of ["/api/me", "/api/me/games", "/api/me/export"]) {
    got[`read ${path}`] = await quiet(fetch(url + path, { credentials: "include" }).then((answer) => answer.text()));
    await quiet(fetch(url + path, { credentials: "include", mode: "no-cors" }));
  }
  for (const [method, path, body] of [
    ["DELETE", "/api/me"],
    ["PATCH", "/api/me", { name: "Evil" }],
    ["POST", "/api/me/revoke", {}],
    ["POST", "/api/me/code", { for: "recovery" }],
  ]) {
    const order = { method, credentials: "include", body: body && JSON.stringify(body) };
    const headers = { "Content-Type": "application/json" };
    got[`${method} ${path}`] = await quiet(fetch(url + path, { ...order, headers }).then((answer) => answer.text()));
    if (method === "POST") await quiet(fetch(url + path, { ...order, mode: "no-cors" }));
  }
  got.socket = await new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
    socket.onmessage = ({ data }) => resolve(JSON.parse(data).you);
    socket.onerror = () => resolve("refused");
  });
  return got;
}

/** Runs in a page of another origin: sends a form, for which no leave is needed. */
function sendForm(to) {
  const form = document.body.appendChild(document.createElement("form"));
  Object.assign(form, { method: "POST", action: to, enctype: "text/plain" });
  form.appendChild(Object.assign(document.createElement("input"), { name: '{"name":"Evil","x":"', value: '"}' }));
  form.submit();
}

test("a page of another site, or of another port, reads and changes nothing of a player", async ({ run }) => {
  const open = await Server.start({ more: ["--allowed-origins", "*"] });
  run.after(() => open.end());
  const evil = createServer((_, response) =>
    response.setHeader("Content-Type", "text/html").end("<title>Evil</title><body>"),
  );
  const port = await listen(run, evil);
  for (const [url, socket] of [
    [run.server.url, "refused"],
    [open.url, null],
  ]) {
    const page = await run.open({ url, viewport: PHONE });
    await page.fill("input[autocomplete=nickname]", "Haru");
    await playNow(page, "fortyone");
    const before = await whoIs(page);
    // Cookies know no ports: to the second one's requests this browser adds the player's.
    for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      const other = await page.context().newPage();
      await other.goto(origin);
      const got = await other.evaluate(attack, url);
      assert.equal(got.socket, socket, origin);
      for (const [what, text] of Object.entries(got))
        if (what !== "socket") assert.equal(text, null, `${origin}: ${what}`);
      for (const path of ["/api/me", "/api/me/revoke", "/api/me/recover"]) {
        const [answer] = await Promise.all([other.waitForNavigation(), other.evaluate(sendForm, url + path)]);
        assert.equal(answer.status(), 403, path);
        await other.goto(origin);
      }
      await other.close();
    }
    assert.deepEqual(await whoIs(page), before);
    assert.equal(before.name, "Haru");
  }
});

/** Runs in the page: the matches of this browser. */
function threeMatches() {
  const one = { room: "ABCD", game: "fortyone", at: 1, names: ["A", "B"], me: 0, ranks: [1, 2], scores: [4, 0] };
  const matches = [1, 2, 3].map((match) => ({ ...one, match, winners: [0] }));
  localStorage.setItem("tefuda.history", JSON.stringify(matches));
}

test("a recovery code is offered after the third match, once", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, before: { script: threeMatches } });
  await page.waitForSelector("[data-game]");
  assert.equal(await page.locator("[data-keep-note]").count(), 0, "nobody has nothing to keep");
  await playNow(page, "fortyone");
  await page.goto(`${run.server.url}/#/`);
  await page.waitForSelector("[data-keep-note]");
  await sound(page, "the start page with an offer");
  await page.click("[data-not-now]");
  await page.waitForSelector("[data-keep-note]", { state: "detached" });
  await page.reload();
  await page.waitForSelector("[data-continue]");
  assert.equal(await page.locator("[data-keep-note]").count(), 0);
  faultless(page);
});
