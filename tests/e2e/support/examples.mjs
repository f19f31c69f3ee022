// Checks the examples in a document with the server's schemas.
import assert from "node:assert/strict";
import { examplesIn } from "./documents.mjs";

/** The schemas of objects in these schemas which name all their fields. What any object fits is none of them. */
function objectsIn(schemas) {
    const list = [];
    const collect = (schema) => {
        if (schema.type === "object" && schema.properties && schema.additionalProperties === false) list.push(schema);
        for (const part of Object.values(schema)) if (part && typeof part === "object") collect(part);
    };
    schemas.forEach(collect);
    return list;
}

/** A choice of what is no card: none of the games has one. */
const itemChoice = {
    type: "object",
    properties: { choose: { type: ["integer", "array"], items: { type: "integer" } }, from: { type: "array" } },
    required: ["choose", "from"],
    additionalProperties: false,
};

/** Whether the example is valid for an object in one of the game's schemas; one with a `type`, for one of this type. */
function isKnown(world, example, prefix) {
    const schemas = Object.entries(world.schemas.schemas)
        .filter(([name]) => name.startsWith(prefix))
        .map(([, schema]) => schema);
    const known = [...objectsIn(schemas), ...(prefix ? [] : [itemChoice])].filter(
        ({ properties }) => properties.type?.const === example.type,
    );
    return known.some((schema) => world.schemas.validates(schema, example));
}

/** \param prefix that of the names of the schemas that describe examples which are no messages */
function problemOf(world, { mark, text: json, value }, prefix) {
    if (value === undefined) return `This is not JSON: ${json}`;
    try {
        if (mark === "←" && value.format) world.schemas.check("Replay", value, value.game);
        else if (mark)
            world.schemas.check(
                `${mark === "←" ? "server" : "client"}.${value.type}`,
                value,
                value.view?.game ?? value.game,
            );
        else if (!isKnown(world, value, prefix)) return `No schema describes ${json}`;
    } catch (error) {
        return error.message;
    }
}

/** What is wrong with the examples in a game's RULES.md. */
export function problemsOfExamples(world, text, game) {
    const examples = examplesIn(text);
    return examples.length
        ? examples.map((example) => problemOf(world, example, `${game}.`)).filter(Boolean)
        : ["there is no example"];
}

export function checkExamples(world, text) {
    const examples = examplesIn(text);
    assert.ok(examples.length > 2, "the document has examples");
    assert.deepEqual(examples.map((example) => problemOf(world, example, "")).filter(Boolean), []);
}
