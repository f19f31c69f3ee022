// What the page teaches at the table: where guided games are offered, which rule forbids something, tips and hints.
import assert from "node:assert/strict";
import { accessible, faultless } from "./checks.mjs";
import { coveredNotes, everywhere, smallTargets, tooWide } from "./geometry.mjs";
import { follow } from "./lessons/follow.mjs";
import { fixedDeal } from "./lessons/record.mjs";
import { scripts } from "./lessons/scripts.mjs";
import { enact, turn } from "./player.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { DESKTOP, PHONE, SIDEWAYS } from "./support.mjs";
import { dealt, openRoom, playNow, withOptions } from "./ways.mjs";

const LANGUAGES = ["en-US", "ja-JP"];
const VIEWPORTS = [DESKTOP, SIDEWAYS, PHONE];

/** Notes lie beside each other, are whole and can be pressed at every size. */
async function notesInOrder(page, where) {
  const looks = () => [[coveredNotes], [tooWide], [smallTargets]];
  const found = await everywhere(
    page,
    looks,
    VIEWPORTS.map((viewport) => ({ viewport })),
  );
  assert.deepEqual(found, [], where);
}

test("the guided game is offered at the first Play now only, and is found again under the rules", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, newcomer: true });
  await page.click("[data-play=selfish]");
  await page.click("[data-no-lesson]");
  await page.waitForSelector(".table");
  await page.click("[data-tool=how]");
  await page.waitForSelector("dialog [data-lesson]");
  await page.goto(`${run.server.url}/#/`);
  await playNow(page, "selfish");
  await page.goto(`${run.server.url}/#/how/selfish`);
  await page.click("[data-lesson]");
  await page.waitForSelector("[data-note]");
  await page.click("[data-leave-lesson]");
  await page.waitForSelector("[data-game]");
  faultless(page);
});

test("a guided game explains that another action is not the one that it means", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, url: `${run.server.url}/#/learn/fortyone` });
  await page.click("[data-next-note]");
  await page.click("[data-next-note]");
  await enact(page, { type: "play", card: "2S" });
  await page.waitForSelector("[data-bubble] [role=alert]");
  assert.equal(await page.locator(".line .play").count(), 0);
  assert.equal(await page.locator(".slot.selected").count(), 0, "the card goes back");
  await page.click('.slot[data-card="5H"]');
  await page.waitForSelector("[data-bubble] [role=alert]", { state: "detached" });
  await page.click('.slot[data-card="5H"]');
  await enact(page, { type: "play", card: "5H" });
  await page.waitForSelector(".line .play");
});

test("where one click plays a card, it does so in the guided game as well", async ({ run }) => {
  const settings = {
    script: () => localStorage.setItem("tefuda.settings", JSON.stringify({ oneTap: true })),
  };
  const page = await run.open({ viewport: DESKTOP, url: `${run.server.url}/#/learn/sugekari21`, before: settings });
  await page.click("[data-next-note]");
  await page.click("[data-next-note]");
  await page.click('.slot[data-card="2D"]');
  await page.waitForSelector("[data-bubble] [role=alert]");
  await page.click('.slot[data-card="9S"]');
  await page.waitForSelector('.line .play .card[data-fly="9S"]');
  faultless(page);
});

test("all cards that a note of a guided game asks for light up, where their order does not matter", async ({ run }) => {
  const lit = async (game, at) => {
    const page = await run.open({ viewport: PHONE, url: `${run.server.url}/#/learn/${game}` });
    let rings = 0;
    await follow(page, game, async (note) => {
      rings = await page.locator("i.ring").count();
      return note === at;
    });
    return rings;
  };
  assert.equal(await lit("twentytwo", 3), 2);
  assert.equal(await lit("ttpageone", 3), 1, "the last one lies on top");
});

/** Words that would be right for any card; a refusal must be more exact than that. */
const VAGUE = /can’t be used just now|このカードはいまは使えません/;

