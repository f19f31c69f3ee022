// Four friends in browsers spend an evening over five games at one table: one comes late, one leaves in a match and comes
// back, the server is killed. What the pages show is counted again from the replays.
import assert from "node:assert/strict";
import { countEvening } from "../e2e/support/evening.mjs";
import { accessible, faultless } from "./checks.mjs";
import { finish } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { DESKTOP, PHONE, Server } from "./support.mjs";
import { openRoom } from "./ways.mjs";

/** Opens the room's link and sits down. */
async function sitDown(page, room, name) {
  await page.evaluate((code) => (location.hash = `#/room/${code}`), room);
  await page.fill(".door input", name);
  await page.click(".door form button");
}

/** The host says what is played next. */
async function change(host, game) {
  await host.click("[data-another]");
  await host.click(`[data-next=${game}]`);
  await host.click("[data-go=next]");
  await host.waitForSelector("[data-next-game]");
}

async function leave(page) {
  await page.click("[data-tool=menu]");
  await page.click("[data-leave]");
}

/** The sheet as this page shows it: names, points and how often each has won. */
const sheetOn = (page) =>
  page
    .locator("[data-evening-line]")
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim())));

const halves = (points) => String(points).replace(/^0\.5$|\.5$/, "½");

test("the pages of friends show, over five games, the sheet that the replays give", async ({ run }) => {
  const own = await Server.start({ keeps: true });
  run.after(() => own.end());
  const friends = [];
  for (const viewport of [DESKTOP, PHONE, DESKTOP, PHONE]) friends.push(await run.open({ url: own.url, viewport }));
  const [anna, ben, chie, dai] = friends;
  const get = async (path) => (await fetch(own.url + path)).json();
  const again = async (...pages) => {
    for (const page of pages) await page.click("[data-rematch]");
  };
  /** They play the match that begins to its end. */
  const play = (...pages) =>
    Promise.all(
      pages.map(async (page) => {
        await page.waitForSelector(".table");
        await page.waitForSelector("[data-result]", { state: "detached" });
        await finish(page, run.random);
      }),
    );

  const room = await openRoom(anna, "selfish", "Anna");
  await sitDown(ben, room, "Ben");
  await anna.waitForSelector("[data-remove='1']");
  await sitDown(chie, room, "Chie");
  await anna.waitForSelector("[data-remove='2']");
  await anna.click("[data-start]");
  await play(anna, ben, chie);

  // The table grows for who comes late.
  await change(anna, "sugekari21");
  await sitDown(dai, room, "Dai");
  await again(...friends);
  await play(...friends);

  await change(anna, "twentytwo");
  await again(...friends);
  // Each page has what it needs of this game.
  for (const page of friends) await page.waitForSelector(".table .trick", { state: "attached" });
  await own.stop("SIGKILL");
  await own.run();
  await play(...friends);

  await change(anna, "ttpageone");
  await again(...friends);
  await leave(ben);
  await ben.click("dialog [data-yes]");
  await anna.waitForSelector("[data-bot-plays]");
  await ben.click(`[data-continue="${room}"]`);
  await play(...friends);

  // Two stay for a game for two.
  for (const page of [chie, dai]) await leave(page);
  await change(anna, "fortyone");
  await again(anna, ben);
  await play(anna, ben);

  const replays = await Promise.all([1, 2, 3, 4, 5].map((match) => get(`/api/rooms/${room}/matches/${match}`)));
  assert.deepEqual(
    replays.map(({ game }) => game),
    ["selfish", "sugekari21", "twentytwo", "ttpageone", "fortyone"],
  );
  const { lines } = countEvening(replays, (_, name) => name);
  const seats = new Map([
    ["Anna", 0],
    ["Ben", 1],
  ]);
  const sheet = await get(`/api/rooms/${room}/evening`);
  assert.deepEqual(
    sheet.lines,
    lines.map(({ key, ...line }) => ({ seat: seats.get(key) ?? null, ...line })),
  );
  for (const [page, name] of [
    [anna, "Anna"],
    [ben, "Ben"],
  ]) {
    await page.waitForSelector("[data-evening-games]:has-text('Forty-One')");
    const wanted = lines.map((line) => [
      line.name === name ? "You" : line.name,
      halves(line.points),
      `${line.won} of ${line.played} won`,
    ]);
    assert.deepEqual(await sheetOn(page), wanted);
    faultless(page);
  }
  await accessible(anna, "the evening");
});
