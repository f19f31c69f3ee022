// Whichever allocation fails where connections are accepted and the operator asks, whoever asked is answered or closed, and the server
// serves everybody after it. What becomes of rooms is tests/sim's.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { get } from "node:http";
import { connect as connectTo } from "node:net";
import { join } from "node:path";
import { connect } from "./support/connection.mjs";
import { Memory } from "./support/oom.mjs";
import { Server } from "./support/server.mjs";
import { patience } from "./support/until.mjs";

let memory;
let data;
let server;
const start = () => Server.startBy(memory.command(), "--data", data, "--threads", "2", "--no-limits", "--log-level", "info");
before(async () => {
    memory = new Memory();
    data = join(memory.folder, "data");
    server = await start();
});
after(async () => {
    await server.stop();
    memory.close();
});

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

/** Somebody comes and sits down in a room, which is returned with the seat's token. */
async function sitDown() {
    const { socket, ask: say } = connect(server);
    await new Promise((resolve) => socket.once("open", resolve));
    const { room } = await say({ type: "create", game: "selfish", seats: 3 }, "created");
    const { token } = await say({ type: "join", room, name: "Aki" }, "joined");
    socket.terminate();
    return { room, token };
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
    await sitDown();
});

test("when the operator asks, and what was stored meanwhile is there after a restart", async () => {
    const asked = async (line) => {
        const socket = connectTo(join(data, "admin.sock"));
        socket.on("error", () => {});
        let text = "";
        socket.setEncoding("utf8").on("data", (piece) => (text += piece).endsWith("\n") && socket.end());
        socket.write(`${line}\n`);
        await new Promise((resolve) => socket.on("close", resolve));
        return text;
    };
    for (let n = 1; ; n++) {
        memory.failAnywhere(n);
        await asked('{"command": "mute", "arguments": {"address": "192.0.2.1", "for": "1s"}}');
        const failed = memory.letGo();
        assert.equal(server.child.exitCode, null, `failure ${n}: ${server.log.slice(-600)}`);
        assert.equal(await ask(), 200, `failure ${n}`);
        if (failed > 0) continue;
        assert.ok(n > 10, "something has failed");
        break;
    }
    assert.match(await asked('{"command": "sanctions"}'), /^\{"ok":true/);
    const { room, token } = await sitDown();
    assert.equal(await server.stop(), 0, server.log.slice(-600));
    server = await start();
    const { socket, ask: say } = connect(server);
    await new Promise((resolve) => socket.once("open", resolve));
    assert.equal((await say({ type: "resume", room, token }, "joined")).seat, 0);
    socket.terminate();
});
