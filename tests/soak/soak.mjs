// All games for a long time: what must stay flat stays flat, and nothing acknowledged is missing.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Tables } from '../durability/tables.mjs';

const mib = 1024 * 1024;

/** Bytes of memory, number of open files, and bytes of the files of pending commits. */
function sample({ server, folder }) {
    const { pid } = server.child;
    const memory = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
    const pending = ['pending.sqlite', 'pending.sqlite-wal'].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    return { memory, files: readdirSync(`/proc/${pid}/fd`).length, pending };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Compares what was acknowledged in matches that are over with their replays, and forgets it. */
async function check({ server, tables }) {
    let actions = 0;
    for (const players of tables) {
        const replays = new Map();
        for (const player of players) {
            const over = player.accepted.filter(({ match }) => match < player.match);
            for (const told of over) {
                if (!replays.has(told.match)) replays.set(told.match, await server.get(`/api/rooms/${player.room}/matches/${told.match}`));
                const { status, json } = replays.get(told.match);
                assert.equal(status, 200);
                const { seat, action } = json.actions[told.seq - 2];
                assert.deepEqual({ seat, action }, { seat: told.seat, action: told.action }, `${json.game} ${json.room}, update ${told.seq}`);
                actions++;
            }
            player.accepted = player.accepted.filter(({ match }) => match >= player.match);
            for (const key of player.heard.keys()) if (Number(key.split(' ')[0]) < player.match) player.heard.delete(key);
        }
    }
    return actions;
}

/**
 * Plays for so many seconds, or rounds of some hundred actions.
 * \param context has `after`, for what is to be cleaned up
 */
export async function soak(context, { seconds = 0, rounds = 0 }) {
    const tables = new Tables(context, 31);
    await tables.start();
    await tables.open();
    const samples = [];
    let actions = 0;
    let reconnections = 0;
    const end = Date.now() + seconds * 1000;
    for (let round = 1; round <= rounds || Date.now() < end; round++) {
        await tables.played(250);
        samples.push(sample(tables));
        const player = tables.players[tables.random.below(tables.players.length)];
        await player.drop();
        player.forgetDecision();
        await player.connect(tables.server);
        reconnections++;
        if (round % 8 === 0) actions += await check(tables);
    }
    await tables.finish();
    actions += await check(tables);
    assert.equal(await tables.end(), 0);
    // The first quarter warms up.
    const quarter = Math.floor(samples.length / 4);
    const [before, after] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map((part) => ({
        memory: median(part.map(({ memory }) => memory)),
        files: median(part.map(({ files }) => files)),
        pending: Math.max(...part.map(({ pending }) => pending)),
    }));
    console.log('| | second quarter | last quarter |');
    console.log('| --- | --- | --- |');
    console.log(`| memory, MiB | ${Math.round(before.memory / mib)} | ${Math.round(after.memory / mib)} |`);
    console.log(`| open files | ${before.files} | ${after.files} |`);
    console.log(`| pending commits, MiB | ${Math.round(before.pending / mib)} | ${Math.round(after.pending / mib)} |`);
    console.log(`| acknowledged actions found | | ${actions} |`);
    assert.ok(actions > reconnections && reconnections > 0, `${actions} actions, ${reconnections} reconnections`);
    // The store's cache of pages fills slowly (32 MiB).
    assert.ok(after.memory < before.memory * 1.1 + 40 * mib, 'memory stays flat');
    assert.ok(after.files <= before.files + 4, 'open files stay flat');
    assert.ok(after.pending < 200 * mib, 'what is pending is folded');
}
