// The server is killed repeatedly during matches of all games; nothing that a client has received may be lost.
// TEFUDA_KILLS sets the number of kills (default 5: tests/sim kills whole servers at any step).
import { test } from "node:test";
import assert from "node:assert/strict";
import { pause } from "../e2e/support/until.mjs";
import { Tables } from "./tables.mjs";

const kills = Number(process.env.TEFUDA_KILLS ?? 5);

test(`${kills} kills of the server lose nothing that a client has received`, async (context) => {
    const tables = new Tables(context, 1);
    await tables.start();
    await tables.open();
    for (let kill = 0; kill < kills; kill++) {
        // After some actions, and between any two moments of the next one.
        await tables.played(tables.random.below(60));
        await pause(tables.random.below(20));
        await tables.kill();
        await tables.start();
        await tables.resume();
    }
    await tables.finish();
    const { actions, matches } = await tables.checkReplays();
    const compared = tables.players.reduce((sum, player) => sum + player.compared, 0);
    assert.ok(actions > kills, "there was something to lose");
    assert.ok(compared > 0, "updates were sent again");
    console.log("| kills | matches | acknowledged actions found | updates compared |");
    console.log("| --- | --- | --- | --- |");
    console.log(`| ${kills} | ${matches} | ${actions} | ${compared} |`);
    assert.equal(await tables.end(), 0);
});
