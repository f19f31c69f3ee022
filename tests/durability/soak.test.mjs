// That the long test works (tests/soak).
import { test } from 'node:test';
import { soak } from '../soak/soak.mjs';

test('a short soak', (context) => soak(context, { rounds: 16 }));