for (const language of LANGUAGES)
  test(
    `a card or a button that can't be played says which rule forbids it (${language})`,
    inQuickRun(language === "ja-JP"),
    async ({ run }) => {
      for (const game of ["fortyone", "sugekari21", "twentytwo", "ttpageone"]) {
        const page = await run.open({ url: `${run.server.url}/#/learn/${game}`, viewport: PHONE, language });
        const told = new Set();
        await follow(page, game, async () => {
          if (await page.locator("[data-next-note], [data-play-real]").count()) return false;
          await page.waitForSelector(".table[data-open=true]");
          const forbidden = [
            page.locator("[data-barred]").first(),
            page.locator(".slot[aria-disabled=true]").first(),
            page.locator(".slot[aria-disabled=true]").last(),
          ];
          for (const one of forbidden) {
            if ((await one.count()) === 0) continue;
            await one.click({ position: { x: 14, y: 14 }, force: true }); // it is marked as disabled
            const why = await page.textContent("[data-why] p");
            assert.doesNotMatch(why, VAGUE);
            assert.equal(/[\u3040-\u30ff]/.test(why), language === "ja-JP", why);
            if (!told.has(why)) await notesInOrder(page, why);
            // Refusals look the same in all games.
            if (game === "fortyone" && told.size === 0) await accessible(page, why);
            told.add(why);
          }
          assert.equal(await page.locator("[role=alert][data-why]").count(), 1, "screen readers hear it");
          return told.size > 1;
        });
        assert.ok(told.size > 0, `${game} forbids something`);
        faultless(page);
      }
    },
  );

for (const language of LANGUAGES)
  test(
    `a tip is given when its rule first bites, and only once in a browser (${language})`,
    inQuickRun(language === "en-US"),
    async ({ run }) => {
      // Nobody stops with so low cards, so that everybody claims.
      const fixed = fixedDeal({ seed: 1, shuffles: [["AS", "3H", "2D", "4C"]] });
      const page = await run.open({ viewport: PHONE, language, before: { script: dealt, value: { fixed } } });
      const claims = async () => {
        await page.goto(`${run.server.url}/#/`);
        await withOptions(page, "selfish", { seats: "2", coming_out: "true" });
        for (;;) {
          await turn(page);
          const button = page.locator('[data-action="claim"], [data-action="continue"], [data-action="draw"]').first();
          if ((await button.getAttribute("data-action")) === "claim") return;
          await button.click();
        }
      };
      const about = language === "ja-JP" ? /嘘でもかまいません/ : /It need not be true/;
      await claims();
      await page.waitForFunction(
        (text) => new RegExp(text).test(document.querySelector("[data-tip]")?.textContent),
        about.source,
      );
      await accessible(page, "a tip");
      await notesInOrder(page, "a tip");
      // A refusal has its place beside the tip.
      await page.locator(".hand .slot").first().click({ force: true }); // it is marked as disabled
      await page.waitForSelector("[data-why] p");
      await notesInOrder(page, "a tip and a refusal");
      await page.click("[data-tip] button");
      await page.waitForSelector("[data-tip]", { state: "detached" });
      await page.reload();
      await claims();
      assert.doesNotMatch((await page.locator("[data-tip]").allTextContents()).join(), about);
      faultless(page);
    },
  );

test("a tip gives way to the next one once the player has acted", async ({ run }) => {
  // Seat 1 begins, and stops in turn 2: seat 0 draws under a tip, and nothing else is asked before game 2.
  const fixed = fixedDeal({ seed: 2, shuffles: [["9D", "2C", "3S", "TD", "4H", "5S"]] });
  const page = await run.open({ viewport: PHONE, before: { script: dealt, value: { fixed } } });
  await withOptions(page, "selfish", { seats: "3", coming_out: "true", games: "5" });
  const says = (text) =>
    page.waitForFunction((text) => document.querySelector("[data-tip]")?.textContent.includes(text), text);
  await turn(page);
  await page.click('[data-action="draw"]');
  await says("After a stop");
  await turn(page);
  await page.click('[data-action="draw"]');
  await says("Most games won");
  faultless(page);
});

