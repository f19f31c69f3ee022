// The tables at every size: nothing is cut off, lies over anything else or on the rim, what has to be beaten is in sight, and all
// that can be tapped is large enough. Each game is played once, and looked at whenever it shows something of another kind. Its
// other language is that of its guided game, in lessons.test.mjs.
import assert from "node:assert/strict";
import { faultless, lasting, noSidewaysScrolling } from "./checks.mjs";
import { finish, isOver, step, turn } from "./player.mjs";
import { inQuickRun, test } from "./fixtures.mjs";
import { cutTexts, everywhere, faults, onTheRim, smallTargets, smallTexts, tooWide } from "./geometry.mjs";
import { DESKTOP, PHONE, SIDEWAYS, SMALL, TABLET, TINY, ZOOMED } from "./support.mjs";
import { playNow, shows, withOptions } from "./ways.mjs";

/** What must be in sight, whole, while one decides. */
const BEAT = {
  fortyone: "[data-total]",
  sugekari21: "[data-total]",
  twentytwo: ".play.best .cards, .empty, .head",
  ttpageone: ".spot .counts, .stock",
  selfish: ".turns, .opened, .hands",
};

/** What tells kinds of states apart: the phase and what can be pressed or read beside the cards. */
const kindOf = (page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll("[data-action], [data-flag], [data-variant], [data-barred]")].map(
      ({ dataset }) => dataset.action ?? dataset.flag ?? dataset.barred ?? "variant",
    );
    const notes = ["[data-tip]", "[data-why] p", "[data-reason]", "[data-sheet]", ".empty", ".show", ".stop", ".round"];
    return [
      ...new Set(parts),
      ...notes.filter((selector) => document.querySelector(selector)),
      document.querySelectorAll(".slot.selected").length > 0,
      document.querySelectorAll(".seat .act, .seat .call").length > 2,
    ].join();
  });

/** The looks at a table at one size. \param open whether one can act */
const looks =
  (game, open, chosen) =>
  ({ viewport, zoom = 1 }) => [
    ...(viewport === ZOOMED ? [] : [[cutTexts]]),
    ...(zoom === 1 ? [[tooWide], [smallTargets]] : []),
    ...(zoom === 1 && [TABLET, DESKTOP].includes(viewport) ? [[onTheRim]] : []),
    ...(zoom === 1 && viewport === TABLET ? [[smallTexts]] : []),
    // Who has chosen a card on the smallest screen has scrolled to the hand.
    ...(zoom === 1 && open && !(chosen && viewport === TINY) ? [[faults, BEAT[game]]] : []),
  ];

const STATES = 10;
const STEPS = 40;

for (const [game, seats, language] of [
  ["fortyone", null, "en-US"],
  ["sugekari21", null, "ja-JP"],
  ["twentytwo", "3", "en-US"],
  ["ttpageone", "3", "en-US"],
  ["selfish", "2", "ja-JP"],
  ["selfish", "3", "en-US"],
])
  test(
    `the table of ${game} is in order at every size${seats ? `, with ${seats} seats` : ""} (${language})`,
    inQuickRun(game !== "selfish" || seats === "2"),
    async ({ run }) => {
      const page = await run.open({ viewport: DESKTOP, language });
      if (seats) await withOptions(page, game, { seats });
      else await playNow(page, game);
      const found = [];
      const look = async (where, open, chosen = false) => {
        for (const fault of await everywhere(page, looks(game, open, chosen))) found.push(`${where}, ${fault}`);
      };
      const seen = new Set();
      for (let n = 0; n < STEPS && seen.size < STATES; n++) {
        await turn(page);
        if (await isOver(page)) break;
        // The reason for a hint takes room above the buttons.
        if (n % 3 === 2 && (await page.locator("[data-hint]").count())) {
          await page.click("[data-hint]");
          await page.waitForSelector("[data-reason]");
        }
        await shows(page);
        const kind = await kindOf(page);
        if (!seen.has(kind)) await look(`step ${n}`, true, (await page.locator(".slot.selected").count()) > 0);
        seen.add(kind);
        await step(page, run.random);
      }
      await finish(page, run.random);
      await look("the end", false);
      assert.equal(found.join("\n"), "");
      faultless(page);
    },
  );

