// /openapi.json and /asyncapi.json: valid by the validators of those who write the standards, and true of each route's answers. What
// other files ask of players, boards and puzzles is held against it, too (support/people.mjs).
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { fetch } from './support/fetch.mjs';
import { Random } from './support/random.mjs';
import { Site } from './support/people.mjs';
import { Server } from './support/server.mjs';
import { until } from './support/until.mjs';

let site, document;
before(async () => {
    site = await Site.start('openapi', '--allowed-hosts', '127.0.0.1');
    document = (await site.ask('GET', '/openapi.json')).json;
});
after(() => site.stop());

test('/openapi.json is a valid document of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
    validator.resolveRefs();
});

test('/asyncapi.json is a valid document of the newest AsyncAPI', async () => {
    const newest = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.1.0.json');
    // It names the schema of draft 07 itself.
    const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
    addFormats(ajv);
    const validate = ajv.compile(JSON.parse(readFileSync(newest)));
    const { json } = await site.ask('GET', '/asyncapi.json');
    assert.equal(json.asyncapi, '3.1.0');
    assert.ok(validate(json), JSON.stringify(validate.errors?.slice(0, 5)));
});

test('each operation has its own id, says what it is for, and what each parameter means', () => {
    const ids = new Set();
    for (const { name, operation } of site.api.operations()) {
        assert.match(operation.summary, /\S/, name);
        assert.ok(!ids.has(operation.operationId), operation.operationId);
        ids.add(operation.operationId);
        for (const { description, schema } of operation.parameters ?? []) assert.ok(description && schema, name);
        for (const { description } of Object.values(operation.responses)) assert.match(description, /\S/, name);
    }
    for (const [name, schema] of Object.entries(document.components.schemas))
        for (const [field, part] of Object.entries(schema.properties ?? {}))
            if (/^[A-Z]/.test(name)) assert.doesNotMatch(part.description, /game's rules/, `${name}.${field}`);
});

test('where there are no players, their routes are not described', async () => {
    const server = await Server.start('--identity', 'off');
    const { paths } = await (await fetch(`${server.url}/openapi.json`)).json();
    await server.stop();
    const left = Object.keys(document.paths).filter((path) => !/^\/api\/(me|players|daily|puzzles)/.test(path));
    assert.deepEqual(Object.keys(paths), left);
});

test('each route answers as it is described', async () => {
    const ask = async (method, path, status, more) => {
        const answer = await site.ask(method, path, more);
        assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
        return answer;
    };
    const [one, other] = [await site.make(), await site.make({ name: 'Ben' })];
    for (const path of ['/healthz', '/readyz', '/metrics', '/asyncapi.json', '/api/games', '/api/games/fortyone/rules?language=ja', '/api/rooms', '/robots.txt', '/sitemap.xml']) await ask('GET', path, 200);
    await ask('GET', '/api/games/none/rules', 404);

    // Rooms and matches.
    const { room, seats } = await site.match(one, other, { public: true });
    const open = await seats[0].ask({ type: 'create', game: 'selfish', public: true }, 'created');
    await seats[0].ask({ type: 'join', room: open.room, name: 'One' }, 'joined');
    assert.equal((await ask('GET', '/api/rooms?game=selfish', 200)).json.length, 1);
    await ask('GET', `/api/rooms/${room}`, 200);
    await ask('GET', '/api/rooms/WRONGCODE', 404);
    await ask('GET', `/api/rooms/${room}/evening`, 200);
    await ask('GET', `/api/rooms/${open.room}/evening`, 404);
    const match = `/api/rooms/${room}/matches/1`;
    await ask('GET', match, 200);
    await ask('GET', `/api/rooms/${room}/matches/2`, 404);
    await ask('GET', `${match}/updates?seat=1`, 200);
    await ask('GET', `${match}/updates?seat=7`, 404);
    await ask('GET', `${match}/analysis`, 202);
    await until(async () => (await site.ask('GET', `${match}/analysis`)).status === 200, 'the analysis');
    await ask('GET', `${match}/par`, 404);
    const { room: alone } = await seats[0].ask({ type: 'create', game: 'fortyone', bots: [null, 'easy'] }, 'created');
    await seats[0].ask({ type: 'join', room: alone, name: 'One' }, 'joined');
    await ask('GET', `/api/rooms/${alone}/matches/1`, 409);
    await seats[0].play(new Random(1));
    await until(async () => (await site.ask('GET', `/api/rooms/${alone}/matches/1/par`)).status === 200, 'the par');
    for (const path of ['/', '/how/selfish', `/daily/2026-01-01/selfish`, `/room/${room}`, `/replay/${room}`]) await ask('GET', path, 200);

    // Players.
    const { secret } = one;
    await ask('GET', `/api/players/${one.id}`, 200);
    await ask('GET', '/api/players/none', 404);
    await ask('GET', `/api/players/${one.id}/results`, 200);
    await ask('GET', `/api/players/${one.id}/results?after=x`, 400);
    await ask('GET', '/api/me', 200);
    await ask('GET', '/api/me', 200, { secret });
    await ask('GET', '/api/me', 401, { secret: 'wrong' });
    await ask('GET', '/api/me', 403, { headers: { origin: 'https://elsewhere.example' } });
    await ask('POST', '/api/me', 201);
    await ask('POST', '/api/me', 200, { secret });
    await ask('POST', '/api/me', 400, { body: { name: ' ' } });
    await ask('POST', '/api/me', 400, { body: { x: 1 } });
    await ask('POST', '/api/me', 413, { body: { name: 'x'.repeat(5000) } });
    await ask('POST', '/api/me', 403, { body: '{}', headers: { 'content-type': 'text/plain' } });
    await ask('PATCH', '/api/me', 200, { secret, body: { name: 'One' } });
    await ask('PATCH', '/api/me', 401, { body: { name: 'One' } });
    await ask('GET', '/api/me/games', 200, { secret });
    await ask('GET', '/api/me/circle', 200, { secret });
    await ask('GET', '/api/me/export', 200, { secret });
    const { json: link } = await ask('POST', '/api/me/code', 201, { secret, body: { for: 'link' } });
    await ask('POST', '/api/me/recover', 200, { body: { code: link.code, secret: true } });
    await ask('POST', '/api/me/recover', 403, { body: { code: link.code } });
    await ask('POST', '/api/me/revoke', 204, { secret });
    await ask('DELETE', '/api/me', 204, { secret: other.secret });

    // Boards and puzzles.
    const { date } = (await ask('GET', '/api/daily', 200, { secret })).json;
    await ask('GET', '/api/daily/mine', 200, { secret });
    await ask('GET', '/api/daily/mine', 401);
    await ask('GET', `/api/daily/${date}/fortyone`, 409);
    await ask('GET', '/api/daily/2001-01-01/fortyone', 404);
    await ask('GET', '/api/puzzles?game=fortyone', 200);
    await ask('GET', '/api/puzzles/none', 404);
    await ask('POST', '/api/puzzles/none', 404, { body: { action: {} } });

    // An open board and a puzzle take days and matches: daily.test.mjs and people_puzzles.test.mjs have them.
    const lacking = site.api.operations().filter(({ name }) => ![...site.api.seen].some((seen) => /^2/.test(seen.slice(name.length + 1)) && seen.startsWith(`${name} `)));
    assert.deepEqual(lacking.map(({ name }) => name), ['GET /api/daily/{date}/{game}', 'GET /api/puzzles/{puzzle}', 'POST /api/puzzles/{puzzle}']);
    for (const seat of seats) seat.close();
});