/** Runs in the page: a hint is refused as the server does it if the next action has come before. */
function late() {
  const send = WebSocket.prototype.send;
  let asked = null;
  WebSocket.prototype.send = function (text) {
    const { type, id } = JSON.parse(text);
    if (type === "advise") return void (asked = id);
    send.call(this, text);
    if (type !== "act" || asked === null) return;
    this.addEventListener("message", ({ data }) => {
      if (JSON.parse(data).re !== id) return;
      const refusal = JSON.stringify({ type: "error", re: asked, code: "no_advice", message: "" });
      setTimeout(() => {
        this.dispatchEvent(new MessageEvent("message", { data: refusal }));
        window.refused = true;
      });
    });
  };
}

test("a hint that comes too late is no failure", async ({ run }) => {
  const page = await run.open({ viewport: PHONE, before: { script: late } });
  await playNow(page, "fortyone");
  await turn(page);
  await page.click("[data-hint]");
  await page
    .locator(".slot.lit")
    .first()
    .click({ position: { x: 16, y: 16 } });
  await page.click('[data-action="play"]');
  await page.waitForFunction(() => window.refused);
  assert.equal(await page.locator("p.notice").count(), 0);
  faultless(page);
});

for (const language of LANGUAGES)
  test(
    `a hint is offered against bots, shows its card and its reason, and can be carried out (${language})`,
    inQuickRun(language === "ja-JP"),
    async ({ run }) => {
      const page = await run.open({
        viewport: PHONE,
        language,
        before: {
          script: dealt,
          value: { fixed: fixedDeal(scripts.find(({ game }) => game === "fortyone")), card: "5H" },
        },
      });
      await playNow(page, "fortyone");
      await turn(page);
      await page.click("[data-hint]");
      await page.waitForSelector(".slot.selected");
      assert.match(
        await page.textContent("[data-status]"),
        language === "ja-JP" ? /ボット.*5♥/ : /A sharp bot would choose: Play 5♥/,
      );
      assert.equal(
        (await page.textContent("[data-reason]")).trim(),
        language === "ja-JP" ? "ぴったり11、1チップです。" : "It makes 11: a chip.",
      );
      assert.equal(await page.locator("[data-hint]").count(), 0, "once for each decision");
      await accessible(page, "a hint");
      await notesInOrder(page, "a hint");
      await page.click('[data-action="play"]');
      await page.waitForSelector('.slot[data-card="5H"]', { state: "detached" });
      faultless(page);
    },
  );

test("a hint is not offered against people, unless the room was made with hints", async ({ run }) => {
  const host = await run.open({ viewport: DESKTOP });
  await openRoom(host, "fortyone", "Aki");
  const guest = await run.open({ url: host.url(), viewport: PHONE, language: "ja-JP" });
  await guest.click(".door form button");
  const whoseTurn = async (pages) => {
    const open = pages.map((page) => page.waitForSelector(".table[data-open=true]").then(() => page));
    for (const one of open) one.catch(() => {}); // the other one waits in vain
    return Promise.any(open);
  };
  assert.equal(await (await whoseTurn([host, guest])).locator("[data-hint]").count(), 0);
  const hinting = {
    script: () => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) {
        const message = JSON.parse(text);
        send.call(this, JSON.stringify(message.type === "create" ? { ...message, hints: true } : message));
      };
    },
  };
  const other = await run.open({ viewport: DESKTOP, before: hinting });
  await openRoom(other, "fortyone", "Natsu");
  const second = await run.open({ url: other.url(), viewport: SIDEWAYS, language: "ja-JP" });
  await second.click(".door form button");
  const player = await whoseTurn([other, second]);
  await player.click("[data-hint]");
  await player.waitForFunction(() => document.querySelector(".slot.selected, [data-status]:not(:empty)") !== null);
  await player.waitForSelector("[data-hint]", { state: "detached" });
});
