// What keeps the server's code readable: short files, folders that know only those below them, one class in one file.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../server/', import.meta.url));

/** From the lowest; each folder includes itself and those before it. */
const floors = ['metrics', 'runtime', 'net', 'match', 'journal', 'bots', 'room', 'session', 'people', 'daily', 'operate'];

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

test('tests/run repeats at its end what failed, whichever tool said so', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tefuda-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const rule = '-'.repeat(79);
    const outputs = {
        catch2: `${rule}\nA room has a host\n${rule}\na.cpp:9\n\na.cpp:14: FAILED:\n  CHECK( a == b )\nwith expansion:\n  1 == 2\n\ntest cases: 9 | 1 failed\n`,
        tap: "    not ok 1 - one is two\n      ---\n      location: 'a'\n      error: |-\n        not equal:\n        1 !== 2\n      code: 'ERR_ASSERTION'\n" +
            "not ok 2 - numbers\n  ---\n  error: '1 subtest failed'\n  code: 'ERR_TEST_FAILURE'\n  ...\n",
        unittest: 'FAIL: test_one (a.Numbers)\n----------\nTraceback (most recent call last):\n  File "a.py", line 5\n    one()\nAssertionError: 1 != 2\n',
        page: 'ok   a\nFAIL the table is drawn (1 s)\nError: no table\nok   b\n',
        dies: 'begins\nSegmentation fault\n',
    };
    for (const [name, text] of Object.entries(outputs)) writeFileSync(join(folder, name), text);
    const run = (...names) =>
        execFileSync(fileURLToPath(new URL('../support/failures', import.meta.url)), names.map((name) => join(folder, name)), { encoding: 'utf8' });
    assert.deepEqual(run(...Object.keys(outputs)).split('\n'), [
        'A room has a host: a.cpp:14: FAILED:', '    CHECK( a == b )', '    with expansion:', '    1 == 2',
        'not ok 1 - one is two', '    error: |-', '    not equal:', '    1 !== 2',
        'FAIL: test_one (a.Numbers)', '    AssertionError: 1 != 2',
        'FAIL the table is drawn (1 s)', '    Error: no table',
        'dies ends with:', '    begins', '    Segmentation fault', '',
    ]);
    writeFileSync(join(folder, 'many'), 'FAIL a\nbecause\n'.repeat(30));
    assert.deepEqual(run('many').trimEnd().split('\n').slice(39), ['    because', '… and 10 more.']);
});

test('tests/run runs what waits for other programs once more, and nothing else', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tefuda-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const put = (path, text) => {
        mkdirSync(join(folder, path, '..'), { recursive: true });
        writeFileSync(join(folder, path), text, { mode: 0o755 });
    };
    for (const path of ['tests/run', 'tests/support/failures']) put(path, readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
    put('server/prepare', 'say() { echo "$*" >&2; }\nfor name in install_build_tools install_missing install_node build test_names; do eval "$name() { :; }"; done\n');
    const failsOnce = '#!/bin/sh\n[ -e "$0.done" ] && echo "2 passed, 0 failed" || { touch "$0.done"; echo "FAIL $0"; echo "1 passed, 1 failed"; exit 1; }\n';
    for (const part of ['bots', 'rules']) put(`tests/${part}/run`, failsOnce);
    const { status, stdout } = spawnSync(join(folder, 'tests/run'), ['rules', 'bots'], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stdout, /FLAKY: failed, then passed:\nFAIL tests\/bots\/run\nWhat failed:\nFAIL tests\/rules\/run\n3 passed, 1 failed\n$/);
});
