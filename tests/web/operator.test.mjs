// What the operator of a server tells people, and what they tell the operator.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { accessible, faultless, lasting } from "./checks.mjs";
import { test } from "./fixtures.mjs";
import { turn } from "./player.mjs";
import { binary, DESKTOP, PHONE, Server, SIDEWAYS } from "./support.mjs";
import { openRoom, playNow } from "./ways.mjs";

async function operated(run) {
  const own = await Server.start({ keeps: true });
  run.after(() => own.end());
  const admin = async (...words) => {
    const { stdout } = await promisify(execFile)(binary, ["admin", "--json", "--data", own.data, ...words]);
    return JSON.parse(stdout);
  };
  return { own, admin };
}

test("the operator's notice is a line that can be closed, and whoever is banned reads why", async ({ run }) => {
  const { own, admin } = await operated(run);
  const page = await run.open({ url: own.url, viewport: PHONE });
  const code = await openRoom(page, "selfish", "Aki");
  await admin("notice", "Back at noon.");
  await page.waitForSelector("[data-notice]:has-text('Back at noon.')");
  await page.click("[data-notice] button");
  await page.waitForSelector("[data-notice]", { state: "detached" });
  const { row } = await admin("ban", "--address", "127.0.0.1", "--yes", "--because", "Please be kind.");
  await page.waitForSelector("[data-banned]:has-text('Please be kind.')");
  await admin("lift", String(row.number));
  await page.waitForSelector("[data-banned]", { state: "detached" });
  await admin("close", code, "--because", "It is late.");
  await page.waitForSelector("main:has-text('It is late.')");
});

/** Runs in the page: what lies over something that can be pressed, or is out of the window. */
function covered() {
  const told = document.querySelector(".told").getBoundingClientRect();
  const parts = [...document.querySelectorAll(".head .btn, .hand .slot, [data-anchor^=seat-], [data-notice] button")];
  return parts.flatMap((part) => {
    const { top, bottom, height } = part.getBoundingClientRect();
    const inTold = part.closest(".told") !== null;
    const name = part.dataset.card ?? part.dataset.anchor ?? part.className;
    if (height > 0 && !inTold && top < told.bottom - 1) return [`${name} is behind the notice`];
    return bottom > innerHeight + 1 ? [`${name} is out of the window`] : [];
  });
}

const LONG =
  "The server moves to another house tonight at ten. Matches go on afterwards where they were; please be patient.";

for (const viewport of [PHONE, SIDEWAYS, DESKTOP])
  test(`the operator's notice covers nothing of a table, and a drain is told (${viewport.width} px)`, async ({
    run,
  }) => {
    const { own, admin } = await operated(run);
    const page = await run.open({ url: own.url, viewport });
    await playNow(page, "sugekari21");
    await turn(page);
    await admin("notice", LONG);
    await page.waitForSelector("[data-notice]");
    assert.deepEqual(await lasting(page, () => page.evaluate(covered)), []);
    await accessible(page, "a notice");
    // A server that drains stops when nobody plays: somebody else does.
    const other = await run.open({ url: own.url });
    await playNow(other, "fortyone");
    await admin("drain", "--for", "1h");
    await page.reload();
    await page.waitForSelector("[data-draining]:has-text('about to restart')");
    await turn(page);
    await page.click("[data-notice] button");
    assert.deepEqual(await lasting(page, () => page.evaluate(covered)), []);
    page.faults = page.faults.filter((fault) => !fault.endsWith("/readyz"));
    faultless(page);
  });

test("somebody at the table can be reported at their name, and whoever is muted reads why", async ({ run }) => {
  const { own, admin } = await operated(run);
  const host = await run.open({ url: own.url, viewport: PHONE });
  const code = await openRoom(host, "fortyone", "Aki");
  const guest = await run.open({
    url: `${own.url}/#/room/${code}`,
    viewport: PHONE,
  });
  await guest.fill("input[autocomplete=nickname]", "Ben");
  await guest.click("form .btn.seal");
  await guest.waitForSelector(".table");
  await guest.click("[data-about-seat]");
  await guest.click("[data-report='0']");
  await guest.click("dialog [data-yes]");
  await guest.waitForSelector("[data-report='0']:disabled");
  await guest.keyboard.press("Escape");
  await guest.click("[data-tool=chat]");
  await admin("mute", "--address", "127.0.0.1", "--because", "Please be kind.");
  await guest.click("[data-phrase]");
  await guest.waitForSelector("text=Please be kind.");
  const { rows } = await admin("reports");
  assert.deepEqual([rows.length, rows[0].by.name, rows[0].of.name, rows[0].room], [1, "Ben", "Aki", code]);
});

test("whoever is sent away reads that it was not another tab, and whether the seat is still theirs", async ({
  run,
}) => {
  const { own, admin } = await operated(run);
  const host = await run.open({ url: own.url, viewport: PHONE });
  const code = await openRoom(host, "sugekari21", "Aki");
  const guest = await run.open({ url: `${own.url}/#/room/${code}`, viewport: PHONE, language: "ja-JP" });
  const sit = async () => {
    await guest.goto(`${own.url}/#/room/${code}`);
    await guest.reload();
    await guest.fill("input[autocomplete=nickname]", "Ben");
    await guest.click("form .btn.seal");
    await guest.waitForSelector(".wait");
  };
  await sit();
  // In another tab: this one is not sent away.
  const tab = await guest.context().newPage();
  await tab.goto(`${own.url}/#/room/${code}`);
  await guest.waitForSelector("[data-away=replaced]");
  await tab.close();
  await guest.click("[data-away] .btn.main");
  await guest.waitForSelector(".wait");
  await host.click("[data-about='1']");
  await host.click("[data-kick='1']");
  await guest.waitForSelector("[data-away=kicked]:has-text('10分')");
  assert.equal(await guest.locator("[data-away] .btn.main").count(), 0, "the seat is lost");
  // In a match the seat is kept: a bot only plays on.
  const other = await run.open({ url: `${own.url}/#/room/${code}`, viewport: PHONE });
  await other.fill("input[autocomplete=nickname]", "Cho");
  await other.click("form .btn.seal");
  await other.waitForSelector(".wait");
  await host.click("[data-fill-all]");
  await other.waitForSelector(".table");
  await admin("kick", code, "1");
  await other.waitForSelector("[data-away=kicked]:has-text('let a bot play')");
  await other.click("[data-away] .btn.main");
  await other.waitForSelector(".table");
});
