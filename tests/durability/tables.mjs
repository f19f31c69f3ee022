// Tables of all games with simulated humans and bots, the server that is killed during their matches, and the final checks.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkReplay } from '../e2e/support/chance.mjs';
import { Random } from '../e2e/support/random.mjs';
import { Server } from '../e2e/support/server.mjs';
import { until } from '../e2e/support/until.mjs';
import { Player } from './player.mjs';

const games = [
    { game: 'fortyone', seats: 2 },
    { game: 'fortyone', seats: 2, clock: { decision: 60, bank: 60 } },
    { game: 'selfish', seats: 4 },
    { game: 'selfish', seats: 5, options: { coming_out: true, jokers: 2 } },
    { game: 'sugekari21', seats: 4, options: { exchange: 'hearts', games: 3, jokers: true } },
    { game: 'sugekari21', seats: 2 },
    { game: 'ttpageone', seats: 4, options: { games: 2 } },
    { game: 'ttpageone', seats: 3 },
    { game: 'twentytwo', seats: 4 },
    { game: 'twentytwo', seats: 3, options: { variant: '26', max_lead: 2 } },
];

export const temporary = () => mkdtempSync(join(tmpdir(), 'tefuda-'));

/** Mounts a disk of this size in a new folder. Returns the folder; undefined if the system does not allow it. */
export function smallDisk(kib) {
    const folder = temporary();
    try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder], { stdio: 'ignore' });
        return folder;
    } catch {
        return undefined;
    }
}

/** Copies a data folder that a killed server has left, without the operator's socket. */
export const copyFolder = (from, to) => cpSync(from, to, { recursive: true, filter: (path) => !statSync(path).isSocket() });

export class Tables {
    /**
     * \param context the test's context; everything is cleaned up at the test's end
     * \param folder the server's data folder
     * \param people the number of humans at each table; bots take the other seats
     * \param numberOfTables one for each game setting, or fewer
     */
    constructor(context, seed, { folder = temporary(), people = 2, numberOfTables = games.length } = {}) {
        context.after(() => this.#clearAway());
        this.games = games.slice(0, numberOfTables);
        this.random = new Random(seed);
        this.folder = folder;
        this.people = people;
        this.tables = [];
    }

    /** Starts the server, with a high message rate, because the players are faster than real people. */
    async start(...flags) {
        this.server = await Server.start('--data', this.folder, '--message-rate', '100000', ...flags);
    }

    get players() {
        return this.tables.flat();
    }

    /** Opens all tables and seats all players. */
    async open() {
        await Promise.all(this.games.map(async (creates) => {
            const bots = creates.seats - this.people;
            const players = Array.from({ length: this.people }, (_, i) => new Player(new Random(this.random.below(1e9)), `p${i}`));
            players[0].creates = creates;
            this.tables.push(players);
            for (const player of players) {
                player.room = players[0].room;
                player.bots = player === players[0] ? bots : 0;
                await player.connect(this.server);
            }
        }));
    }

    async kill() {
        this.server.child.kill('SIGKILL');
        await once(this.server.child, 'close');
        await Promise.all(this.players.map((player) => player.closed));
        this.check();
    }

    /** Connects all players to the restarted server. */
    async resume() {
        await Promise.all(this.players.map((player) => {
            player.forgetDecision();
            return player.connect(this.server);
        }));
    }

    check() {
        for (const { problem } of this.players) if (problem) throw problem;
    }

    /** Plays the current matches to their end, without rematches. */
    async finish() {
        for (const player of this.players) player.rematches = false;
        const on = () => this.tables.filter(([player]) => !player.over);
        await until(() => (this.check(), on().length === 0), () => `the end of ${on().map(([{ creates, room, seq }]) => `${creates.game} ${room} at ${seq}`)}`);
        this.check();
    }

    /** The number of all that players remember, as `of` counts it. */
    sum(of) {
        return this.players.reduce((total, player) => total + of(player), 0);
    }

    /** Plays until so many more actions were acknowledged, or something else was counted so often. */
    async played(more, of = ({ accepted }) => accepted.length) {
        const wanted = this.sum(of) + more;
        await until(() => (this.check(), this.sum(of) >= wanted), () => `${this.sum(of)} of ${wanted}`);
    }

    /** Checks that every acknowledged action is in its replay, at its place. \returns the number of actions and matches */
    async checkReplays() {
        let actions = 0;
        let matches = 0;
        for (const players of this.tables) {
            for (let match = 1; match <= players[0].match; match++) {
                const { status, json } = await this.server.get(`/api/rooms/${players[0].room}/matches/${match}`);
                if (status === 404 && match < players[0].match) throw new Error(`match ${match} of ${players[0].room} is gone`);
                assert.equal(status, 200);
                checkReplay(json);
                matches++;
                for (const told of players.flatMap((player) => player.accepted).filter((told) => told.match === match)) {
                    const { seat, action } = json.actions[told.seq - 2];
                    assert.deepEqual({ seat, action }, { seat: told.seat, action: told.action }, `${json.game} ${json.room}, match ${match}, update ${told.seq}`);
                    actions++;
                }
            }
        }
        return { actions, matches };
    }

    /** Stops the server with SIGTERM. \returns its exit code */
    async end() {
        await Promise.all(this.players.map((player) => player.drop()));
        return await this.server.stop();
    }

    async #clearAway() {
        for (const { socket } of this.players) socket?.terminate();
        if (this.server?.child.exitCode === null) this.server.child.kill('SIGKILL');
        rmSync(this.folder, { recursive: true, force: true });
    }
}
