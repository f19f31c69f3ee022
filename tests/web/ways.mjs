// Common steps of many tests, such as opening a room.
import assert from "node:assert/strict";
import { actedOnce, noSidewaysScrolling, onlyKnownCards } from "./checks.mjs";
import { finish, isOver, step, turn } from "./player.mjs";

export async function playNow(page, game) {
  await page.click(`[data-play=${game}]`);
  await atTable(page);
}

/** Waits for the table of a room. The table that was left may still be there, fading out: only the address tells. */
export async function atTable(page) {
  await page.waitForURL(/#\/room\//);
  await page.waitForSelector(".table");
}

export async function withOptions(page, game, fields) {
  await page.click(`[data-options=${game}]`);
  for (const [name, value] of Object.entries(fields)) await page.selectOption(`select[name=${name}]`, { value });
  await page.click("[data-go=bots]");
  await atTable(page);
}

/** Waits for the table of a match that goes on from another one. \returns after how many of its actions */
export async function goesOnAfter(page) {
  await atTable(page);
  await page.waitForSelector(".table[data-open=true]");
  const events = page.received.map((frame) => JSON.parse(frame)).flatMap((message) => message.events ?? []);
  return events.findLast(({ type }) => type === "continued")?.actions;
}

/** Opens a room for friends; returns its code. */
export async function openRoom(page, game, name) {
  if (name) await page.fill("input[autocomplete=nickname]", name);
  await page.click(`[data-friends=${game}]`);
  await page.waitForSelector(".wait .code");
  return page.locator(".wait .code").textContent();
}

export const handOf = (page) =>
  page.locator(".slot").evaluateAll((list) => list.map((slot) => slot.dataset.card).sort());

/** The newest update that this page has received. */
export const lastUpdate = (page) =>
  page.received.map((frame) => JSON.parse(frame)).findLast(({ type }) => type === "update");

/** Waits until the page shows an update: the one with number `seq`, or the newest received one. */
export const shows = (page, seq) =>
  page.waitForFunction(
    (wanted) => Number(document.querySelector(".table")?.dataset.shown ?? -1) >= wanted,
    seq ?? lastUpdate(page)?.seq ?? 1,
  );

/** Lets the page's clock run until the condition holds; in steps, so that nothing passes unseen. */
export async function runUntil(page, holds) {
  for (let n = 0; n < 6000; n++) {
    if (await holds()) return;
    await page.clock.runFor(50);
  }
  throw new Error("it never happens");
}

/** How many steps of a match are taps or clicks; the rest of a long match is hurried. */
const BY_HAND = 10;

/** Plays a match to its end and checks its deals. \param atEnd looks at the result */
export async function playWhole(page, random, atEnd = async () => {}) {
  for (let n = 0; n < BY_HAND; n++) {
    await turn(page);
    if (await isOver(page)) break;
    await step(page, random);
    if (n % 10 > 0) continue;
    await onlyKnownCards(page);
    await noSidewaysScrolling(page);
  }
  await finish(page, random);
  await onlyKnownCards(page);
  await atEnd();
  await page.click("[data-check]");
  await page.waitForSelector('[data-verdict="true"]');
  assert.ok(actedOnce(page) > 0);
}

/** Runs in the page: every room has this deal, and its bots play by rules of thumb. With `card` every advice is its play. */
export function dealt({ fixed, card }) {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { entropy, ...message } = JSON.parse(text); // the deal is the seed's alone
    const more = { create: { fixed }, fill: { level: "normal" } };
    send.call(this, JSON.stringify({ ...message, ...more[message.type] }));
  };
  if (!card) return;
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const message = parse(text);
    if (message?.type === "advice") message.action = { type: "play", card };
    return message;
  };
}
