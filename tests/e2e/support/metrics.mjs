// A strict parser for Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/
import assert from 'node:assert/strict';

const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{([^}]*)\})? (\S+)$/;
const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"$/;

/** The metric family of a sample. The samples of a histogram have three different names. */
function familyOf(name, types) {
    if (types.has(name)) return name;
    const base = name.replace(/_(bucket|sum|count)$/, '');
    assert.equal(types.get(base), 'histogram', `${name} has no TYPE`);
    return base;
}

/** Returns the values by name and labels as written (`name{a="b"}`), and the types by name. */
export function readMetrics(text) {
    const values = new Map();
    const types = new Map();
    const help = new Set();
    assert.ok(text.endsWith('\n'));
    for (const line of text.split('\n').slice(0, -1)) {
        const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
        if (kind === 'HELP') {
            assert.ok(!help.has(name), `${name} has one HELP`);
            help.add(name);
        } else if (kind === 'TYPE') {
            assert.ok(help.has(name) && !types.has(name), `${name} has one TYPE, after its HELP`);
            assert.match(rest, /^(counter|gauge|histogram)$/);
            assert.equal(name.endsWith('_total'), rest === 'counter', `counters, and only they, end with _total: ${name}`);
            types.set(name, rest);
        } else {
            const [, metric, labels, value] = sample.exec(line) ?? assert.fail(`no sample: ${line}`);
            familyOf(metric, types);
            for (const part of labels?.split(',') ?? []) assert.match(part, label);
            const key = line.slice(0, line.lastIndexOf(' '));
            assert.ok(!values.has(key), `${key} is there once`);
            assert.ok(value === '+Inf' || Number.isFinite(Number(value)), line);
            values.set(key, Number(value));
        }
    }
    checkHistograms(values, types);
    return { values, types };
}

function checkHistograms(values, types) {
    for (const [name, type] of types) {
        if (type !== 'histogram') continue;
        const buckets = [...values].filter(([key]) => key.startsWith(`${name}_bucket{`));
        const counts = buckets.map(([, count]) => count);
        assert.match(buckets.at(-1)[0], /le="\+Inf"/);
        assert.ok(counts.every((count, i) => i === 0 || count >= counts[i - 1]), `${name}'s buckets count up`);
        assert.equal(counts.at(-1), values.get(`${name}_count`));
        assert.ok(values.has(`${name}_sum`));
    }
}
