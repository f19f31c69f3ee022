// Holds real answers against /openapi.json: status, media type and body of each operation. Its schemas allow unknown fields, because
// later versions may have more; this does not.
import assert from 'node:assert/strict';
import Ajv2020 from 'ajv/dist/2020.js';
import { fetch } from './fetch.mjs';
import { closed } from './schemas.mjs';

export class OpenApi {
    /** That of a server that runs. \param url its address */
    static async of(url) {
        return new OpenApi(await (await fetch(`${url}/openapi.json`)).json());
    }

    constructor(document) {
        this.document = document;
        this.ajv = new Ajv2020({ strict: false, validateFormats: false });
        this.ajv.addSchema({ $id: 'api', components: { schemas: closed(document.components.schemas) } });
        this.validators = new Map();
        // A page is there with anything behind its path, too.
        const isPage = (path) => path !== '/' && 'text/html; charset=utf-8' in (document.paths[path].get?.responses[200].content ?? {});
        const patternOf = (path) => new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}${isPage(path) ? '(/.*)?' : ''}$`);
        this.paths = Object.keys(document.paths).map((path) => [path, patternOf(path)]);
        this.seen = new Set(); // operations and statuses, as `GET /api/me 200`
    }

    /** All operations, each with the statuses that it names. */
    operations() {
        return Object.entries(this.document.paths).flatMap(([path, item]) =>
            Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })));
    }

    /** The operation that a request asks for; undefined: none. Of two that fit the one without a parameter there counts. */
    find(method, target) {
        const path = target.split('?')[0];
        const fits = this.paths.filter(([, pattern]) => pattern.test(path)).map(([name]) => name);
        const name = fits.find((one) => !one.includes('{')) ?? fits[0];
        const operation = this.document.paths[name]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
        return operation && { name: `${method} ${name}`, operation };
    }

    /** \param answer of the server: `status`, `type` (its media type, null: none), `text` */
    check(method, target, { status, type, text }) {
        const found = this.find(method, target);
        const what = `${method} ${target} ${status}: ${text.slice(0, 500)}`;
        if (!found) return assert.ok([404, 405].includes(status), `no operation: ${what}`);
        const response = found.operation.responses[status];
        assert.ok(response, `a status that is not described: ${what}`);
        this.seen.add(`${found.name} ${status}`);
        if (method === 'HEAD') return;
        if (!response.content) return assert.equal(text, '', what);
        const content = response.content[type];
        assert.ok(content, `${type} is not described: ${what}`);
        if (type !== 'application/json') return;
        const validate = this.#validator(`${found.name} ${status}`, content.schema);
        assert.ok(validate(JSON.parse(text)), `${JSON.stringify(validate.errors?.slice(0, 5))}: ${what}`);
    }

    #validator(name, schema) {
        if (!this.validators.has(name)) this.validators.set(name, this.ajv.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components', '"api#/components'))));
        return this.validators.get(name);
    }
}
