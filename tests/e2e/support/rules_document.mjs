// Compares a game's RULES.md with what the server says of the game and with matches that were played.
import { examplesIn, rowsOf, sectionOf, wordsIn } from "./documents.mjs";
import { problemsOfExamples } from "./examples.mjs";

const words = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
];
const number = `\\d+|${words.join("|")}`;
const numberOf = (text) => (/^\d+$/.test(text) ? Number(text) : words.indexOf(text.toLowerCase()) + 1);

/** The text of a part of "On the wire": under a heading or after words in bold letters, up to the next of them. */
function partOf(wire, title) {
    const lines = wire.split("\n");
    const begins = (line) => /^#+ +(.*)$/.exec(line)?.[1] ?? /^\*\*(.+?)\*\*/.exec(line)?.[1];
    const named = (line) => begins(line)?.replaceAll(/[`.]/g, "").toLowerCase();
    const start = lines.findIndex((line) => named(line) === title);
    if (start < 0) return "";
    const end = lines.findIndex((line, at) => at > start && begins(line));
    return lines.slice(start, end < 0 ? undefined : end).join("\n");
}

/** The rows of a part's table, without its head: the names in the first cell, and all cells. */
const rowsIn = (part) =>
    rowsOf(part)
        .slice(2)
        .map((cells) => ({ names: [...wordsIn(cells[0])], cells }));

const missing = (wanted, found) => wanted.filter((name) => !found.includes(name));

/** The names of all fields in a schema. */
const inner = (schema) => [
    ...Object.keys(schema.properties ?? {}),
    ...Object.values(schema)
        .filter((part) => part && typeof part === "object")
        .flatMap((part) => (Array.isArray(part) ? part.flatMap(inner) : inner(part))),
];

function* seatProblems(wire, seats) {
    const sentence = new RegExp(
        `\\b(?:(?:${number})(?:, | or | to )?)+ seats\\b|\\bseats:? (?:${number})[^.;]*`,
        "i",
    ).exec(wire)?.[0];
    if (!sentence) return yield `"On the wire" does not say how many seats there are, as "Two to four seats"`;
    const told = [];
    for (const [, from, to] of sentence.matchAll(new RegExp(`\\b(${number})\\b(?: to (${number})\\b)?`, "gi")))
        for (let n = numberOf(from); n <= numberOf(to ?? from); n++) told.push(n);
    if (told.join() !== seats.values.join())
        yield `"${sentence}" names ${told.join(", ")}; the game is for ${seats.values.join(", ")}`;
    const usual = new RegExp(`\\b(${number}) by default`, "i").exec(wire)?.[1];
    if (usual && numberOf(usual) !== seats.default) yield `"${usual} by default": it is ${seats.default}`;
}

/** \param replays of matches in which each kind of draw is there */
function* chanceProblems(wire, replays) {
    const part = partOf(wire, "chance");
    if (!part) return yield 'there is no part "Chance"';
    const told = [...part.matchAll(/`(shuffle|pick|order)(?:\((\w+)\))?`/g)].map(([, kind, of]) => ({ kind, of }));
    const kinds = [...new Set(told.map(({ kind }) => kind))];
    const kindOf = (draw) => ["shuffle", "pick", "order"].find((kind) => kind in draw);
    const drawn = new Set();
    for (const { chance, seats } of replays) {
        const real = [...new Set(chance.map(kindOf))];
        for (const kind of real) drawn.add(kind);
        for (const kind of missing(real, kinds))
            yield `"Chance" does not name \`${kind}\`, which a match for ${seats} draws`;
        const order = kinds.filter((kind) => real.includes(kind));
        if (order.join() !== real.filter((kind) => kinds.includes(kind)).join())
            yield `"Chance" names ${order.join(", ")} in this order; a match for ${seats} draws ${real.join(", ")}`;
        const picks = told.filter(({ kind }) => kind === "pick").map(({ of }) => of);
        for (const { of } of chance.filter((draw) => "pick" in draw))
            if (picks.every((n) => /^\d+$/.test(n) && Number(n) !== of))
                yield `"Chance" does not name \`pick(${of})\`, which a match for ${seats} draws`;
    }
    for (const kind of missing(kinds, [...drawn])) yield `"Chance" names \`${kind}\`, which no match draws`;
    const cards = /`shuffle` of the (?:fresh )?(?:pack of )?(\d+)/.exec(part)?.[1];
    const sizes = replays.flatMap(({ chance }) =>
        chance.filter((draw) => draw.shuffle).map(({ shuffle }) => shuffle.length),
    );
    if (cards && !sizes.includes(Number(cards)))
        yield `"Chance" says that ${cards} cards are shuffled; they are ${[...new Set(sizes)].join(", ")}`;
}

function* eventProblems(wire, events) {
    const rows = rowsIn(partOf(wire, "events"));
    for (const { properties } of events) {
        const { type, ...fields } = properties;
        const row = rows.find(({ names }) => names.includes(type.const));
        if (!row) yield `the table of events has no row for \`${type.const}\``;
        else if (Object.keys(fields).sort().join() !== [...wordsIn(row.cells[1])].sort().join())
            yield `the fields of \`${type.const}\` are ${Object.keys(fields).join(", ") || "none"}, in its row ${row.cells[1]}`;
    }
    for (const name of missing(
        rows.flatMap(({ names }) => names),
        events.map(({ properties }) => properties.type.const),
    ))
        yield `the table of events has a row for \`${name}\`, which the game does not have`;
}

function* tableProblems(wire, { properties }) {
    const part = partOf(wire, "table");
    const rows = rowsIn(part);
    const named = rows.flatMap(({ names }) => names);
    for (const field of missing(Object.keys(properties), named))
        yield `the table of \`table\` has no row for \`${field}\``;
    for (const field of missing(named, Object.keys(properties)))
        yield `the table of \`table\` has a row for \`${field}\`, which the game does not have`;
    const code = [...wordsIn(part)];
    for (const [field, schema] of Object.entries(properties))
        for (const name of missing([...new Set(inner(schema))], code))
            yield `the table of \`table\` does not name \`${name}\` of \`${field}\``;
}

function* actionProblems(wire, validates, { actions, templates }) {
    const examples = examplesIn(wire).map(({ value }) => value ?? {});
    const legal = examples.filter(({ type }) => type === "update").flatMap((update) => update.legal ?? []);
    const choices = [...examples, ...legal].filter((value) => value.cards?.choose || value.items?.choose);
    const typeOf = (schema) => schema.properties.type.const;
    for (const action of actions) {
        const examplesOf = examples.filter((example) => validates(action, example));
        if (!examplesOf.length) yield `there is no example of the action \`${typeOf(action)}\``;
        for (const field of Object.keys(action.properties))
            if (examplesOf.length && !examplesOf.some((example) => field in example))
                yield `no example of the action \`${typeOf(action)}\` has \`${field}\``;
    }
    for (const template of templates)
        if (
            (template.properties.cards || template.properties.items) &&
            !choices.some(({ type }) => type === typeOf(template))
        )
            yield `there is no example of a choice of \`${typeOf(template)}\``;
}

function* updateProblems(wire, replays) {
    const updates = examplesIn(wire)
        .map(({ value }) => value ?? {})
        .filter(({ type }) => type === "update");
    if (!updates.some(({ view, events, legal }) => view && events?.length && legal))
        yield "there is no update with events, a view and `legal`";
    const most = (card) =>
        Math.max(0, ...replays.flatMap(({ packs }) => packs.map((pack) => pack.filter((one) => one === card).length)));
    const cards = updates.flatMap(({ view }) => (view?.hands ?? []).flat()).filter((card) => card !== null);
    for (const card of new Set(cards))
        if (replays.length && cards.filter((one) => one === card).length > most(card) * updates.length)
            yield `the hands of the update have ${card} more often than the pack`;
}

function* nameProblems(rules, { options, phases, reasons }) {
    const code = wordsIn(rules);
    for (const name of [...phases, ...reasons]) if (!code.has(name)) yield `it does not name \`${name}\``;
    const paragraphs = rules.split(/\n\n|\n(?=\|)/);
    for (const [option, { enum: values = [] }] of Object.entries(options)) {
        const about = paragraphs.filter((paragraph) => wordsIn(paragraph).has(option));
        if (!about.length) yield `it does not name the option \`${option}\``;
        const all = about.join("\n");
        // A range of numbers has its ends.
        const wanted =
            values.length > 4 && values.every(Number.isInteger) ? [Math.min(...values), Math.max(...values)] : values;
        for (const value of wanted)
            if (about.length && !wordsIn(all).has(`${value}`) && !new RegExp(`\\b${value}\\b`).test(all))
                yield `where it names the option \`${option}\`, it does not name ${value}`;
    }
}

/**
 * What is wrong with a game's RULES.md; empty if nothing is.
 * \param about `game`, its `seats` as in /api/games, and `replays` of matches in which each kind of draw is there
 */
export function problemsOfRules(world, rules, { game, seats, replays }) {
    const { schemas } = world.asyncapi.components;
    const of = (kind) => schemas[`${game}.${kind}`];
    const alternatives = (kind) => of(kind).anyOf ?? of(kind).oneOf;
    const wire = sectionOf(rules, "On the wire");
    const { table, phase } = of("View").properties;
    return [
        ...problemsOfExamples(world, rules, game),
        ...seatProblems(wire, seats),
        ...chanceProblems(wire, replays),
        ...eventProblems(wire, alternatives("Event")),
        ...tableProblems(wire, table),
        ...actionProblems(wire, (schema, value) => world.schemas.validates(schema, value), {
            actions: alternatives("Action"),
            templates: alternatives("Template"),
        }),
        ...updateProblems(wire, replays),
        ...nameProblems(rules, {
            options: of("Options").properties ?? {},
            phases: phase.enum,
            reasons: of("Result").properties.reason.enum,
        }),
    ];
}
