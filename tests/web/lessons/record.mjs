// Plays the matches of the guided first games on a real server and records what seat 0 receives. The page replays these
// recordings, so what it teaches is what the engine does.
//   node tests/web/lessons/record.mjs --write     writes clients/web/src/lessons/<game>/recorded.json
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { scripts } from "./scripts.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const WebSocket = createRequire(`${root}tests/e2e/package.json`)("ws");

/** The connection of one seat. Its messages are taken one after the other. */
class Player {
    #inbox = [];
    #wake = () => {};

    constructor(url) {
        this.socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws`);
        this.socket.on("message", (data) => {
            this.#inbox.push(JSON.parse(data.toString()));
            this.#wake();
        });
    }
    /** The next message of one of these types; others before it are dropped. */
    async take(...types) {
        for (;;) {
            const message = this.#inbox.shift();
            if (message?.type === "error") throw new Error(`${message.code}: ${message.message}`);
            if (message && types.includes(message.type)) return message;
            if (!message) await new Promise((resolve) => (this.#wake = resolve));
        }
    }
    send(message) {
        this.socket.send(JSON.stringify(message));
    }
}

/** All cards of a game in an order that begins with `first`. */
function arranged(first, jokers) {
    const pack = [..."SHDC"]
        .flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit))
        .concat(Array(jokers).fill("XX"));
    const rest = [...pack];
    for (const card of first) {
        const at = rest.indexOf(card);
        if (at < 0) throw new Error(`there is no ${card} left`);
        rest.splice(at, 1);
    }
    return [...first, ...rest];
}

/** A fixed deal, as `create` takes it: `shuffles` have the cards that come first. */
export const fixedDeal = ({ seed, shuffles, jokers = 0 }) => ({
    server_seed: seed.toString(16).padStart(64, "0"),
    shuffles: shuffles.map((first) => arranged(first, jokers)),
});

/** \returns the steps of the lesson: the action that led to each update (none for the deal), and the update for seat 0 */
export async function record(url, { game, seats, options = {}, actions, ...dealt }) {
    const players = Array.from({ length: seats }, () => new Player(url));
    try {
        for (const player of players) await player.take("welcome");
        players[0].send({ type: "create", game, seats, options, fixed: fixedDeal(dealt) });
        const { room } = await players[0].take("created");
        for (const [seat, player] of players.entries()) {
            player.send({ type: "join", room, name: `Seat ${seat}`, seat });
            await player.take("joined");
        }
        let updates = await Promise.all(players.map((player) => player.take("update")));
        const plain = ({ room: _, type, view: { replay: _path, ...view }, ...update }) => ({
            type,
            room: "",
            ...update,
            view,
        });
        const steps = [{ update: plain(updates[0]) }];
        for (const [seat, action] of actions) {
            players[seat].send({ type: "act", room, decision: updates[seat].decision, action });
            try {
                updates = await Promise.all(players.map((player) => player.take("update")));
            } catch (error) {
                throw new Error(
                    `${game}, step ${steps.length}, seat ${seat}, ${JSON.stringify(action)}: ${error.message}; legal: ${JSON.stringify(updates[seat].legal)}`,
                );
            }
            steps.push({ seat, action, update: plain(updates[0]) });
        }
        return { game, seats, options: updates[0].view.options ?? options, steps };
    } finally {
        for (const player of players) player.socket.terminate();
    }
}

export const fileOf = (game) => `${root}clients/web/src/lessons/${game}/recorded.json`;
export const recorded = (game) => JSON.parse(readFileSync(fileOf(game), "utf8"));

if (process.argv.includes("--write")) {
    const { Server } = await import("../support.mjs");
    const server = await Server.start();
    try {
        for (const script of scripts) {
            const lesson = await record(server.url, script);
            writeFileSync(fileOf(script.game), `${JSON.stringify(lesson)}\n`);
            console.log(`${script.game}: ${lesson.steps.length} steps`);
        }
    } finally {
        await server.end();
    }
}
