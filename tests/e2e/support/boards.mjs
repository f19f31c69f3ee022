// Servers with boards of the day, and a wall clock that a test sets.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Site } from './people.mjs';
import { Random } from './random.mjs';

export const day = 86_400;
export const sha256 = (data) => createHash('sha256').update(data).digest('hex');
export const dateOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** A clock that servers are started with; it begins at noon of a day that is to come. */
export class Clock {
    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), 'tefuda-clock-'));
        this.shim = join(this.folder, 'clock.so');
        execFileSync('cc', ['-shared', '-fPIC', '-o', this.shim, fileURLToPath(new URL('clock.c', import.meta.url)), '-ldl']);
        this.begin = (Math.floor(Date.now() / 1000 / day) + 2) * day;
        this.set(this.begin + day / 2);
    }

    /** \param seconds since 1970 */
    set(seconds, ahead = 'ahead') {
        this.now = seconds;
        writeFileSync(join(this.folder, ahead), `${Math.round(seconds - Date.now() / 1000)}`);
    }

    /** Noon of the n-th day. */
    noon(n) {
        this.set(this.begin + n * day + day / 2);
    }

    /** When the boards of the n-th day have just opened. */
    opened(n) {
        this.set(this.begin + (n + 1) * day + 3600 + 2);
    }

    /** What starts a server with this clock. */
    command(ahead = 'ahead') {
        return ['env', `LD_PRELOAD=${this.shim}`, `CLOCK_AHEAD=${join(this.folder, ahead)}`];
    }

    remove() {
        rmSync(this.folder, { recursive: true });
    }
}

export class BoardSite extends Site {
    static async start(name, clock, ...flags) {
        const site = new BoardSite(name, ['--http-rate', '100000', '--guess-rate', '10000', '--message-rate', '10000', ...flags]);
        site.command = clock.command();
        await site.run();
        return site;
    }

    /** GET as somebody or nobody. */
    async get(path, secret) {
        return await this.ask('GET', path, { secret });
    }

    async today(secret) {
        return (await this.get('/api/daily', secret)).json;
    }

    /** What the player has of today's board. */
    async mine(secret, game = 'fortyone') {
        return (await this.today(secret)).boards.find((board) => board.game === game).mine;
    }

    /** Begins today's board: somebody's seat in its room, which has joined. */
    async begin(player, game = 'fortyone') {
        const seat = await this.seat(player.secret);
        const { room, commitment } = await seat.ask({ type: 'create', game, daily: true }, 'created');
        const { token } = await seat.ask({ type: 'join', room, name: 'Me' }, 'joined');
        return Object.assign(seat, { room, commitment, token });
    }

    /** Plays today's board to its end, with choices that this number makes. */
    async finish(player, game = 'fortyone', choices = 1) {
        const seat = await this.begin(player, game);
        seat.last = await seat.play(new Random(choices));
        return seat;
    }
}
