// The log has one line for each important event. Neither the log nor the metrics contain private data of players.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Match } from './support/match.mjs';
import { Random } from './support/random.mjs';
import { binary } from './support/server.mjs';
import { World } from './support/world.mjs';

const seed = 'c0ffee'.repeat(11).slice(0, 64);
const entropies = ['entropy-of-mine', 'entropy-of-yours'];
const chat = 'a word among friends';

/** Plays a match of each game, with chat, a resume and a refused action. Returns the texts that must not be published. */
async function playAll(world) {
    const secrets = [seed, ...entropies, chat, 'watcher'];
    for (const { id, seats } of world.catalogue) {
        const match = await Match.open(world, { game: id, seats: seats.default, fixed: { server_seed: seed, shuffles: [] }, entropies });
        const [{ client, last, token }] = match.players;
        for (const observer of match.observers) if (observer.client !== client) observer.client.send({ type: 'chat', room: match.room, text: chat });
        for (const { client: each } of match.observers) for (let i = 1; i < match.observers.length; i++) await each.take('chat');
        await client.refused('stale_decision', { type: 'act', room: match.room, decision: (last.decision ?? 0) + 1000, action: { note: chat } });
        await client.refused('bad_token', { type: 'resume', room: match.room, token: 'token-that-was-guessed' });
        await match.play(new Random(5));
        secrets.push(token, match.commitment, match.info.commitment, 'token-that-was-guessed');
        secrets.push(...match.players.map((player) => player.token), ...match.replay.chance.map((draw) => JSON.stringify(draw)));
        secrets.push(...match.replay.actions.map(({ action }) => JSON.stringify(action)));
    }
    return secrets;
}

async function logOf(...flags) {
    const world = await World.start('--allow-fixed', '--log-level', 'trace', ...flags);
    const secrets = await playAll(world);
    const { text: metrics } = await world.server.get('/metrics');
    await world.stop();
    return { world, secrets, metrics, log: world.server.log };
}

const card = /\b(?:[A2-9TJQK][SHDC]|XX)\b/;

test('in the JSON format each line is an object, rooms and matches have theirs, and no secrets appear', async () => {
    const { world, secrets, metrics, log } = await logOf('--log-format', 'json');
    assert.equal(JSON.parse(world.server.printed).url, `${world.server.url}/`, 'also on stdout');
    const lines = log.trimEnd().split('\n').map((line) => JSON.parse(line));
    for (const line of lines) {
        assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        assert.match(line.level, /^(trace|debug|info|warning|error|critical)$/);
        assert.match(line.message, /\S/);
    }
    for (const { id, seats } of world.catalogue) {
        const of = (message) => lines.filter((line) => line.message === message && line.game === id);
        const [made, ...more] = of('Room made');
        assert.deepEqual(more, []);
        assert.equal(made.address, '127.0.0.1');
        const [begun] = of('Match begun');
        const [ended] = of('Match ended');
        assert.deepEqual([begun.room, begun.match, begun.seats], [made.room, 1, seats.default]);
        assert.deepEqual([ended.room, ended.match], [made.room, 1]);
        assert.ok(ended.actions > 0 && ended.seconds >= 0 && /^[a-z_]+$/.test(ended.reason), JSON.stringify(ended));
    }
    for (const secret of secrets) for (const text of [log, metrics]) assert.ok(!text.includes(secret), `${secret} was published`);
    for (const text of [log, metrics]) assert.ok(!card.test(text.replaceAll(/"room":"\w+"/g, '')), 'a card was published');
    for (const { room } of lines) assert.ok(!room || !metrics.includes(room), 'a room is no label');
});

test('in the text format each match has one line with its fields, and no secrets appear', async () => {
    const { world, secrets, log } = await logOf('--log-format', 'text');
    const lines = log.trimEnd().split('\n');
    for (const line of lines) assert.match(line, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (trace|debug|info|warning|error|critical) \S/);
    for (const { id } of world.catalogue)
        assert.equal(lines.filter((line) => line.includes('Match ended') && line.includes(` game=${id} `)).length, 1);
    for (const secret of secrets) assert.ok(!log.includes(secret), `${secret} was published`);
    assert.ok(!card.test(log.replaceAll(/room=\w+/g, '')), 'a card was published');
});

test('each line of why a start has failed is an error to the journal, and plain text to everybody else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tefuda-log-'));
    const path = join(folder, 'stderr');
    const config = join(folder, 'tefuda.conf');
    writeFileSync(config, 'nosuchflag = 1\n');
    /** What the server says on a file, as systemd names it, or as it would name another one. */
    const said = (isJournal, ...flags) => {
        const file = openSync(path, 'w');
        const { dev, ino } = fstatSync(file);
        const run = spawnSync(binary, flags, {
            stdio: ['ignore', 'ignore', file],
            env: { PATH: process.env.PATH, JOURNAL_STREAM: isJournal ? `${dev}:${ino}` : `${dev}:${ino + 1}` },
        });
        closeSync(file);
        assert.ok([1, 2].includes(run.status), `${run.status}`);
        return readFileSync(path, 'utf8');
    };
    for (const flags of [['--port', 'x'], ['--nosuchflag'], ['--config', config], ['--data', '/dev/null/data'], ['--port', '0', '--log-level', 'off', '--tls-cert', path, '--tls-key', path]]) {
        const plain = said(false, ...flags);
        assert.match(plain, /^tefuda-server: .*\n/);
        assert.equal(said(true, ...flags), plain.replaceAll(/^(?=.)/gm, '<3>'), flags.join(' '));
    }
    rmSync(folder, { recursive: true });
});
