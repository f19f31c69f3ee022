// The generic table: games without a skin are played on it, whatever they have.
import assert from "node:assert/strict";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { test } from "./fixtures.mjs";
import { differentButtons, playSome } from "./generic.mjs";
import { GAMES, PHONE, SIDEWAYS, SMALL, withhold } from "./support.mjs";
import { playNow } from "./ways.mjs";

for (const [n, language] of ["en-US", "ja-JP"].entries())
  test(`every game can be played if its own table can't be loaded (${language})`, async ({ run }) => {
    const page = await run.open({ viewport: PHONE, language });
    await withhold(page, /\/assets\/(skin|how)-/);
    for (const id of GAMES.filter((_, at) => at % 2 === n)) {
      await page.goto(`${run.server.url}/#/how/${id}`);
      await page.waitForSelector(".how h3");
      await noSidewaysScrolling(page, `how to play ${id}`);
      await page.goto(`${run.server.url}/#/`);
      await page.waitForSelector("[data-game]");
      await playNow(page, id);
      await page.waitForSelector(".generic dt");
      await playSome(page, run.random, 4, id, [SIDEWAYS, PHONE]);
    }
    faultless(page);
  });

test("a game without hands, with choices of dice and with teams, is played on the generic table", async ({ run }) => {
  const page = await run.open({ viewport: SMALL });
  const acts = [];
  await page.route("**/api/games", (route) => route.fulfill({ json: [dice] }));
  await page.route("**/asyncapi.json", (route) => route.fulfill({ json: { components: { schemas } } }));
  await page.routeWebSocket(/\/ws/, (socket) => {
    const send = (message) => socket.send(JSON.stringify(message));
    send({ type: "welcome", protocol: 1, server: { name: "tefuda", version: "0" }, games: ["dice"], limits: {} });
    socket.onMessage((text) => {
      const { id: re, type, ...fields } = JSON.parse(text);
      for (const message of answers(type, fields, acts)) send({ ...message, ...("re" in message ? { re } : {}) });
    });
  });
  await page.reload();
  await playNow(page, "dice");
  await page.waitForSelector(".table[data-open=true] [data-items]");
  // What the schemas call a seat has a name, and no other number.
  for (const [field, text] of Object.entries({ turn: "You", asked: "Ren, Haru", first: "1" }))
    assert.equal(await page.textContent(`[data-field=${field}] dd`), text);
  // One button for each of the thirteen calls, and each says which.
  await page.locator("[data-items] [data-card='3']").first().click();
  await page.locator("[data-items] [data-card='6']").click();
  const texts = await page.locator("[data-action=call] [aria-hidden]").allTextContents();
  assert.equal(new Set(texts).size, 13, texts.join());
  await differentButtons(page, "dice");
  // So many buttons leave the table its room.
  const { height } = await page.locator("[role=group]:has(> [data-action])").boundingBox();
  assert.ok(height <= 0.3 * SMALL.height, `${height} pixels of buttons`);
  await noSidewaysScrolling(page, "dice");
  await bigTargets(page, "dice");
  await accessible(page, "dice");
  assert.equal(await page.locator("#content .hand").count(), 0);
  await page.click("[data-action=keep]");
  await page.waitForSelector("[data-result]");
  assert.deepEqual(acts, [{ type: "keep", items: [3, 6] }]);
  // Both winners are in one team, so that they have not shared the win.
  assert.match(await page.locator("[data-result]").textContent(), /Your side won/);
  assert.deepEqual(await page.locator("[data-team]").evaluateAll((list) => list.map((mark) => mark.dataset.team)), [
    "0",
    "0",
    "1",
    "1",
  ]);
  faultless(page);
});

// --- a server that has a game of dice ---

const dice = {
  id: "dice",
  name: { en: "Dice", ja: "さいころ" },
  seats: { min: 4, max: 4, default: 4, values: [4] },
  packs: [],
  options: { properties: {} },
};
const seat = { $ref: "#/components/schemas/Seat" };
const table = {
  turn: { anyOf: [seat, { type: "null" }] },
  asked: { type: "array", items: seat },
  first: { type: "integer" },
  pot: { type: "object", properties: { coins: { type: "integer" }, owner: seat } },
};
const schemas = { "dice.View": { type: "object", properties: { table: { type: "object", properties: table } } } };
const seats = ["Aki", "Haru", "Ren", "Yuki"].map((name, seat) => ({
  seat,
  name,
  kind: seat === 0 ? "human" : "bot",
  connected: true,
  host: seat === 0,
}));
const room = (status) => ({
  type: "room",
  room: "DICE",
  game: "dice",
  options: {},
  status,
  seats,
  spectators: 0,
  public: false,
  clock: null,
  match: 1,
  commitment: "",
});

const update = (seq, events, result = null) => ({
  type: "update",
  room: "DICE",
  seq,
  events,
  view: {
    game: "dice",
    seat: 0,
    phase: result ? "over" : "roll",
    to_act: result ? [] : [0],
    scores: [0, 0, 0, 0],
    table: {
      turn: 0,
      asked: [2, 1],
      first: 1,
      rolled: [3, 3, 6, 1],
      kept: [[], [5], [], []],
      pot: { coins: 7, owner: 2 },
    },
    result,
  },
  ...(result
    ? { over: true }
    : {
        decision: 1,
        must: true,
        legal: [
          { type: "keep", items: { choose: [0, 4], from: [3, 3, 6, 1] } },
          ...Array.from({ length: 13 }, (_, n) => ({
            type: "call",
            sum: n + 2,
            items: { choose: [1, 4], from: [3, 3, 6, 1] },
          })),
        ],
      }),
});
const result = { winners: [0, 2], ranks: [1, 3, 1, 3], scores: [9, 4, 9, 4], reason: "points", team: [0, 1, 0, 1] };

/** What this server answers. \param acts where it notes the actions */
function answers(type, { action }, acts) {
  if (type === "create") return [{ type: "created", re: 0, room: "DICE", commitment: "" }];
  if (type === "join")
    return [
      { type: "joined", re: 0, room: "DICE", seat: 0, token: "token" },
      room("playing"),
      update(1, [{ type: "rolled", seat: 0, items: [3, 3, 6, 1] }]),
    ];
  if (type === "list") return [{ type: "rooms", re: 0, rooms: [] }];
  if (type === "ping") return [{ type: "pong", re: 0 }];
  if (type !== "act") return [{ type: "ok", re: 0 }];
  acts.push(action);
  return [
    { type: "ok", re: 0, seq: 2 },
    update(
      2,
      [
        { type: "kept", seat: 0, items: action.items },
        { type: "ended", result },
      ],
      result,
    ),
    room("finished"),
  ];
}
