// The example game of rules/README.md, which the page does not know: it has what the server tells about it. TEFUDA_GAME names
// another game that has no skin, such as one's own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { accessible, bigTargets, faultless, noSidewaysScrolling } from "./checks.mjs";
import { test } from "./fixtures.mjs";
import { playSome } from "./generic.mjs";
import { isOver } from "./player.mjs";
import { binary, DESKTOP, GAMES, PHONE, root, SIDEWAYS } from "./support.mjs";
import { playNow, playWhole } from "./ways.mjs";
import { rowsOf, sectionOf } from "../e2e/support/documents.mjs";

const GAME = process.env.TEFUDA_GAME ?? "doubt";
const isOurs = GAMES.includes(GAME);
if (!isOurs) test.use({ program: join(dirname(binary), "tefuda-example-server") });

/** What the page takes from the game's rules in a language; without rules in Japanese from the English ones. */
function rulesIn(language) {
  const folder = join(root, isOurs ? "rules" : "tests/example_game", GAME);
  const names = { ja: ["RULES.ja.md", "RULES.md"], en: ["RULES.md"] }[language];
  const text = names.flatMap((name) => {
    try {
      return [readFileSync(join(folder, name), "utf8")];
    } catch {
      return [];
    }
  })[0];
  const rows = rowsOf(sectionOf(text, "On the wire") || sectionOf(text, "通信"));
  const escaped = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const sentences = rows
    .filter((row) => row.length === 3 && row[0].startsWith("`"))
    .map(([, , meaning]) => meaning.split(/[;;]|\. |[.。]$/)[0].trim());
  const events = rows.filter(([name]) => /^`\w+`$/.test(name)).map(([name]) => name.slice(1, -1).replaceAll("_", " "));
  return {
    intro: text
      .split("\n\n")[1]
      .replaceAll("\n", language === "ja" ? "" : " ")
      .slice(0, 12),
    rulings: new Set([...text.matchAll(/^(?:- \*\*|\| )(R\d+)/gm)].map(([, name]) => name)).size,
    /** The sentences of the log, with anything in place of the fields; or an event's name. */
    told: new RegExp(
      [
        ...sentences.map((one) => one.split(/`\w+`/).map(escaped).join(".*")),
        ...events.map((name) => `: ${name}`),
      ].join("|"),
      "i",
    ),
  };
}

test(`a match of ${GAME} against bots`, async ({ run }) => {
  const page = await run.open({ viewport: PHONE, touch: true });
  await playNow(page, GAME);
  await playWhole(page, run.random);
  faultless(page);
});

for (const [language, sizes] of [
  ["ja-JP", [PHONE]],
  ["en-US", [DESKTOP, SIDEWAYS]],
])
  test(`a match of ${GAME} is explained and told as its RULES.md says (${language})`, async ({ run }) => {
    const { intro, rulings, told } = rulesIn(language.slice(0, 2));
    const page = await run.open({ viewport: sizes.at(-1), language });
    await page.locator(`[data-game=${GAME}] .blurb`, { hasText: intro }).waitFor();
    await page.goto(`${run.server.url}/#/how/${GAME}`);
    await page.waitForSelector(".how h3");
    await accessible(page, "how to play");
    await noSidewaysScrolling(page, "how to play");
    assert.equal(await page.locator(".how details dt").count(), rulings);
    await page.goto(`${run.server.url}/#/`);
    await playNow(page, GAME);
    await playSome(page, run.random, 6, "the table", sizes);
    if (!(await isOver(page))) {
      await accessible(page, "the table");
      await bigTargets(page, "the table");
    }
    await page.click("[data-tool=log]");
    await page.waitForSelector("dialog .log li");
    for (const line of await page.locator("dialog .log li").allTextContents()) assert.match(line, told);
    faultless(page);
  });
