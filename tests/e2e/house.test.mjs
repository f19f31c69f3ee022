// What keeps the server's code readable: short files, folders that know only those below them, one class in one file.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../server/', import.meta.url));

/** From the lowest; each folder includes itself and those before it. */
const floors = ['runtime', 'metrics', 'net', 'match', 'store', 'bots', 'room', 'rooms', 'session', 'people', 'daily', 'operate', 'desk', 'config'];

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
        // The transport is known by one interface, and by what it is configured with.
        for (const [, header] of text.matchAll(/^#include "server\/net\/([\w.]+)"/gm))
            if (!/^(net|config)\//.test(name) && header !== 'service.hpp') wrong.push(`${name} includes net/${header}`);
    }
    assert.deepEqual(wrong, []);
});

test('the time, random bytes and threads come from runtime/ alone', () => {
    const elsewhere = sources.filter(({ name }) => !name.startsWith('runtime/')).flatMap(({ name, text }) =>
        [...text.matchAll(/\w*(?:[cC]lock::now|\btime\(nullptr\)|random_device|RAND_bytes|this_thread|std::j?thread\b(?!::hardware))/g)].map(([found]) => `${name}: ${found}`));
    assert.deepEqual(elsewhere, []);
});

test('rooms, and what asks and answers, share what they share through Guarded, and are told the time', () => {
    const found = sources.flatMap(({ name, text }) => [
        ...(/^(rooms?|people|daily|operate|desk)\//.test(name) ? text.matchAll(/^#include <(?:mutex|shared_mutex|thread|condition_variable|future)>/gm) : []),
        ...(/^(people|daily|operate|desk)\//.test(name) ? text.matchAll(/std::chrono::(?:steady|system)_clock/g) : []),
        ...(/^(room|people|daily|operate)\//.test(name) ? text.matchAll(/^#include "server\/runtime\/(?:(?:awake_)?clock|runtime)\.hpp"|\b(?:\w+_now|this_moment)\(/gm) : []),
    ].map(([line]) => `${name}: ${line}`));
    assert.deepEqual(found, []);
});

test('the member functions of a class are defined in one file', () => {
    const places = new Map();
    for (const { name, text } of sources.filter((source) => source.name.endsWith('.cpp')))
        for (const [, owner] of text.matchAll(/^[\w:<>,&*\s]*?\b([A-Z]\w+)::~?\w+\([^;]*?\)[^;]*\{$/gm))
            places.set(owner, (places.get(owner) ?? new Set()).add(relative('.', name)));
    const spread = [...places].filter(([, files]) => files.size > 1).map(([owner, files]) => `${owner}: ${[...files].join(', ')}`);
    assert.deepEqual(spread, []);
});

test('tests/run runs each test once, and ends with what failed and how many passed', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tefuda-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const put = (path, text) => {
        mkdirSync(join(folder, path, '..'), { recursive: true });
        writeFileSync(join(folder, path), text, { mode: 0o755 });
    };
    for (const path of ['tests/run', 'tests/support/failures']) put(path, readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
    put('server/prepare', 'say() { echo "$*" >&2; }\nfor name in install_build_tools install_missing install_node fuzzer_header_package; do eval "$name() { :; }"; done\n' +
        'build() { mkdir -p build/release; : >build/release/build.log; }\n');
    put('bin/cmake', '#!/bin/sh\n');
    // What CTest does with a test that failed, as its documentation says.
    put('bin/ctest', `#!/bin/sh
echo "$*" >>calls
cat >build/release/tests.xml <<'END'
<testsuite tests="4"><testcase name="rules: a" status="run"/><testcase name="rules: b" status="run"/>
<testcase name="bots: c" status="fail"><system-out>begins
1 != 2</system-out></testcase>
<testcase name="web: d" status="notrun"><system-out>no browser</system-out></testcase></testsuite>
END
exit 8
`);
    const { status, stdout } = spawnSync(join(folder, 'tests/run'), ['rules', 'bots'],
        { encoding: 'utf8', env: { ...process.env, TEFUDA_TEST_JOBS: '3', PATH: `${join(folder, 'bin')}:${process.env.PATH}` } });
    assert.equal(stdout, '\nFAILED bots: c\n    begins\n    1 != 2\nSkipped web: d: no browser\n2 passed, 1 failed, 1 skipped\n');
    assert.notEqual(status, 0);
    const report = join(folder, 'build/release/tests.xml');
    assert.equal(readFileSync(join(folder, 'calls'), 'utf8'), `--preset release -j 3 -L ^(rules|bots)$ -L ^quick$ --output-junit ${report}\n`);
});
