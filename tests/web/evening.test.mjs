// Friends spend an evening over five games at one table, two in browsers and two as programs: one comes late, one leaves in a
// match and comes back, the server is killed. What the pages show is counted again from the replays.
import assert from "node:assert/strict";
import { countEvening, Friend } from "../e2e/support/evening.mjs";
import { accessible, faultless } from "./checks.mjs";
import { finish } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { DESKTOP, PHONE, Server } from "./support.mjs";
import { openRoom } from "./ways.mjs";

/** The host says what is played next, and the pages want to. */
async function next(pages, game) {
  await pages[0].click("[data-another]");
  await pages[0].click(`[data-next=${game}]`);
  await pages[0].click("[data-go=next]");
  await pages[0].waitForSelector("[data-next-game]");
  for (const page of pages) await page.click("[data-rematch]");
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
  const anna = await run.open({ url: own.url, viewport: DESKTOP });
  const ben = await run.open({ url: own.url, viewport: PHONE });
  const [chie, dai] = [new Friend("Chie"), new Friend("Dai")];
  const get = async (path) => (await fetch(own.url + path)).json();
  /** All play the match that begins to its end. */
  const play = async (...programs) => {
    const pages = [anna, ben].map(async (page) => {
      await page.waitForSelector(".table");
      await page.waitForSelector("[data-result]", { state: "detached" });
      await finish(page, run.random);
    });
    await Promise.all([...pages, ...programs.map(({ at }) => at.play(run.random))]);
  };

  const room = await openRoom(anna, "selfish", "Anna");
  await ben.evaluate((code) => (location.hash = `#/room/${code}`), room);
  await ben.fill(".door input", "Ben");
  await ben.click(".door form button");
  await chie.connect(own.url, room);
  await chie.join();
  await anna.waitForSelector("[data-remove='2']");
  await anna.click("[data-start]");
  await play(chie);

  // The table grows for who comes late.
  await next([anna, ben], "sugekari21");
  await dai.connect(own.url, room);
  await dai.join();
  await dai.at.take("update"); // of the match that is over
  for (const friend of [chie, dai]) await friend.ask("rematch");
  await play(chie, dai);

  await next([anna, ben], "twentytwo");
  for (const friend of [chie, dai]) await friend.ask("rematch");
  // Each page has what it needs of this game.
  for (const page of [anna, ben]) await page.waitForSelector(".table .trick", { state: "attached" });
  await own.stop("SIGKILL");
  await own.run();
  for (const friend of [chie, dai]) {
    await friend.connect(own.url, room);
    await friend.resume();
  }
  await play(chie, dai);

  await next([anna, ben], "ttpageone");
  for (const friend of [chie, dai]) await friend.ask("rematch");
  await ben.click("[data-tool=menu]");
  await ben.click("[data-leave]");
  await ben.click("[data-leave-sure]");
  await anna.waitForSelector("[data-bot-plays]");
  await ben.click(`[data-continue="${room}"]`);
  await play(chie, dai);

  // Two stay for a game for two.
  for (const friend of [chie, dai]) await friend.ask("leave");
  await next([anna, ben], "fortyone");
  await play();

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
