// The documents are true and complete. Those for bot authors: their sessions are played, their examples match the schemas,
// and nothing that the schemas have is missing in them. Those for operators have every flag and metric. No link is broken.
// With TEFUDA_WRITE_DOCUMENTS=1 the sessions are written anew.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkReplay } from './support/chance.mjs';
import { anchorsIn, arrowLines, documentsIn, examplesIn, fieldsOf, linksIn, rowsOf, sectionOf, wordsIn } from './support/documents.mjs';
import { readMetrics } from './support/metrics.mjs';
import { binary } from './support/server.mjs';
import { playSession, sessionsOf, withSessions } from './support/sessions.mjs';
import { World } from './support/world.mjs';

const top = fileURLToPath(new URL('../../', import.meta.url));
const pathOf = (name) => join(top, name);
const read = (name) => readFileSync(pathOf(name), 'utf8');

let world;
let schemas;
before(async () => {
    world = await World.start('--allow-fixed');
    schemas = world.schemas.schemas;
});
after(() => world.stop());

const protocol = read('protocol/PROTOCOL.md');
const games = ['sugekari21', 'twentytwo', 'ttpageone', 'fortyone', 'selfish'];
const rulesOf = (game) => read(`rules/${game}/RULES.md`);
const wireOf = (game) => sectionOf(rulesOf(game), 'On the wire');

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

/** Whether the example is valid for any object schema. */
function isKnown(example, within) {
    const list = [];
    const collect = (schema) => {
        if (schema.type === 'object') list.push(schema);
        for (const part of Object.values(schema)) if (part && typeof part === 'object') collect(part);
    };
    for (const [name, schema] of Object.entries(schemas)) if (within(name)) collect(schema);
    return list.some((schema) => world.schemas.validates(schema, example));
}

for (const [name, text, prefix] of [['PROTOCOL.md', protocol, ''], ...games.map((game) => [`RULES.md of ${game}`, rulesOf(game), `${game}.`])]) {
    test(`every example in ${name} is valid`, () => {
        const examples = examplesIn(text);
        assert.ok(examples.length > 2);
        for (const { mark, text: json, value } of examples) {
            if (value === undefined) assert.fail(`This is not JSON: ${json}`);
            if (mark === '←' && value.format) world.schemas.check('Replay', value, value.game);
            else if (mark) world.schemas.check(`${mark === '←' ? 'server' : 'client'}.${value.type}`, value, value.view?.game ?? value.game);
            else assert.ok(isKnown(value, (schema) => schema.startsWith(prefix)), `No schema describes ${json}`);
        }
    });
}

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
    missing('`rooms`', [...of(schemas.RoomSummary), ...of(schemas.RoomSummary.properties.seats.items)]);
    missing('`error`', of(schemas['server.error'].properties.details));
    missing('`welcome`', of(schemas['server.welcome'].properties.server));
    missing('`create`', [...of(schemas['client.create'].properties.clock), ...schemas['client.create'].properties.bots.items.anyOf[0].enum]);
    missing('`join`', [...schemas['client.join'].properties.role.enum, ...schemas['client.join'].properties.updates.enum]);
    missing('`fill`', schemas['client.fill'].properties.level.enum);
    missing('Replay', [...of(schemas.Replay), ...of(schemas.Replay.properties.actions.items), 'shuffle', 'order', 'pick', 'of']);
    missing('Analysis', [...of(schemas.Analysis), ...of(schemas.Analysis.properties.decisions.items), ...schemas.Analysis.properties.decisions.items.properties.mark.enum]);
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

test('OPERATING.md has every flag, with its variable', () => {
    const help = execFileSync(binary, ['--help'], { encoding: 'utf8' });
    const text = rowsOf(read('server/OPERATING.md')).map((row) => row.join(' ')).join('\n');
    const flags = new Set(help.match(/--[a-z-]+/g));
    for (const flag of ['--help', '--version']) flags.delete(flag);
    assert.deepEqual([...flags].filter((flag) => !new RegExp(`\`${flag}\\b`).test(text)), []);
    const variables = help.match(/\bTEFUDA_[A-Z_]+/g);
    assert.deepEqual(variables.filter((variable) => !text.includes(`\`${variable}\``)), []);
});

