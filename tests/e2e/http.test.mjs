// The documents about games, and the schemas of messages.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { binary } from './support/server.mjs';
import { World } from './support/world.mjs';

let world;
before(async () => (world = await World.start()));
after(() => world.stop());

const get = (path) => world.server.get(path);

test('/api/games has names, numbers of seats, and a valid schema of the options with their defaults', async () => {
    const { status, type, json } = await get('/api/games');
    assert.equal(status, 200);
    assert.match(type, /^application\/json/);
    const names = { sugekari21: '菅刈21', twentytwo: '22', ttpageone: 'TTページワン', fortyone: 'フォーティーワン', selfish: 'Selfish' };
    const named = Object.fromEntries(json.map(({ id, name }) => [id, name.ja]));
    for (const [id, name] of Object.entries(names)) assert.equal(named[id], name);
    const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const seats = { sugekari21: [4, [2, 4]], twentytwo: [4, range(2, 12)], ttpageone: [4, range(3, 6)], fortyone: [2, [2]], selfish: [4, range(2, 13)] };
    for (const game of json) {
        // What the contract says of these games; of another game what it says itself.
        const [usual, values] = seats[game.id] ?? [game.seats.default, game.seats.values];
        assert.deepEqual(Object.keys(game).sort(), ['id', 'name', 'options', 'packs', 'seats']);
        assert.ok(values.includes(usual), game.id);
        assert.deepEqual(game.seats, { min: values[0], max: values.at(-1), default: usual, values });
        assert.match(game.name.en, /\S/);
        const validate = new Ajv2020({ strict: false }).compile(game.options);
        assert.ok(validate({}));
        assert.ok(!validate({ x: 1 }));
        for (const [name, option] of Object.entries(game.options.properties)) {
            assert.equal('default' in option, name !== 'decks', `${game.id} ${name}`);
            if ('default' in option && name !== 'max_lead') assert.ok(validate({ [name]: option.default }));
        }
    }
});

test('every game has its RULES.md, in Japanese too where there is one', async () => {
    const rulesOf = (id, name) => {
        const path = ['rules', 'tests/example_game'].map((place) => new URL(`../../${place}/${id}/${name}`, import.meta.url)).find(existsSync);
        return path && readFileSync(path, 'utf8');
    };
    for (const { id } of (await get('/api/games')).json) {
        const english = rulesOf(id, 'RULES.md');
        const { status, type, text } = await get(`/api/games/${id}/rules`);
        assert.deepEqual([status, type, text], [200, 'text/markdown; charset=utf-8', english], id);
        assert.equal((await get(`/api/games/${id}/rules?language=en`)).text, english);
        assert.equal((await get(`/api/games/${id}/rules?language=ja`)).text, rulesOf(id, 'RULES.ja.md') ?? english);
        for (const path of [`${id}/rules?language=xx`, `${id}/`, id, `${id}/rules/`]) assert.equal((await get(`/api/games/${path}`)).status, 404, path);
    }
    assert.equal((await get('/api/games/none/rules')).status, 404);
});

test('--asyncapi prints the document of /asyncapi.json', async () => {
    assert.deepEqual(JSON.parse(execFileSync(binary, ['--asyncapi'], { encoding: 'utf8', maxBuffer: 1 << 28 })), (await get('/asyncapi.json')).json);
});

/** Every combination of these options, each also left out. */
function* combinations([option, ...others]) {
    if (!option) return yield {};
    const [name, { enum: values = [false, true] }] = option;
    for (const rest of combinations(others)) {
        yield rest;
        for (const value of values) yield { ...rest, [name]: value };
    }
}

test('the schemas refuse exactly the options that create refuses, for every number of seats', async () => {
    const others = await World.start('--no-limits');
    const client = await others.client();
    let tried = 0;
    let refused = 0;
    for (const { id, seats, options } of others.catalogue) {
        const ajv = new Ajv2020({ strict: false });
        ajv.addSchema({ ...options, $id: id });
        const whole = ajv.compile({ $ref: id });
        const allowed = new Set();
        for (const count of seats.values) {
            const validate = options.$defs?.[count] ? ajv.compile({ $ref: `${id}#/$defs/${count}` }) : whole;
            for (const chosen of combinations(Object.entries(options.properties))) {
                client.sendAnything({ type: 'create', game: id, options: chosen, seats: count });
                const { type, code } = await client.next();
                const text = JSON.stringify(chosen);
                if (type === 'created') allowed.add(text);
                else assert.equal(code, 'bad_options');
                assert.equal(validate(chosen), type === 'created', `${id} for ${count}: ${text}`);
                assert.equal(others.schemas.accepts('client.create', { type: 'create', game: id, options: chosen, seats: count }), type === 'created', `create ${id} for ${count}: ${text}`);
                tried++;
                if (type !== 'created') refused++;
            }
        }
        // Without a number of seats: what is allowed for some number.
        for (const chosen of combinations(Object.entries(options.properties))) assert.equal(whole(chosen), allowed.has(JSON.stringify(chosen)), `${id}: ${JSON.stringify(chosen)}`);
    }
    assert.ok(tried > 2000 && refused > 100, `${tried} tried, ${refused} refused`);
    await others.stop();
});

