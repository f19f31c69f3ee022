// Each game's RULES.md has the form that rules/README.md describes, and all that the game's schemas have. The code in
// rules/README.md is that of the example game, which is built and played.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examplesIn, rowsOf, sectionOf, wordsIn } from './support/documents.mjs';
import { checkExamples } from './support/examples.mjs';
import { World } from './support/world.mjs';

const top = fileURLToPath(new URL('../../', import.meta.url));
const read = (name) => readFileSync(join(top, name), 'utf8');

const world = await World.start();
const { schemas } = world.asyncapi.components;
after(() => world.stop());

const games = world.catalogue.map(({ id }) => id);
// The example of rules/README.md is in a folder of the tests.
const folderOf = (game) => ['rules', 'tests/example_game'].map((place) => `${place}/${game}`).find((folder) => existsSync(join(top, folder)));
const rulesOf = (game) => read(`${folderOf(game)}/RULES.md`);
const wireOf = (game) => sectionOf(rulesOf(game), 'On the wire');

test('the code in rules/README.md is that of the example game', () => {
    const readme = read('rules/README.md');
    const blocks = [...readme.matchAll(/^ *```cpp\n([^]*?)^ *```/gm)].map(([, code]) => code.replaceAll(/^ {3}(?! )/gm, '').trim());
    const sources = ['doubt/doubt.hpp', 'conformance_test.cpp', 'dice.hpp'].map((name) => read(`tests/example_game/${name}`));
    assert.equal(blocks.length, sources.length);
    // The README includes the game from where a game of one's own is.
    const plain = (code) => code.replaceAll('"tests/example_game/doubt', '"rules/doubt').split('\n').map((line) => line.trim()).join('\n');
    for (const [n, block] of blocks.entries()) assert.ok(plain(sources[n]).includes(plain(block)), block);
});

for (const game of games)
    test(`every example in the rules of ${game} is valid`, () => checkExamples(world, rulesOf(game), `${game}.`));

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
