// Generates messages with one error each from the schemas of /asyncapi.json, so that new fields are covered automatically.
const values = { null: null, boolean: true, integer: 1, number: 0.5, string: 'x', array: [], object: {} };

/** Of a schema that also accepts null the other part; else undefined. */
const besideNull = ({ anyOf }) => anyOf?.some(({ type }) => type === 'null') && anyOf.find(({ type }) => type !== 'null');

/** A valid value for a schema. For `anyOf` it is an empty object, which is valid as the options of every game. */
function sample(schema) {
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (besideNull(schema)) return sample(besideNull(schema));
    if (schema.anyOf) return {};
    if (schema.type === 'object') return Object.fromEntries(schema.required.map((name) => [name, sample(schema.properties[name])]));
    if (schema.type === 'string') return 'x';
    if (schema.type === 'array') return [];
    return values[[schema.type].flat()[0]];
}

/** The kinds of JSON values that a schema accepts. */
function kinds(schema) {
    if (besideNull(schema)) return [...kinds(besideNull(schema)), 'null'];
    if (schema.anyOf) return ['object'];
    const named = [schema.type ?? 'string'].flat();
    // Decoding accepts any number for an integer; the room checks later whether it is whole and in range.
    return named.some((kind) => ['integer', 'number'].includes(kind)) ? [...named, 'integer', 'number'] : named;
}

/** Yields for each type of message: {message, code, why}, where `code` is the expected error. */
export function* hostileMessages(asyncapi) {
    const schemas = Object.entries(asyncapi.components.schemas).filter(([name]) => name.startsWith('client.'));
    for (const [name, { properties, required }] of schemas) {
        const fields = Object.entries(properties).filter(([field]) => field !== 'id');
        const whole = Object.fromEntries(fields.map(([field, schema]) => [field, sample(schema)]));
        // `fixed` is checked only if the game and its seats are valid.
        if (whole.game) Object.assign(whole, { game: 'fortyone', seats: 2 });
        const bad = (why, message, code = 'bad_message') => ({ message, code, why: `${name}: ${why}` });
        for (const extra of ['x', 'Type', 'ID', 're', '', '__proto__ ', 'constructor']) yield bad(`one more, ${extra}`, { ...whole, [extra]: 1 });
        for (const field of required) {
            const { [field]: left, ...rest } = whole;
            yield bad(`without ${field}`, rest);
        }
        for (const [field, schema] of fields) {
            for (const [kind, value] of Object.entries(values)) {
                if (kinds(schema).includes(kind)) continue;
                yield bad(`${field} is ${kind}`, { ...whole, [field]: value }, field === 'fixed' ? 'bad_options' : 'bad_message');
            }
            if (schema.enum) yield bad(`${field} is no word of the list`, { ...whole, [field]: 'x' });
            if (schema.const) yield bad(`${field} is another word`, { ...whole, [field]: 'x' }, 'unknown_type');
            if (schema.type === 'object') yield* faultsInside(name, whole, field, schema);
        }
    }
}

/** The same errors in an object inside the message. */
function* faultsInside(name, whole, field, { properties, required }) {
    const code = field === 'fixed' ? 'bad_options' : 'bad_message';
    const inside = whole[field];
    const message = (value, why) => ({ message: { ...whole, [field]: value }, code, why: `${name}: ${field} ${why}` });
    yield message({ ...inside, x: 1 }, 'with one more');
    for (const one of required) {
        const { [one]: left, ...rest } = inside;
        yield message(rest, `without ${one}`);
        for (const [kind, value] of Object.entries(values))
            if (!kinds(properties[one]).includes(kind)) yield message({ ...inside, [one]: value }, `with ${one} ${kind}`);
    }
}