test('README.md has the same flags and defaults as OPERATING.md', () => {
    const flagRows = (name, column) => rowsOf(read(name)).filter(([first]) => first.startsWith('`--')).map((row) => [row[0], row[column]]);
    const all = new Map(flagRows('server/OPERATING.md', 2));
    const first = flagRows('README.md', 1);
    assert.ok(first.length > 0);
    for (const [flag, value] of first) assert.equal(value, all.get(flag), flag);
});

test('OPERATING.md has every metric and no other', async () => {
    const { types } = readMetrics((await world.server.get('/metrics')).text);
    const real = [...types.keys()].filter((name) => name.startsWith('tefuda_'));
    const rows = rowsOf(sectionOf(read('server/OPERATING.md'), 'Metrics')).map(([first]) => first);
    const told = rows.flatMap((cell) => [...wordsIn(cell)]).filter((name) => name.startsWith('tefuda_'));
    assert.deepEqual(told.sort(), real.sort());
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

for (const game of games) {
    const of = (kind) => schemas[`${game}.${kind}`];
    const alternatives = (kind) => of(kind).anyOf ?? of(kind).oneOf;
    const typeOf = (schema) => schema.properties.type.const;
    const rows = () => rowsOf(wireOf(game));
    /** The row whose first cell names this, as one text. */
    const rowOf = (name, fields = []) => {
        const found = rows().filter(([first]) => wordsIn(first).has(name));
        return found.find((row) => fields.every((field) => wordsIn(row.join(' ')).has(field)));
    };

    test(`the rules of ${game} describe every event with its fields`, () => {
        for (const event of alternatives('Event')) {
            const { type, ...fields } = event.properties;
            assert.ok(rowOf(type.const, Object.keys(fields)), `${type.const} with ${Object.keys(fields)}`);
        }
    });

    test(`the rules of ${game} describe the fields of the table`, () => {
        const inner = (schema) => [
            ...Object.keys(schema.properties ?? {}),
            ...Object.values(schema).filter((part) => part && typeof part === 'object').flatMap((part) => (Array.isArray(part) ? part.flatMap(inner) : inner(part))),
        ];
        const { properties } = of('View').properties.table;
        for (const [field, schema] of Object.entries(properties)) {
            // The fields of these lists of plays are described elsewhere.
            const parts = [...new Set(inner(schema))].filter((part) => !(part in properties) && !['tricks', 'finished'].includes(field));
            assert.ok(rowOf(field, parts), `${field} with ${parts}`);
        }
    });

    test(`the rules of ${game} have an example of every action and template, and of an update`, () => {
        const examples = examplesIn(wireOf(game)).map(({ value }) => value);
        const legal = examples.filter(({ type }) => type === 'update').flatMap((update) => update.legal ?? []);
        const choices = [...examples, ...legal].filter((value) => value.cards?.choose);
        for (const action of alternatives('Action')) {
            const examplesOf = examples.filter((example) => world.schemas.validates(action, example));
            assert.ok(examplesOf.length, `an example of ${typeOf(action)}`);
            for (const field of Object.keys(action.properties)) assert.ok(examplesOf.some((example) => field in example), `${typeOf(action)} with ${field}`);
        }
        for (const template of alternatives('Template'))
            if (template.properties.cards) assert.ok(choices.some(({ type }) => type === typeOf(template)), `a choice of ${typeOf(template)}`);
        assert.ok(examples.some(({ type, view, events, legal }) => type === 'update' && view && events.length && legal), 'an update');
    });

    test(`the rules of ${game} describe its options, phases, reasons and random draws`, () => {
        const text = rulesOf(game);
        const words = wordsIn(text);
        for (const [option, { enum: values = [] }] of Object.entries(of('Options').properties ?? {})) {
            assert.ok(words.has(option), option);
            for (const value of values) assert.ok(words.has(`${value}`) || /[0-9]/.test(value), `${option} ${value}`);
        }
        for (const phase of of('View').properties.phase.enum) assert.ok(words.has(phase), phase);
        for (const reason of of('Result').properties.reason.enum) assert.ok(words.has(reason), reason);
        assert.match(text, /\*\*Chance\*\*|## Chance/);
    });
}
