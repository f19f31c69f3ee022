// That the long test works (tests/soak).
import { test } from 'node:test';
import { soak } from '../soak/soak.mjs';

test('a soak of some seconds', (context) => soak(context, 4));
