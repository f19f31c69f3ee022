import { soak } from './soak.mjs';

const ends = [];
try {
    await soak({ after: (end) => ends.push(end) }, Number(process.argv[2]));
    console.log('1 passed, 0 failed');
} catch (error) {
    console.log(error);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
} finally {
    for (const end of ends) await end();
}
