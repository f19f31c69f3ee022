// Checks the examples in a document with the server's schemas.
import assert from 'node:assert/strict';
import { examplesIn } from './documents.mjs';

/** Whether the example is valid for any object schema. */
function isKnown(world, example, prefix) {
    const { schemas } = world.asyncapi.components;
    const list = [];
    const collect = (schema) => {
        if (schema.type === 'object') list.push(schema);
        for (const part of Object.values(schema)) if (part && typeof part === 'object') collect(part);
    };
    for (const [name, schema] of Object.entries(schemas)) if (name.startsWith(prefix)) collect(schema);
    return list.some((schema) => world.schemas.validates(schema, example));
}

/** \param prefix that of the names of the schemas that describe examples which are no messages */
export function checkExamples(world, text, prefix = '') {
    const examples = examplesIn(text);
    assert.ok(examples.length > 2);
    for (const { mark, text: json, value } of examples) {
        if (value === undefined) assert.fail(`This is not JSON: ${json}`);
        if (mark === '←' && value.format) world.schemas.check('Replay', value, value.game);
        else if (mark) world.schemas.check(`${mark === '←' ? 'server' : 'client'}.${value.type}`, value, value.view?.game ?? value.game);
        else assert.ok(isKnown(world, value, prefix), `No schema describes ${json}`);
    }
}
