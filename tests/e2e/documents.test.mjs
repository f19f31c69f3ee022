// The documents are true and complete. Those for bot authors: their sessions are played, their examples match the schemas,
// and nothing that the schemas have is missing in them. Those for operators have every flag and metric. No link is broken.
// With TEFUDA_WRITE_DOCUMENTS=1 the sessions are written anew.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkReplay } from './support/chance.mjs';
import { anchorsIn, arrowLines, documentsIn, fieldsOf, linksIn, rowsOf, sectionOf, wordsIn } from './support/documents.mjs';
import { checkExamples } from './support/examples.mjs';
import { readMetrics } from './support/metrics.mjs';
import { binary } from './support/server.mjs';
import { playSession, sessionsOf, withSessions } from './support/sessions.mjs';
import { World } from './support/world.mjs';

const top = fileURLToPath(new URL('../../', import.meta.url));
const pathOf = (name) => join(top, name);
const read = (name) => readFileSync(pathOf(name), 'utf8');

const world = await World.start('--allow-fixed');
const { schemas } = world.schemas;
after(() => world.stop());

const protocol = read('protocol/PROTOCOL.md');
const games = world.catalogue.map(({ id }) => id);

test('the sessions in PROTOCOL.md are what the server really sends', async () => {
    const told = sessionsOf(protocol);
    assert.deepEqual([...told.keys()], ['first', 'resume', 'rematch', 'fixed']);
    const real = new Map();
    for (const [name, lines] of told) real.set(name, await playSession(world.server, lines));
    if (process.env.TEFUDA_WRITE_DOCUMENTS) writeFileSync(pathOf('protocol/PROTOCOL.md'), withSessions(protocol, real));
    else for (const [name, lines] of told) assert.deepEqual(lines, real.get(name), name);
});

test('the replay in PROTOCOL.md passes verification', () => {
    const lines = sessionsOf(protocol).get('rematch');
    checkReplay(JSON.parse(lines[lines.findIndex((line) => line.startsWith('GET')) + 1].slice(2)));
});

test('every example in PROTOCOL.md is valid', () => checkExamples(world, protocol));

test('PROTOCOL.md describes every message with exactly its fields', () => {
    for (const [side, heading] of [['client', 'Messages to the server'], ['server', 'Messages from the server']]) {
        const part = sectionOf(protocol, heading);
        const names = Object.keys(schemas).filter((name) => name.startsWith(`${side}.`));
        for (const name of names) {
            const type = name.slice(side.length + 1);
            const section = sectionOf(part, `\`${type}\``);
            assert.ok(section, `${name} is missing`);
            const { type: _, id, ...fields } = schemas[name].properties;
            const optional = Object.keys(fields).filter((field) => !schemas[name].required?.includes(field));
            assert.deepEqual(fieldsOf(section), { all: Object.keys(fields).sort(), optional: optional.sort() }, name);
            // The sessions have complete examples of `update`.
            if (type !== 'update') assert.ok(arrowLines(section).some(({ value }) => value.type === type), `${name} has no example`);
        }
    }
});

test('PROTOCOL.md explains the parts of messages', () => {
    const words = (heading) => wordsIn(sectionOf(protocol, heading));
    const missing = (heading, wanted) => assert.deepEqual(wanted.filter((word) => !words(heading).has(word)), [], heading);
    for (const game of games) {
        const { all, optional } = fieldsOf(sectionOf(protocol, '`view`'));
        assert.deepEqual([all, optional], [Object.keys(schemas[`${game}.View`].properties).sort(), ['replay']]);
        missing('`view`', Object.keys(schemas[`${game}.Result`].properties));
    }
    const of = (schema) => Object.keys(schema.properties);
    const { seats, status, clock } = schemas['server.room'].properties;
    missing('`room`', [...of(seats.items), ...seats.items.properties.kind.enum, ...status.enum, ...of(clock.anyOf[0])]);
    const { evening } = schemas['server.room'].properties;
    missing('The evening', [...of(evening), ...of(evening.properties.lines.items)]);
    missing('`rooms`', [...of(schemas.RoomSummary), ...of(schemas.RoomSummary.properties.seats.items)]);
    missing('`error`', of(schemas['server.error'].properties.details));
    missing('`welcome`', of(schemas['server.welcome'].properties.server));
    missing('`create`', [...of(schemas['client.create'].properties.clock), ...schemas['client.create'].properties.bots.items.anyOf[0].enum]);
    missing('`join`', [...schemas['client.join'].properties.role.enum, ...schemas['client.join'].properties.updates.enum]);
    missing('`fill`', schemas['client.fill'].properties.level.enum);
    missing('Replay', [...of(schemas.Replay), ...of(schemas.Replay.properties.actions.items), 'shuffle', 'order', 'pick', 'of']);
    missing('Analysis', [...of(schemas.Analysis), ...of(schemas.Analysis.properties.decisions.items), ...schemas.Analysis.properties.decisions.items.properties.mark.enum]);
    missing('Par', of(schemas.Par));
    missing('Puzzles', [...of(schemas.Puzzle), ...of(schemas.PuzzleSolution)]);
    missing('Over HTTP', of(schemas.AnalysisProgress));
    missing('Templates', of(schemas.CardChoice));
    missing('Deals for tests', of(schemas['client.create'].properties.fixed));
    const rows = rowsOf(sectionOf(protocol, 'Errors')).map(([first]) => [...wordsIn(first)]).flat();
    assert.deepEqual(rows.sort(), [...schemas['server.error'].properties.code.enum].sort());
});

