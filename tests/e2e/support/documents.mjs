// Reads documents: sections, tables, links, and what stands in code.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const heading = /^(#+) +(.*)$/;

/** The text under a heading, up to the next heading of the same or a higher level; empty if there is no such heading. */
export function sectionOf(text, title) {
    const lines = text.split('\n');
    const start = lines.findIndex((line) => heading.exec(line)?.[2] === title);
    if (start < 0) return '';
    const [, level] = heading.exec(lines[start]);
    const end = lines.findIndex((line, at) => at > start && (heading.exec(line)?.[1].length ?? 99) <= level.length);
    return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

/** The rows of all tables; each is a list of cells. */
export function rowsOf(text) {
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    return rows.map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
}

const notOurs = ['.git', 'build', 'dist', 'node_modules'];

/** The Markdown files of a checkout, as paths in it. */
export function documentsIn(top, folder = '') {
    return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return notOurs.includes(entry.name) ? [] : documentsIn(top, path);
        return entry.name.endsWith('.md') ? [path] : [];
    });
}

/** The targets of links and pictures, but for those in code. */
export function linksIn(text) {
    const prose = text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/^ {4}.*$/gm, '').replaceAll(/`[^`]*`/g, '');
    return [...prose.matchAll(/\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g)].map(([, link, source]) => link ?? source);
}

/** The names by which headings are linked to. */
export function anchorsIn(text) {
    const titles = text.split('\n').map((line) => heading.exec(line)?.[2]).filter(Boolean);
    return new Set(titles.map((title) => title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')));
}

const inlineCode = /`([^`]+)`/g;

/** All words in inline code, including those inside JSON. */
export function wordsIn(text) {
    return new Set([...text.matchAll(inlineCode)].flatMap(([, code]) => code.match(/[\p{L}\p{N}_/-]+/gu) ?? []));
}

/** The fields in a message's table: the inline code in its first column; a `?` after the code marks optional fields. */
export function fieldsOf(section) {
    const cells = rowsOf(section).map(([first]) => first).join('\n');
    const names = (pattern) => [...cells.matchAll(pattern)].map(([, name]) => name).sort();
    return { all: names(/`(\w+)`/g), optional: names(/`(\w+)`\?/g) };
}

const parsed = (text) => {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
};

/** The messages of `→ {…}` and `← {…}`. */
export function arrowLines(text) {
    const lines = text.split('\n').map((line) => /^    (?:B )?([→←]) (.*)$/.exec(line)).filter(Boolean);
    return lines.map(([, mark, json]) => ({ mark, text: json, value: parsed(json) }));
}

/** All examples: the messages with arrows and the JSON objects in inline code. `value` is undefined if one is invalid. */
export function examplesIn(text) {
    const inline = [...text.matchAll(inlineCode)].map(([, code]) => code).filter((code) => code.startsWith('{"'));
    return [...arrowLines(text), ...inline.map((json) => ({ text: json, value: parsed(json) }))];
}