/** Runs in the page: the match ends with so many rounds of a sudden death between all seats. */
function suddenDeath(rounds) {
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const message = parse(text);
    if (message?.type === "update" && message.view.result)
      message.view.table.sudden_death = Array.from({ length: rounds }, (_, round) =>
        message.view.hands.map((_, seat) => ({ seat, card: "A234"[round] + "SHDC"[seat] })),
      );
    return message;
  };
}

for (const seats of [2, 3])
  test(
    `the rounds of a sudden death of Selfish lie inside the rim, with ${seats} seats`,
    inQuickRun(seats === 3),
    async ({ run }) => {
      const page = await run.open({ viewport: DESKTOP, before: { script: suddenDeath, value: 3 } });
      await withOptions(page, "selfish", { seats: String(seats), games: "1" });
      await finish(page, run.random);
      await page.waitForSelector(".deaths");
      assert.deepEqual(await everywhere(page, () => [[onTheRim]], [{ viewport: DESKTOP }]), []);
    },
  );

test("twelve seats of Twenty-Two fit a phone, upright and sideways", async ({ run }) => {
  for (const viewport of [PHONE, SIDEWAYS]) {
    const page = await run.open({ viewport });
    await withOptions(page, "twentytwo", { seats: "12" });
    for (let n = 0; n < 4; n++) {
      await turn(page);
      await shows(page);
      assert.deepEqual(await lasting(page, () => page.evaluate(faults, BEAT.twentytwo)), []);
      const cut = () =>
        [...document.querySelectorAll(".others .seat")]
          .filter(
            (seat) =>
              seat.getBoundingClientRect().bottom > innerHeight ||
              seat.querySelector(".name").scrollWidth > seat.querySelector(".name").clientWidth,
          )
          .map((seat) => seat.textContent);
      const remaining = await lasting(page, () => page.evaluate(cut));
      assert.deepEqual(remaining, [], "every seat is in sight, with its whole name");
      await noSidewaysScrolling(page);
      await step(page, run.random);
    }
  }
});

test("six seats of TT Page One show whole labels sideways, to players and spectators", async ({ run }) => {
  const page = await run.open({ viewport: SIDEWAYS });
  await withOptions(page, "ttpageone", { seats: "6" });
  await turn(page);
  const watcher = await run.open({ url: `${page.url()}?watch`, viewport: SIDEWAYS, language: "ja-JP" });
  await shows(watcher, 1);
  for (const one of [page, watcher]) {
    await noSidewaysScrolling(one);
    const cut = () =>
      [...document.querySelectorAll(".seat .name, .tag, .name")]
        .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent);
    assert.deepEqual(await lasting(one, () => one.evaluate(cut)), []);
  }
});

/** Opens a table of TT Page One at which one has the secret card: whoever has it has the most buttons. */
async function withSecret(run, viewport) {
  const secret = "[data-choice*='\"secret\"']";
  for (let n = 0; n < 10; n++) {
    const page = await run.open({ viewport });
    await withOptions(page, "ttpageone", { seats: "4" });
    await turn(page);
    if ((await page.locator(secret).count()) > 0) {
      await page.click(secret);
      return page;
    }
  }
  assert.fail("another seat has always taken it");
}

/** Plays until a card is refused, in so many pixels at least, while there are two rows of buttons. */
async function refused(page, random, least) {
  for (let n = 0; n < STEPS; n++) {
    await turn(page);
    assert.ok(!(await isOver(page)), "a card is refused before the end");
    await shows(page);
    const dark = page.locator(".hand .slot:not(.lit)");
    if ((await dark.count()) > 0) {
      await dark.first().click({ position: { x: 12, y: 16 }, force: true });
      const isFull = (least) => {
        const rows = [...document.querySelectorAll(".bar button")].map((one) => one.getBoundingClientRect().top);
        const why = document.querySelector("[data-why] p");
        return Math.max(...rows) - Math.min(...rows) > 40 && why !== null && why.getClientRects()[0].height >= least;
      };
      if (await page.evaluate(isFull, least)) return;
    }
    await step(page, random);
  }
  assert.fail("no card was refused");
}

