import { enact } from "../player.mjs";
import { recorded } from "./record.mjs";

/** Does what the notes say, to the end; `seen` is called at each note, and ends it by returning true. */
export async function follow(page, game, seen = async () => {}) {
    const actions = recorded(game)
        .steps.filter(({ seat }) => seat === 0)
        .map(({ action }) => action);
    for (let n = 1; ; n++) {
        await page.waitForSelector("[data-note]");
        if (await seen(n)) return;
        if (await page.locator("[data-play-real]").count()) return;
        const text = await page.locator("[data-note]").textContent();
        if (await page.locator("[data-next-note]").count()) await page.click("[data-next-note]");
        else await enact(page, actions.shift());
        await page.waitForFunction((old) => document.querySelector("[data-note]")?.textContent !== old, text);
    }
}
