// Starts a separate server for a test, on any free port.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import { fetch } from './fetch.mjs';

const built = fileURLToPath(new URL('../../../build/release/bin/tefuda-server', import.meta.url));
export const binary = process.env.TEFUDA_SERVER ?? built;

export class Server {
    /** Starts the server and waits until it has printed its URL. If the flags contain `--log-level`, its log is recorded. */
    static async start(...flags) {
        return await Server.startBy([], ...flags);
    }

    /** As `start`, by a command that executes the program and the arguments that it is given. */
    static async startBy(command, ...flags) {
        // The server would read TEFUDA_… variables as configuration.
        const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEFUDA_')));
        const logs = flags.includes('--log-level');
        const [program, ...first] = [...command, binary];
        const child = spawn(program, [...first, '--port', '0', ...(logs ? [] : ['--log-level', 'off']), ...flags], {
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        const server = new Server(child);
        const closed = once(child, 'close');
        // Without a log it is a complaint, which whoever reads the test's output should see.
        if (!logs) child.stderr.on('data', (text) => process.stderr.write(text));
        const lines = createInterface({ input: child.stdout });
        for await (const line of lines) {
            const [, version, url] = /Tefuda (\S+) is at (https?:\/\/127\.0\.0\.1:\d+)\/("|$)/.exec(line) ?? [];
            if (url) return Object.assign(server, { printed: line, version, url, socketUrl: `${url.replace('http', 'ws')}/ws` });
            throw new Error(`The server said: ${line}`);
        }
        await closed;
        throw new Error(`The server ended before it printed its URL: ${server.log.trim()}`);
    }

    constructor(child) {
        this.child = child;
        this.log = '';
        child.stderr.setEncoding('utf8').on('data', (text) => (this.log += text));
        process.on('exit', () => child.kill('SIGKILL'));
    }

    /** Stops the server and waits for its end, after which the log is complete. Returns the exit code. */
    async stop() {
        if (this.child.exitCode !== null) return this.child.exitCode;
        this.child.kill('SIGTERM');
        const [code] = await once(this.child, 'close');
        return code;
    }

    async get(path) {
        const answer = await fetch(this.url + path);
        const text = await answer.text();
        const type = answer.headers.get('content-type') ?? '';
        return { status: answer.status, headers: answer.headers, type, text, json: type.includes('json') ? JSON.parse(text) : undefined };
    }
}