for (const viewport of [PHONE, SMALL])
  test(
    `a refusal and two rows of buttons leave both tables of TT Page One in sight, with their names (${viewport.width} × ${viewport.height})`,
    inQuickRun(viewport === PHONE),
    async ({ run }) => {
      const page = await withSecret(run, viewport);
      // On a phone in two lines; on a small one nearly all have one.
      await refused(page, run.random, viewport === PHONE ? 48 : 20);
      assert.equal(await page.locator("[data-ask-sound]").count(), viewport === PHONE ? 1 : 0);
      const cut = () => {
        const { top, bottom } = document.querySelector(".center").getBoundingClientRect();
        return [...document.querySelectorAll(".spot :is(small, .card, .counts)")]
          .map((part) => [part, part.getBoundingClientRect()])
          .filter(([, box]) => box.top < top - 1 || box.bottom > bottom + 1)
          .map(
            ([part, box]) =>
              `${part.className || part.textContent}: ${box.top} to ${box.bottom} of ${top} to ${bottom}`,
          );
      };
      assert.deepEqual(await lasting(page, () => page.evaluate(cut)), []);
      faultless(page);
    },
  );

test("a small phone has no room for the question about sounds", async ({ run }) => {
  const page = await run.open({ viewport: SMALL });
  await withOptions(page, "ttpageone", { seats: "4" });
  await turn(page);
  assert.equal(await page.locator("[data-ask-sound]").count(), 0);
});

/** Runs in the page: in Twenty-Two everybody has played so many cards to the trick. */
function everybodyPlayed(cards) {
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const message = parse(text);
    if (message?.type === "update")
      message.view.table.trick = message.view.hands.map((_, seat) => ({
        seat,
        cards: Array.from({ length: cards }, (_, n) => `${"5678"[seat]}${"SHDC"[n]}`),
        follows: true,
      }));
    return message;
  };
}

for (const cards of [2, 3])
  test(
    `four plays of ${cards} cards of Twenty-Two lie in one row on a phone`,
    inQuickRun(cards === 3),
    async ({ run }) => {
      const page = await run.open({ viewport: PHONE, before: { script: everybodyPlayed, value: cards } });
      await withOptions(page, "twentytwo", { seats: "4" });
      await page.waitForSelector(".trick .play:nth-child(4)");
      const tops = () => [...document.querySelectorAll(".trick .play .cards")].map((one) => one.offsetTop);
      assert.equal(new Set(await page.evaluate(tops)).size, 1);
      await noSidewaysScrolling(page);
    },
  );

/** Runs in the page: at every update of TT Page One seat 1 has said "Last one!", and this happens to it. */
function afterLastOne(event) {
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const message = parse(text);
    if (message?.type === "update") {
      message.view.table.last_one[1] = "declared";
      message.events.push(event);
    }
    return message;
  };
}

for (const [event, shown] of [
  [{ type: "skipped", skipped: [1] }, ["Last one!", "Skipped"]],
  [{ type: "last_one_declared", seat: 1 }, ["Last one!"]],
])
  for (const viewport of [PHONE, TABLET])
    test(
      `a seat says ${shown.join(" and ")} once (${event.type}, ${viewport.width} px)`,
      inQuickRun(viewport === PHONE),
      async ({ run }) => {
        const page = await run.open({ viewport, before: { script: afterLastOne, value: event } });
        await withOptions(page, "ttpageone", { seats: "4" });
        await page.waitForSelector("[data-anchor=seat-1] .call");
        /** Runs in the page: what can be read at the seat in the middle of the call. */
        const read = () => {
          for (const animation of document.getAnimations()) {
            animation.pause();
            animation.currentTime = 1000;
          }
          return [...document.querySelectorAll("[data-anchor=seat-1] :is(.call, .badge b, [data-act])")]
            .filter((one) => one.checkVisibility({ opacityProperty: true }))
            .map((one) => one.textContent.trim())
            .sort();
        };
        assert.deepEqual(await page.evaluate(read), shown);
      },
    );

test("the button that gives the privilege of a secret card away does not look like the one to press", async ({
  run,
}) => {
  const page = await withSecret(run, PHONE);
  await page.waitForSelector(".table[data-open=true] [data-action=hide]");
  assert.equal(await page.locator(".main[data-action=hide]").count(), 0);
  await page
    .locator(".hand .slot")
    .first()
    .click({ position: { x: 12, y: 16 } });
  assert.equal(await page.locator(".main[data-action=hide]").count(), 1);
});
