// Validators from the schemas of /asyncapi.json. If a message belongs to a game, only this game's events, views, options …
// are accepted, not those of any game. The schemas of what the server sends allow unknown fields, because later versions may
// have more; these validators do not.
import Ajv2020 from 'ajv/dist/2020.js';

const perGame = {
    'server.update': { 'events.items': 'Event', view: 'View', 'legal.items': 'Template' },
    'server.room': { options: 'Options' },
    'client.create': { options: 'Options' },
    'client.change': { options: 'Options' },
    'client.act': { action: 'Action' },
    RoomSummary: { options: 'Options' },
    Replay: { options: 'Options', 'actions.items.properties.action': 'Action', result: 'Result' },
};

/** A copy of the schema with absolute references, so that it can be used outside the document. */
const absolute = (schema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"asyncapi#/components'));

/** A copy of the schema in which no object has other fields than those that it names. */
export function closed(schema) {
    if (Array.isArray(schema)) return schema.map(closed);
    if (schema === null || typeof schema !== 'object') return schema;
    const copy = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, ['if', 'then', 'not', 'allOf'].includes(key) ? part : closed(part)]));
    return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy;
}

export class Schemas {
    constructor(asyncapi) {
        this.schemas = closed(asyncapi.components.schemas);
        // Not strict, because schemas may contain keywords that are only for people.
        this.ajv = new Ajv2020({ strict: false, allErrors: true });
        this.ajv.addSchema({ $id: 'asyncapi', components: { schemas: this.schemas } });
        this.validators = new Map();
        this.parts = new Map();
    }

    has(name) {
        return name in this.schemas;
    }

    /** Throws if the value does not conform to the schema of this name, restricted to the game if one is given. */
    check(name, value, game) {
        const validate = this.#validator(name, game);
        if (validate(value)) return;
        const problems = validate.errors.slice(0, 5).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
        throw new Error(`Against ${name} (${game}): ${problems.join('; ')}\n${JSON.stringify(value).slice(0, 2000)}`);
    }

    /** Whether the value conforms to the schema of this name. */
    accepts(name, value) {
        return this.#validator(name)(value);
    }

    /** Whether the value conforms to this schema of the document. */
    validates(schema, value) {
        if (!this.parts.has(schema)) this.parts.set(schema, this.ajv.compile(absolute(schema)));
        return this.parts.get(schema)(value);
    }

    #validator(name, game) {
        if (!(name in this.schemas)) throw new Error(`There is no schema ${name}.`);
        const sharp = game && perGame[name] ? game : '';
        const key = `${name} ${sharp}`;
        if (!this.validators.has(key)) this.validators.set(key, this.ajv.compile(this.#schema(name, sharp)));
        return this.validators.get(key);
    }

    #schema(name, game) {
        const schema = absolute(this.schemas[name]);
        if (!game) return schema;
        for (const [path, kind] of Object.entries(perGame[name])) {
            const keys = ['properties', ...path.split('.')];
            const last = keys.pop();
            const place = keys.reduce((at, key) => at[key], schema);
            if (!(last in place)) throw new Error(`The schema ${name} has no ${path}.`);
            place[last] = { $ref: `asyncapi#/components/schemas/${game}.${kind}` };
        }
        return schema;
    }
}
