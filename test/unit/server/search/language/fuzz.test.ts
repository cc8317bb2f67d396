import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../../../../server/search/language/parse.ts';
import { QueryError } from '../../../../../server/search/language/query-error.ts';
import { FIELD_WORDS } from '../../../../../mappings/search/fields.ts';
import { leavesOf } from '../../../../../server/search/language/tree.ts';
import { resolveMoment, UTC } from '../../../../../server/search/language/moment.ts';
import { written } from './tree.ts';

/** SAGASU_FUZZ_QUERIES=100000 takes half a minute. */
const QUERIES = Number(process.env['SAGASU_FUZZ_QUERIES'] ?? 20_000);
const NOW = Date.parse('2024-03-31T12:00:00Z');

/** A field with any value: in its own forms, and in those of others. */
const fielded = fc
  .record({
    sign: fc.constantFrom('', '', '-', '('),
    name: fc.constantFrom(...FIELD_WORDS),
    value: fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from('0159kmbgi<>=.,:/-+*"()|!# TZad')), maxLength: 14 }),
      fc.constantFrom(
        '2019-03..7d',
        '>=1',
        '..5',
        'g/1',
        '"a,b",c',
        'op,reply',
        '1B2M2Y8AsgTpgAmY7PhCfg==',
        'kern*',
        '\u2028',
      ),
    ),
  })
  .map(({ sign, name, value }) => `${sign}${name}:${value}`);

/** Raw bytes, parsed like a client's address. */
const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array).toString('utf8'));

const anything = fc.oneof(
  { weight: 3, arbitrary: written },
  { weight: 3, arbitrary: fc.array(fielded, { maxLength: 4 }).map((fields) => fields.join(' ')) },
  { weight: 1, arbitrary: bytes },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 400, maxLength: 600 }) },
);

test(
  `${QUERIES} queries of every kind are parsed, or refused with a position and a message`,
  { timeout: 300_000 },
  () => {
    let read = 0;
    const property = fc.property(anything, (text) => {
      try {
        for (const leaf of leavesOf(parse(text).root)) {
          if (leaf.kind !== 'time') continue;
          const { start, end } = resolveMoment(leaf.moment, { now: NOW, zone: UTC });
          const isPeriod = start <= end || leaf.moment.kind === 'range';
          if (!isPeriod || Number.isNaN(end)) throw new Error(`${leaf.moment.text} is no period`);
        }
        read += 1;
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        const { span, message } = error;
        const isPlace = span.start >= 0 && span.start < span.end && span.end <= text.length;
        if (!isPlace || !message.endsWith('.'))
          throw new Error(`${error.code} tells no place or no sentence`, { cause: error });
      }
    });
    fc.assert(property, { numRuns: QUERIES });
    // Enough of either kind that both were tested.
    expect(read).toBeGreaterThan(QUERIES / 5);
    expect(read).toBeLessThan((QUERIES * 4) / 5);
  },
);
