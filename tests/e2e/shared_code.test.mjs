// Code that all games share knows no game: neither its name nor its words for actions, their fields and its events.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { World } from './support/world.mjs';

const top = fileURLToPath(new URL('../../', import.meta.url));
const page = 'clients/web/src';
/** The page's folders that belong to games. */
const gamesOwn = ['games', 'lessons'];
const pageShared = readdirSync(join(top, page), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !gamesOwn.includes(entry.name) ? [`${page}/${entry.name}`] : [],
);
const shared = ['rules/core', 'rules/search', 'protocol', 'server', 'clients/bots', 'clients/rules-python', ...pageShared, `${page}/games/generic`];
const sources = /(?<!\.test|wire\.d)\.(cpp|hpp|py|js|mjs|ts|svelte)$/;
/** Made from the schemas, or the list of the games' own types. */
const ofGames = /clients\/web\/src\/protocol\/(wire|games)\.ts$/;

/** The protocol's own terms, which games use as well. */
const protocolTerms = new Set(['type', 'seat', 'card', 'cards', 'items', 'as', 'suit', 'table', 'match_ended']);
/** Words that other code has with other meanings. */
const usual = new Set(['continue', 'face_down', 'play', 'stop', 'draw', 'pass', 'value', 'exchange']);

const world = await World.start();
after(() => world.stop());

function filesIn(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (['node_modules', 'examples', 'test', 'tests'].includes(entry.name)) return [];
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesIn(path) : sources.test(entry.name) && !ofGames.test(path) ? [path] : [];
    });
}

/** The names of types and fields in the schemas of what happens in a game. */
function wordsOf(schema, words = new Set()) {
    for (const [name, property] of Object.entries(schema?.properties ?? {})) {
        words.add(name);
        if (name === 'type') for (const type of [property.const, ...(property.enum ?? [])]) if (type) words.add(type);
        wordsOf(property, words);
    }
    for (const part of [...(schema?.anyOf ?? []), ...(schema?.oneOf ?? []), schema?.items].filter(Boolean)) wordsOf(part, words);
    return words;
}

function gamesWords() {
    const { schemas } = world.asyncapi.components;
    const ofGames = Object.entries(schemas).filter(([name]) => world.catalogue.some(({ id }) => name.toLowerCase().startsWith(id)));
    const of = (kind) => ofGames.flatMap(([name, schema]) => (name.endsWith(kind) ? [...wordsOf(schema)] : []));
    // Many fields of events are everybody's words; those of two words are not.
    const words = new Set([...of('Action'), ...of('Event').filter((word) => word.includes('_'))]);
    return [...words].filter((word) => !protocolTerms.has(word) && !usual.has(word));
}

/** Where a text has a word: a game's word in quotes, or anywhere if nobody would use it for something else. */
function mentions(text, words, names) {
    const quoted = new Set([...text.matchAll(/["'](\w+)["']/g)].map(([, word]) => word));
    const whole = new Set(text.match(/\w+/g));
    const found = words.filter((word) => quoted.has(word) || (word.includes('_') && whole.has(word)));
    return [...found, ...names.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(text))];
}

test('shared code names no game and none of its words', () => {
    const names = world.catalogue.flatMap(({ id, name }) => [id, name.en.replace(/[- ]/g, '[- ]?')]);
    const words = gamesWords();
    assert.ok(words.includes('last_one') && words.includes('hide'), 'the games have words of their own');
    const found = shared.flatMap((folder) =>
        filesIn(join(top, folder)).flatMap((path) =>
            mentions(readFileSync(path, 'utf8'), words, names).map((word) => `${relative(top, path)}: ${word}`),
        ),
    );
    assert.deepEqual(found, []);
});
