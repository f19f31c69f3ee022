// The operator of a server: `tefuda-server admin` at its socket.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { patience } from './until.mjs';
import { binary } from './server.mjs';

/** Runs a program, by default without any variables. Resolves to its exit code and what it has printed. */
export const run = (program, words, options = {}) =>
    new Promise((resolve) =>
        execFile(program, words, { env: {}, timeout: patience, maxBuffer: 2 ** 28, ...options }, (error, out, errors) => resolve({ code: error?.code ?? 0, out, errors })));

export class Operator {
    constructor(socket) {
        this.socket = socket;
        this.printed = ''; // all of it
    }

    /** Resolves to the exit code and what was printed. */
    async admin(...words) {
        return await this.#run({}, words);
    }

    /** The same with these variables. */
    async adminWith(env, ...words) {
        return await this.#run({ env }, words);
    }

    async #run(options, words) {
        const { code, out, errors } = await run(binary, ['admin', '--admin-socket', this.socket, ...words], options);
        this.printed += out + errors;
        return { code, out, errors };
    }

    /** The answer to a command that must succeed. */
    async answer(...words) {
        const { code, out, errors } = await this.admin(...words, '--json');
        assert.equal(code, 0, `${words.join(' ')}: ${errors}`);
        const json = JSON.parse(out);
        assert.equal(json.ok, true);
        return json;
    }

    async rows(...words) {
        return (await this.answer(...words)).rows;
    }

    async row(...words) {
        return (await this.answer(...words)).row;
    }

    /** Resolves to the sentence with which a command is refused. */
    async refused(...words) {
        const { code, out, errors } = await this.admin(...words);
        assert.equal(code, 1, out + errors);
        assert.match(errors, /^tefuda-server: \S.*[.]\n$/s);
        return errors;
    }
}
