/**
 * The properties of `npm test` play the same cases in every run, so that a change is judged by what it changes. `npm run faults` draws
 * others each time.
 */
import fc from 'fast-check';
import { IS_FULL } from './full-counts.ts';

if (!IS_FULL) fc.configureGlobal({ seed: 1 });