test('PROTOCOL.md mentions every field of /api/games', async () => {
    const row = rowsOf(sectionOf(protocol, 'Over HTTP')).find(([path]) => path === '`/api/games`');
    const words = wordsIn(row.join(' '));
    for (const game of world.catalogue)
        for (const field of [...Object.keys(game), ...Object.keys(game.name), ...Object.keys(game.seats)]) assert.ok(words.has(field), field);
});

// The settings' rows are made from the server's table: tests/server/config.
test('OPERATING.md has every flag', () => {
    const flags = new Set(execFileSync(binary, ['--help'], { encoding: 'utf8' }).match(/--[a-z-]+/g));
    const text = rowsOf(read('server/OPERATING.md')).map(([first]) => first).join('\n');
    for (const flag of ['--help', '--version']) flags.delete(flag);
    assert.deepEqual([...flags].filter((flag) => !new RegExp(`\`${flag}\\b`).test(text)), []);
});

test('README.md has the same flags and defaults as OPERATING.md', () => {
    const flagRows = (name, column) => rowsOf(read(name)).filter(([first]) => first.startsWith('`--')).map((row) => [row[0].match(/--[a-z-]+/)[0], row[column]]);
    const all = new Map(flagRows('server/OPERATING.md', 2));
    const first = flagRows('README.md', 1);
    assert.ok(first.length > 0);
    for (const [flag, value] of first) assert.equal(value, all.get(flag), flag);
});

/** The names of all metrics of the server. */
async function metrics() {
    const { types } = readMetrics((await world.server.get('/metrics')).text);
    return [...types.keys()];
}

test('OPERATING.md has every metric and no other', async () => {
    const real = (await metrics()).filter((name) => name.startsWith('tefuda_'));
    const rows = rowsOf(sectionOf(read('server/OPERATING.md'), 'Metrics')).map(([first]) => first);
    const told = rows.flatMap((cell) => [...wordsIn(cell)]).filter((name) => name.startsWith('tefuda_'));
    assert.deepEqual(told.sort(), real.sort());
});

test('the dashboard shows every metric, and asks for no other, as the alerts do', async () => {
    const real = await metrics();
    const { panels } = JSON.parse(read('docker/grafana/dashboards/tefuda.json'));
    const expressions = panels.flatMap(({ targets }) => targets).map(({ expr }) => expr);
    const asked = (text) => [...new Set(text.match(/\b(tefuda|process)_\w+/g))].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    const shown = new Set(asked(expressions.join(' ')));
    assert.deepEqual([...shown].filter((name) => !real.includes(name)), []);
    assert.deepEqual(real.filter((name) => name.startsWith('tefuda_') && !shown.has(name)), []);
    const exprs = read('docker/alerts.yaml').match(/^ {8}expr: .*$/gm).join(' ');
    assert.deepEqual(asked(exprs).filter((name) => !real.includes(name)), []);
});

test('every relative link of every document leads somewhere', () => {
    const documents = documentsIn(top);
    for (const name of ['README.md', 'protocol/PROTOCOL.md', '.github/CONTRIBUTING.md']) assert.ok(documents.includes(name), name);
    const broken = [];
    for (const name of documents) {
        for (const link of linksIn(read(name))) {
            if (/^[a-z]+:/.test(link)) continue;
            const [path, anchor] = link.split('#');
            const target = path ? join(dirname(name), path) : name;
            if (!existsSync(join(top, target))) broken.push(`${name}: ${link}`);
            else if (anchor && !anchorsIn(read(target)).has(anchor)) broken.push(`${name}: ${link} (no such heading)`);
        }
    }
    assert.deepEqual(broken, []);
});

test('each alert says what to do, and points to its section in OPERATING.md', () => {
    const operating = read('server/OPERATING.md');
    const rules = read('docker/alerts.yaml').split(/^ {6}- alert: /m).slice(1);
    const named = rules.map((rule) => {
        const [name] = rule.split('\n');
        assert.match(rule, /^ {10}description: ".{20,}"$/m, name);
        const [, path, anchor] = /^ {10}runbook_url: https:\/\/\S+\/blob\/main\/(\S+)#(\S+)$/m.exec(rule) ?? [];
        assert.equal(path, 'server/OPERATING.md', name);
        assert.ok(anchorsIn(operating).has(anchor), `${name}: there is no #${anchor}`);
        assert.equal(anchor, name.toLowerCase());
        return name;
    });
    const sections = [...sectionOf(operating, 'Alerts').matchAll(/^### (.*)$/gm)].map(([, title]) => title);
    assert.deepEqual(sections, named);
    for (const title of sections) assert.ok(sectionOf(operating, title).trim().length > 100, title);
});

test('each recipe of OPERATING.md is tried by a test', () => {
    const recipes = execFileSync(pathOf('tests/support/recipes.py'), ['--all'], { encoding: 'utf8' }).trim().split('\n');
    const tests = execFileSync('git', ['-C', top, 'grep', '-hE', '(recipe|follow)\\b', '--', 'tests'], { encoding: 'utf8' });
    assert.ok(recipes.length > 10);
    assert.deepEqual(recipes.filter((name) => !new RegExp(`(recipe|follow)(\\(|, )["']${name}["']`).test(tests)), []);
});
