// Whichever allocation fails, whoever asked is answered or closed, and the server serves everybody after it. A server that can't go on
// ends with a sentence.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { get } from "node:http";
import { connect as connectTo } from "node:net";
import { join } from "node:path";
import { Memory } from "./support/oom.mjs";
import { Server } from "./support/server.mjs";
import { WebSocket } from "./support/socket.mjs";
import { patience } from "./support/until.mjs";

let memory;
let server;
before(async () => {
    memory = new Memory();
    const data = join(memory.folder, "data");
    server = await Server.startBy(
        memory.command(),
        "--data",
        data,
        "--threads",
        "2",
        "--bot-think",
        "5",
        "--no-limits",
        "--log-level",
        "info",
    );
});
after(async () => {
    await server.stop();
    memory.close();
});

/** A client that waits for what it is told, or for its end. */
class Client {
    static async connect() {
        const client = new Client();
        await client.take("welcome");
        return client;
    }

    constructor() {
        this.inbox = [];
        this.isClosed = false;
        this.wake = () => {};
        this.socket = new WebSocket(server.socketUrl);
        this.socket.on("message", (text) => (this.inbox.push(JSON.parse(text)), this.wake()));
        this.socket.on("error", () => {});
        this.socket.on("close", () => ((this.isClosed = true), this.wake()));
    }

    send(message) {
        this.socket.send(JSON.stringify(message));
    }

    /** The next message that is so; nothing where the connection has been closed. */
    async find(isIt, what) {
        const deadline = setTimeout(() => ((this.isLate = true), this.wake()), patience);
        try {
            for (;;) {
                const at = this.inbox.findIndex(isIt);
                if (at >= 0) return this.inbox.splice(at, 1)[0];
                if (this.isClosed) return undefined;
                if (this.isLate) assert.fail(`waited in vain for ${what}; the log ends with ${server.log.slice(-600)}`);
                await new Promise((resolve) => (this.wake = resolve));
            }
        } finally {
            clearTimeout(deadline);
        }
    }

    async take(type) {
        const message = await this.find((one) => one.type === type, type);
        assert.ok(message, `closed before ${type}`);
        return message;
    }

    /** The answer to a message; nothing where the connection was closed. */
    async ask(message) {
        this.send({ ...message, id: "asked" });
        return await this.find(({ re }) => re === "asked", `an answer to ${message.type}`);
    }

    /** Makes a room, and joins it. */
    async open(game, more = {}) {
        const { room } = await this.ask({ type: "create", game, ...more });
        this.token = (await this.ask({ type: "join", room, name: "Aki" })).token;
        return room;
    }

    end() {
        this.socket.terminate();
    }
}

/** The status of a request on a connection of its own; nothing where that was closed. */
const ask = () =>
    new Promise((resolve) => {
        const request = get(
            `${server.url}/readyz`,
            { agent: false, timeout: patience },
            (answer) => (answer.resume(), answer.on("end", () => resolve(answer.statusCode))),
        );
        request.on("timeout", () => request.destroy(new Error("no answer")));
        request.on("error", (problem) => resolve(problem.message));
    });

/** Everybody is served: over HTTP, in a new room, and by the operator. */
async function servesEverybody(what) {
    assert.equal(server.child.exitCode, null, `${what}: ${server.log.slice(-600)}`);
    assert.equal(await ask(), 200, what);
    const client = await Client.connect();
    const room = await client.open("selfish", { seats: 2 });
    assert.equal((await client.ask({ type: "leave", room }))?.type, "ok", what);
    client.end();
}

/** Carries something out again and again, each time with a later allocation that fails, until none fails any more. */
async function failEach(what, prepare, carryOut) {
    let n = 1;
    for (; ; n++) {
        const prepared = await prepare();
        memory.failAnywhere(n);
        await carryOut(prepared);
        const failed = memory.letGo();
        await servesEverybody(`${what}, after failure ${n}`);
        if (failed === 0) break;
    }
    assert.ok(n > 10, `${what}: something has failed`);
}

test("when a connection is accepted", async () => {
    let failed = 0;
    for (let n = 1; ; n++) {
        memory.failAfterAccept(n);
        const answers = [await ask(), await ask(), await ask()];
        assert.ok(
            !answers.includes("no answer") && answers.filter((one) => one !== 200).length <= 1,
            `failure ${n}: ${answers}`,
        );
        if (memory.letGo() === 0) break;
        failed++;
    }
    assert.ok(failed > 3);
});

test("when somebody joins", () =>
    failEach(
        "a join",
        async () => {
            const [host, guest] = [await Client.connect(), await Client.connect()];
            return { host, guest, room: await host.open("selfish", { seats: 3 }) };
        },
        async ({ host, guest, room }) => {
            await guest.ask({ type: "join", room, name: "Ben" });
            for (const one of [host, guest]) one.end();
        },
    ));

test("when somebody acts, and it is stored", () =>
    failEach(
        "an act",
        async () => {
            const [host, guest] = [await Client.connect(), await Client.connect()];
            const room = await host.open("fortyone");
            await guest.ask({ type: "join", room, name: "Ben" });
            const updates = await Promise.all([host.take("update"), guest.take("update")]);
            const at = updates.findIndex(({ legal }) => legal);
            return {
                clients: [host, guest],
                acting: [host, guest][at],
                act: { type: "act", room, decision: updates[at].decision, action: updates[at].legal[0] },
            };
        },
        async ({ clients, acting, act }) => {
            await acting.ask(act);
            for (const one of clients) one.end();
        },
    ));

test("when bots act: each goes on in the end", async () => {
    const tables = [];
    await failEach(
        "bots",
        async () => {
            const client = await Client.connect();
            return { client, room: await client.open("fortyone") };
        },
        async ({ client, room }) => {
            const filled = await client.ask({ type: "fill", room, level: "hard" });
            if (filled?.type === "ok") tables.push({ client, room });
            else client.end();
        },
    );
    for (const { client, room } of tables) {
        // One whose connection was closed finds its seat again.
        const here = client.isClosed ? await Client.connect() : client;
        if (here !== client)
            assert.equal((await here.ask({ type: "resume", room, token: client.token })).type, "joined");
        const { decision, legal } = await here.find(({ type, legal: may }) => type === "update" && may, "its turn");
        const answer = await here.ask({ type: "act", room, decision, action: legal[0] });
        assert.ok(answer, "it is answered");
        here.end();
    }
});

test("when the operator asks", async () => {
    const asked = async (line) => {
        const socket = connectTo(join(memory.folder, "data", "admin.sock"));
        socket.on("error", () => {});
        let text = "";
        socket.setEncoding("utf8").on("data", (piece) => (text += piece).endsWith("\n") && socket.end());
        socket.write(`${line}\n`);
        await new Promise((resolve) => socket.on("close", resolve));
        return text;
    };
    await failEach(
        "the operator",
        async () => {},
        async () => {
            await asked('{"command": "mute", "arguments": {"address": "192.0.2.1", "for": "1s"}}');
        },
    );
    assert.match(await asked('{"command": "sanctions"}'), /^\{"ok":true/);
});

test("what was stored meanwhile is there after a restart", async () => {
    const client = await Client.connect();
    const room = await client.open("selfish", { seats: 3 });
    const data = join(memory.folder, "data");
    assert.equal(await server.stop(), 0, server.log.slice(-600));
    server = await Server.startBy(memory.command(), "--data", data, "--no-limits", "--log-level", "info");
    const back = await Client.connect();
    assert.equal((await back.ask({ type: "resume", room, token: client.token })).type, "joined");
    back.end();
});
