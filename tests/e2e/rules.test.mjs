// Each game's RULES.md has the form that rules/README.md describes, and all that the game's schemas have. The code in
// rules/README.md is that of the example game, which is built and played.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sectionOf, wordsIn } from "./support/documents.mjs";
import { Match } from "./support/match.mjs";
import { Random } from "./support/random.mjs";
import { problemsOfRules } from "./support/rules_document.mjs";
import { World } from "./support/world.mjs";

const top = fileURLToPath(new URL("../../", import.meta.url));
const read = (name) => readFileSync(join(top, name), "utf8");

const world = await World.start("--allow-fixed");
after(() => world.stop());

// The example of rules/README.md is in a folder of the tests.
const folderOf = (game) =>
    ["rules", "tests/example_game"].map((place) => `${place}/${game}`).find((folder) => existsSync(join(top, folder)));
const rulesOf = (game) => read(`${folderOf(game)}/RULES.md`);

test("the code in rules/README.md is that of the example game", () => {
    const readme = read("rules/README.md");
    const blocks = [...readme.matchAll(/^ *```cpp\n([^]*?)^ *```/gm)].map(([, code]) =>
        code.replaceAll(/^ {3}(?! )/gm, "").trim(),
    );
    const sources = ["doubt/doubt.hpp", "conformance_test.cpp", "dice.hpp"].map((name) =>
        read(`tests/example_game/${name}`),
    );
    assert.equal(blocks.length, sources.length);
    // The README includes the game from where a game of one's own is.
    const plain = (code) =>
        code
            .replaceAll('"tests/example_game/doubt', '"rules/doubt')
            .split("\n")
            .map((line) => line.trim())
            .join("\n");
    for (const [n, block] of blocks.entries()) assert.ok(plain(sources[n]).includes(plain(block)), block);
});

/** Matches for the usual, the least and the greatest number of seats: in these every kind of draw is there. */
async function replaysOf({ id, seats }) {
    const counts = [...new Set([seats.default, seats.min, seats.max])];
    const replays = [];
    for (const count of counts) {
        const match = await Match.open(world, {
            game: id,
            seats: count,
            fixed: { server_seed: "07".repeat(32), shuffles: [] },
        });
        await match.play(new Random(7));
        match.close();
        replays.push(match.replay);
    }
    return replays;
}

/** RULES.md with one slip each, and what must be said of it. */
function* slipsIn(rules) {
    const wire = sectionOf(rules, "On the wire");
    const replaced = (other) => rules.replace(wire, () => other);
    // Each row of the tables of `table` and events is left out, and each is there under another name.
    for (const part of [/^(?:#+ |\*\*)Events[^]*?\n\n(?=[^|])/m, /^(?:#+ |\*\*)`?table`?[^]*?\n\n(?=[^|])/im]) {
        const text = part.exec(wire)[0];
        for (const row of text.split("\n").filter((line) => /^\| `/.test(line) && !line.startsWith("| `type`"))) {
            const [name] = wordsIn(row);
            yield {
                rules: replaced(wire.replace(text, () => text.replace(`${row}\n`, ""))),
                says: `has no row for \`${name}\``,
            };
            yield {
                rules: replaced(wire.replace(text, () => text.replace(`| \`${name}\``, `| \`other_${name}\``))),
                says: `has a row for \`other_${name}\``,
            };
            const [first, fields, ...rest] = row.split("|").slice(1, -1);
            const less = fields.replace(/`\w+`\??,? *$/, "");
            if (part.source.includes("Events") && less !== fields)
                yield {
                    rules: replaced(wire.replace(row, () => ["", first, less, ...rest, ""].join("|"))),
                    says: `the fields of \`${name}\` are`,
                };
        }
    }
    yield {
        rules: replaced(wire.replace(/\d+ (?=seats)|\b\w+ (?=seats)|(?<=Seats )\d+/, "One ")),
        says: "the game is for",
    };
    yield { rules: replaced(wire.replace(/`shuffle`/g, "`order(n)`")), says: '"Chance" ' };
    yield {
        rules: rules.replace(/("hands":[^}]*?\["(?!XX)(\w\w)",)"\w\w"/, '$1"$2","$2","$2"'),
        says: "more often than the pack",
    };
    yield { rules: `${rules}\n\`{"type":"nonsense","x":1}\`\n`, says: 'No schema describes {"type":"nonsense","x":1}' };
    yield { rules: rules.replace(/`{"type":"\w+"/, (begin) => `${begin},"form":2`), says: "No schema describes" };
}

for (const about of world.catalogue)
    test(`the rules of ${about.id} are those of the game, and a slip in them is found`, async () => {
        const rules = rulesOf(about.id);
        const known = { game: about.id, seats: about.seats, replays: await replaysOf(about) };
        assert.deepEqual(problemsOfRules(world, rules, known), []);
        for (const slip of slipsIn(rules)) {
            assert.notEqual(slip.rules, rules, slip.says);
            const problems = problemsOfRules(world, slip.rules, known);
            assert.ok(
                problems.some((problem) => problem.includes(slip.says)),
                `${slip.says}: ${problems}`,
            );
        }
    });
