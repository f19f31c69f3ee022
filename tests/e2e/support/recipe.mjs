// What server/OPERATING.md tells an operator to do, as it stands there: tests/support/recipes.py.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const reader = fileURLToPath(new URL('../../support/recipes.py', import.meta.url));

/** @param changes pairs of texts: what must stand there, and what stands for it in this test */
export const recipe = (name, changes = []) => execFileSync(reader, [name, ...changes.flat()], { encoding: 'utf8' });
