// What keeps the server's code readable: short files, folders that know only those below them, one class in one file.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../server/', import.meta.url));

/** From the lowest; each folder includes itself and those before it. */
const floors = ['metrics', 'runtime', 'net', 'match', 'journal', 'bots', 'room', 'session', 'people', 'operate'];

const sources = readdirSync(server, { recursive: true })
    .filter((name) => /\.[ch]pp$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(server, name), 'utf8') }));

test('no file of the server is longer than 320 lines', () => {
    const long = sources.map(({ name, text }) => [text.split('\n').length - 1, name]).filter(([lines]) => lines > 320);
    assert.deepEqual(long, []);
});

test('a folder includes only what stands below it', () => {
    const wrong = [];
    for (const { name, text } of sources) {
        const floor = floors.indexOf(name.split('/')[0]);
        if (!name.includes('/')) continue;
        assert.notEqual(floor, -1, `${name} is in a folder without a place in the order`);
        for (const [, included] of text.matchAll(/^#include "server\/(\w+)\//gm))
            if (floors.indexOf(included) > floor) wrong.push(`${name} includes ${included}`);
        // The transport is known by one interface.
        for (const [, header] of text.matchAll(/^#include "server\/net\/([\w.]+)"/gm))
            if (!name.startsWith('net/') && header !== 'service.hpp') wrong.push(`${name} includes net/${header}`);
    }
    assert.deepEqual(wrong, []);
});

test('the member functions of a class are defined in one file', () => {
    const places = new Map();
    for (const { name, text } of sources.filter((source) => source.name.endsWith('.cpp')))
        for (const [, owner] of text.matchAll(/^[\w:<>,&*\s]*?\b([A-Z]\w+)::~?\w+\([^;]*?\)[^;]*\{$/gm))
            places.set(owner, (places.get(owner) ?? new Set()).add(relative('.', name)));
    const spread = [...places].filter(([, files]) => files.size > 1).map(([owner, files]) => `${owner}: ${[...files].join(', ')}`);
    assert.deepEqual(spread, []);
});
