/**
 * The properties of `npm test` run the same cases every time, so that a failure comes from the change under test. `npm run faults` draws
 * others each time.
 */
import fc from 'fast-check';
import { IS_FULL } from './full-counts.ts';

if (!IS_FULL) fc.configureGlobal({ seed: 1 });
