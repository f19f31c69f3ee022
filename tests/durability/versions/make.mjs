// Makes the folder of a version: `TEFUDA_SERVER=… node make.mjs FOLDER`, with a server of that version. It holds the data
// folder as a kill in mid-match leaves it, and players.json: what the players know.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, Tables } from '../tables.mjs';

const [folder] = process.argv.slice(2);
const ends = [];
const tables = new Tables({ after: (end) => ends.push(end) }, 20, { numberOfTables: 3 });
await tables.start();
await tables.open();
await pause(100);
await tables.kill();
// What was stored is folded at a start.
await tables.start();
await tables.resume();
await pause(20);
await tables.kill();
mkdirSync(folder, { recursive: true });
for (const name of ['rooms.sqlite', 'rooms.sqlite-wal', 'pending.sqlite', 'pending.sqlite-wal'])
    cpSync(join(tables.folder, name), join(folder, name));
const known = ({ creates, room, name, token, seat, match, seq, accepted }) => ({ creates, room, name, token, seat, match, seq, accepted });
writeFileSync(join(folder, 'players.json'), JSON.stringify(tables.tables.map((players) => players.map(known))));
for (const end of ends) await end();
