// Puzzles: a position from a public match, one action, and the answer at once.
import assert from "node:assert/strict";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { enact } from "./player.mjs";
import { test } from "./fixtures.mjs";
import { PHONE, Server, WebSocket } from "./support.mjs";
import { goesOnAfter } from "./ways.mjs";

const GAME = "fortyone";
const MOST_MATCHES = 20;

/** Lets built-in bots play a public match to its end. */
async function playPublic(url) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
  const send = (message) => socket.send(JSON.stringify(message));
  await new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => send({ type: "create", game: GAME, public: true, bots: ["normal", "normal"] }));
    socket.on("message", (data) => {
      const message = JSON.parse(data);
      if (message.type === "created") send({ type: "join", room: message.room, name: "Eyes", role: "spectator" });
      if (message.type === "error") reject(new Error(message.message));
      if (message.over) resolve();
    });
  });
  socket.terminate();
}

const ids = async (url) => (await (await fetch(`${url}/api/puzzles?game=${GAME}`)).json()).puzzles;

/** The id and the solution of the first puzzle. */
async function firstOf(url) {
  const [id] = await ids(url);
  const { legal } = await (await fetch(`${url}/api/puzzles/${id}`)).json();
  const reply = await fetch(`${url}/api/puzzles/${id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ action: legal[0] }),
  });
  return { id, solution: await reply.json() };
}

/** A server that has found a puzzle, which comes before those that are shipped. */
async function finding(run) {
  const own = await Server.start();
  run.after(() => own.end());
  const shipped = (await ids(own.url)).length;
  for (let n = 0; n < MOST_MATCHES && (await ids(own.url)).length === shipped; n++) await playPublic(own.url);
  // What is found is found while nobody plays.
  for (const end = Date.now() + 60_000; (await ids(own.url)).length === shipped;) {
    assert.ok(Date.now() < end, "a puzzle in so many matches");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return own.url;
}

for (const [language, found, words] of [
  ["en-US", true, { ask: "clearly best", right: "Right!", wrong: "Not the best" }],
  ["ja-JP", false, { ask: "最善の手", right: "正解", wrong: "最善ではありません" }],
])
  test(`a puzzle on a phone: the position, a wrong action, the right one, and ${found ? "playing on" : "no match where it was shipped"} (${language})`, async ({
    run,
  }) => {
    const url = found ? await finding(run) : run.server.url;
    const { id, solution } = await firstOf(url);
    const page = await run.open({ url, viewport: PHONE, language });
    await page.click("[data-puzzles]");
    // The address is then the puzzle's that is shown: it does not change once more.
    await page.waitForSelector(".table[data-open=true]");
    const open = async () => {
      await page.goto(`${url}/#/puzzles/${GAME}/${id}`);
      await page.reload();
      await page.waitForSelector(`.screen:has([data-puzzle-page="${id}"]) .table[data-open=true]`);
    };
    await open();
    assert.match(await page.textContent("[data-puzzle-said]"), new RegExp(words.ask));
    assert.equal(await page.locator("[data-verdict]").count(), 0);
    await accessible(page, "a puzzle");
    await bigTargets(page, "a puzzle");
    await noSidewaysScrolling(page, "a puzzle");

    await enact(page, solution.others[0].action);
    await page.waitForSelector("[data-verdict=wrong]");
    assert.match(await page.textContent("[data-verdict]"), new RegExp(words.wrong));
    assert.match(await page.textContent("[data-verdict]"), new RegExp(`${Math.round(solution.best.value * 100)} ?%`));
    await accessible(page, "a puzzle's solution");
    await bigTargets(page, "a puzzle's solution");
    await noSidewaysScrolling(page, "a puzzle's solution");

    await open();
    await enact(page, solution.best.action);
    await page.waitForSelector("[data-verdict=right]");
    assert.match(await page.textContent("[data-verdict]"), new RegExp(words.right));
    assert.match(await page.textContent("[data-puzzle-score]"), /0.*1|1.*0/, "the first try counts");

    if (found) {
      await page.click("[data-play-on]");
      assert.equal(await goesOnAfter(page), solution.actions);
    } else assert.equal(await page.locator("[data-play-on], a[href*=replay]").count(), 0);
    faultless(page);
  });

test("a puzzle that is gone is said to be so, and each game has others", async ({ run }) => {
  const page = await run.open({ viewport: PHONE });
  await page.goto(`${run.server.url}/#/puzzles/${GAME}/0000000000000000`);
  await page.waitForSelector("[data-puzzle-said] [role=alert]:has-text('not there any more')");
  await page.selectOption("[data-puzzle-game]", "selfish");
  await page.waitForSelector(".table[data-open=true]");
});