test('the schemas of what the server sends allow unknown fields; those of what clients send do not', async () => {
    const { schemas } = (await get('/asyncapi.json')).json.components;
    const objects = (schema) => (schema && typeof schema === 'object' ? [...(schema.type === 'object' && schema.properties ? [schema] : []), ...Object.values(schema).flatMap(objects)] : []);
    for (const [name, schema] of Object.entries(schemas)) {
        const closed = /^client\.|\.Options$|\.Action$/.test(name);
        for (const object of objects(schema)) assert.equal(object.additionalProperties, closed ? false : undefined, `${name} ${object.title}`);
    }
});

test('every object, list of values and variant in the schemas has a title of its own, and every field of a message a description', async () => {
    const { schemas } = (await get('/asyncapi.json')).json.components;
    const titles = new Map();
    const visit = (name, schema, isVariant) => {
        if (schema.$ref || schema.type === 'null') return;
        if (isVariant || schema.enum || schema.anyOf || schema.type === 'object') {
            assert.match(schema.title ?? '', /^[A-Z][A-Za-z0-9]+$/, `${name}: ${JSON.stringify(schema).slice(0, 200)}`);
            assert.ok(!titles.has(schema.title), `${schema.title} is in ${name} and ${titles.get(schema.title)}`);
            titles.set(schema.title, name);
        }
        for (const [field, part] of Object.entries(schema.properties ?? {})) {
            assert.match(part.description ?? '', /\S/, `${name}.${field}`);
            if (/^(client|server)\.|^RoomSummary|^Replay/.test(name)) assert.doesNotMatch(part.description, /game's rules/, `${name}.${field}`);
            visit(name, part);
        }
        if (schema.items) visit(name, schema.items);
        for (const part of schema.anyOf ?? []) visit(name, part, true);
    };
    for (const [name, schema] of Object.entries(schemas)) visit(name, schema);
    assert.ok(titles.size > 100);
});

test('/asyncapi.json says where the server is, and which message replies to which', async () => {
    const { servers, channels, operations, components } = (await get('/asyncapi.json')).json;
    assert.deepEqual(Object.values(servers).map(({ protocol }) => protocol), ['ws', 'wss']);
    const typeOf = ({ $ref }) => {
        const name = $ref.replace('#/channels/ws/messages/', '');
        assert.ok(name in channels.ws.messages && name in components.messages, $ref);
        return name;
    };
    const replies = Object.fromEntries(Object.values(operations).filter(({ reply }) => reply).map(({ messages, reply }) => [typeOf(messages[0]), reply.messages.map(typeOf)]));
    assert.deepEqual(Object.keys(replies).sort(), Object.keys(components.messages).filter((name) => name.startsWith('client.')).sort());
    assert.deepEqual(replies['client.create'], ['server.created', 'server.error']);
    assert.deepEqual(replies['client.resume'], ['server.joined', 'server.error']);
    assert.deepEqual(replies['client.act'], ['server.ok', 'server.error']);
});

test('/asyncapi.json describes every message', async () => {
    const { json } = await get('/asyncapi.json');
    assert.match(json.asyncapi, /^3\./);
    const types = (side) => Object.keys(json.components.schemas).filter((name) => name.startsWith(`${side}.`)).map((name) => name.slice(side.length + 1));
    assert.deepEqual(types('client').sort(), ['act', 'advise', 'block', 'call', 'change', 'chat', 'create', 'fill', 'join', 'kick', 'leave', 'list', 'move', 'new_evening', 'ping', 'rematch', 'report', 'resume', 'start', 'unblock']);
    assert.deepEqual(types('server').sort(), ['advice', 'chat', 'chat_log', 'closed', 'closing', 'created', 'error', 'joined', 'moved', 'notice', 'ok', 'pong', 'rematch_asked', 'replaced', 'room', 'rooms', 'update', 'welcome']);
    // The schemas do not allow additional fields.
    const client = await world.client();
    const { room } = await client.create('fortyone');
    const { info } = await client.join(room, 'a', { role: 'spectator' });
    assert.throws(() => world.schemas.check('server.room', { ...info, x: 1 }, 'fortyone'));
    assert.throws(() => world.schemas.check('server.room', { ...info, options: { jokers: 1 } }, 'fortyone'));
    const { match, ...less } = info;
    assert.throws(() => world.schemas.check('server.room', less, 'fortyone'), /match/);
    assert.equal(match, 1);
});
