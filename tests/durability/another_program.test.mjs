// Another program looks into the journal's files while the server runs: nothing changes for the server.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Tables } from './tables.mjs';

const looks = {
    'a question': 'print(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])',
    'a backup': 'db.backup(sqlite3.connect(":memory:"))',
    'VACUUM INTO': 'db.execute("VACUUM INTO ?", (sys.argv[1] + ".copy",))',
};

function look(file, script) {
    execFileSync('python3', ['-c', `import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1])\n${script}\ndb.close()`, file]);
}

/** Whether a process holds a lock (fcntl) on a file. */
function holdsLock(pid, file) {
    const { ino } = statSync(file);
    return readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .some(([, kind, , , owner, where]) => kind === 'POSIX' && Number(owner) === pid && Number(where.split(':')[2]) === ino);
}

const databases = (folder) => readdirSync(folder).filter((name) => name.endsWith('.sqlite'));

test('the server holds its locks, and a look, a backup and VACUUM INTO take nothing from it', async (context) => {
    const tables = new Tables(context, 5);
    await tables.start();
    await tables.open();
    await tables.played(50);
    const names = databases(tables.folder);
    assert.ok(names.includes('rooms.sqlite') && names.includes('pending.sqlite') && names.includes('people.sqlite'), names.join());
    for (const name of names) {
        const file = join(tables.folder, name);
        assert.ok(holdsLock(tables.server.child.pid, file), `${name} is locked from the start`);
        for (const [what, script] of Object.entries(looks)) {
            look(file, script);
            assert.ok(holdsLock(tables.server.child.pid, file), `${name} is locked after ${what}`);
            assert.ok(existsSync(`${file}-wal`), `${name} has its WAL after ${what}`);
        }
    }
    await tables.played(50);
    await tables.kill();
    await tables.start();
    await tables.resume();
    await tables.finish();
    await tables.checkReplays();
});
