// node tests/soak/main.mjs [SECONDS]: plays all games for an hour (or so many seconds) while connections come and go, and checks that every
// acknowledged action is stored, and that the server's memory, open files and pending commits stay flat. Needs a built release.
import { soak } from './soak.mjs';

const ends = [];
try {
    await soak({ after: (end) => ends.push(end) }, { seconds: Number(process.argv[2] ?? 3600) });
    console.log('1 passed, 0 failed');
} catch (error) {
    console.log(error);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
} finally {
    for (const end of ends) await end();
}
