// A test file's environment: a server, its schemas, and the clients.
import { Client } from './client.mjs';
import { makePlayer } from './guest.mjs';
import { Schemas } from './schemas.mjs';
import { Server } from './server.mjs';

export class World {
    static async start(...flags) {
        const server = await Server.start(...flags);
        const { json: asyncapi } = await server.get('/asyncapi.json');
        const { json: catalogue } = await server.get('/api/games');
        // TEFUDA_GAME: the tests that play every game play only this one.
        const only = process.env.TEFUDA_GAME;
        return new World(server, asyncapi, only ? catalogue.filter(({ id }) => id === only) : catalogue);
    }

    constructor(server, asyncapi, catalogue) {
        this.server = server;
        this.asyncapi = asyncapi;
        this.schemas = new Schemas(asyncapi);
        this.catalogue = catalogue;
        this.games = new Map();
        this.clients = new Set();
        this.types = new Map();
        this.secrets = []; // of the players who `several` clients are; whoever has none is nobody
    }

    /** From now on `several` clients are so many players, the same each time. */
    async makePlayers(count) {
        for (let i = 0; i < count; i++) this.secrets.push((await makePlayer(this.server)).secret);
    }

    seen(type) {
        this.types.set(type, (this.types.get(type) ?? 0) + 1);
    }

    client() {
        return Client.connect(this);
    }

    async several(count) {
        return await Promise.all(Array.from({ length: count }, (_, i) => Client.connect(this, this.secrets[i])));
    }

    /** Two at a table of Selfish who wait for a third. */
    async waiting() {
        const [host, guest] = await this.several(2);
        const { room } = await host.create('selfish', { seats: 3 });
        await host.join(room, 'Aki');
        await guest.join(room, 'Ben');
        await host.take('room');
        return { room, host, guest };
    }

    async replay(room, match = 1) {
        return (await this.server.get(`/api/rooms/${room}/matches/${match}`)).json;
    }

    /** Kills the server, and starts it again with these flags. All connections are lost. */
    async kill(...flags) {
        this.server.child.kill('SIGKILL');
        await this.server.stop();
        this.server = await Server.start(...flags);
    }

    async stop() {
        for (const client of this.clients) client.socket.terminate();
        return await this.server.stop();
    }
}
