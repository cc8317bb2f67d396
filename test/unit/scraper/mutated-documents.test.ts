/** Whatever a host sends, a reader answers: accepted and fit to be stored, or refused with a reason. It never throws. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reading } from '../../../scraper/reading.ts';
import type { ThreadObservation } from '../../../scraper/source.ts';
import { fourChan } from '../../../scraper/sources/four-chan/source.ts';

/** `MUTATIONS=1000000` for a long look. */
const RUNS = Number(process.env['MUTATIONS'] ?? 3_000);
const LIMIT_MS = 10_000 + RUNS * 5;

const opener = {
  no: 500,
  now: '01/02/20(Thu)03:04:05',
  name: 'Anonymous',
  sub: 'Kettles',
  com: 'Which <b>kettle</b> boils first?<br>&gt;mine',
  filename: 'kettle',
  ext: '.png',
  w: 640,
  h: 480,
  tn_w: 250,
  tn_h: 187,
  tim: 1_577_934_245_000,
  time: 1_577_934_245,
  md5: 'AAECAwQFBgcICQoLDA0ODw==',
  fsize: 4_321,
  resto: 0,
  capcode: 'mod',
  semantic_url: 'kettles',
  replies: 1,
  images: 0,
  unique_ips: 2,
};
const reply = { no: 501, resto: 500, time: 1_577_934_300, name: 'Anonymous', com: 'All of them.', country: 'FI' };

/** Values that have broken something somewhere. */
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 60), 1e308, '', '0', 'NaN', [], {}, true),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', 'a\0b', '\uD800', '\uDFFFx', '&#0;', '&#xD800;', '&amp;#0;', '&'.repeat(300)),
);

const fieldName = fc.oneof(
  fc.constantFrom(...Object.keys({ ...opener, ...reply }), 'archived', 'archived_on', 'id', '__proto__', 'toString'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** Mostly both posts; now and then none, or one twice. */
const order: fc.Arbitrary<readonly number[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<readonly number[]>([0, 1]) },
  { weight: 1, arbitrary: fc.array(fc.nat(1)) },
);

/** Some fields of some posts are set to something else or left out; posts are repeated, dropped, swapped. */
const mutatedThread = fc
  .record({
    changes: fc.array(fc.tuple(fc.nat(3), fieldName, fc.option(hostile, { nil: undefined })), { maxLength: 4 }),
    order,
  })
  .map(({ changes, order: indices }) => {
    const posts = indices.map((index) => {
      const own = changes.filter(([at]) => at === index).map(([, name, value]) => [name, value] as const);
      return Object.fromEntries([...Object.entries(index === 0 ? opener : reply), ...own]);
    });
    return JSON.stringify({ posts });
  });

/** The same text with a piece of it cut out, doubled or overwritten. */
const mutatedText = fc
  .tuple(mutatedThread, fc.nat(), fc.nat(60), fc.string({ unit: 'binary', maxLength: 5 }))
  .map(([text, at, length, insert]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + insert + text.slice(start + length);
  });

/** What is wrong with an answer; plain conditions, a claim each would be most of the run's time. */
function faultsOf(reading: Reading<ThreadObservation>): string[] {
  if (!reading.ok) {
    const { detail, sample } = reading.refusal;
    return detail !== '' && isStorable(sample)
      ? []
      : ['a refusal without a reason or with a sample that cannot be stored'];
  }
  const { posts } = reading.value;
  const faults = posts.flatMap(({ fields }) => [
    ...Object.entries(fields).flatMap(([name, value]) => (isColumn(value) ? [] : [`${name}: ${String(value)}`])),
    ...(fields.thread === 500 && fields.opener === (fields.num === 500) ? [] : ['another thread']),
    // PostgreSQL reads the escapes of JSON too.
    ...(/\\u0000|\\ud[89a-f]/.test(JSON.stringify(fields.extra)) ? ['extra'] : []),
  ]);
  return new Set(posts.map(({ fields }) => fields.num)).size === posts.length ? faults : [...faults, 'a number twice'];
}

function isColumn(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && isStorable(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (value instanceof Uint8Array) return value.length === 16;
  return true;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function checkThreads(bodies: fc.Arbitrary<string>): void {
  fc.assert(
    fc.property(bodies, (body) => {
      const faults = faultsOf(fourChan.thread.read(body, 500));
      if (faults.length > 0) throw new Error(faults.join(', '));
    }),
    { numRuns: RUNS },
  );
}

test('threads with mutated fields are accepted whole or refused', { timeout: LIMIT_MS }, () => {
  checkThreads(mutatedThread);
});

test('threads with mutated text are accepted whole or refused', { timeout: LIMIT_MS }, () => {
  checkThreads(mutatedText);
});

test('any text at all is accepted or refused as a list of threads', { timeout: LIMIT_MS }, () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (body) => {
      const reading = fourChan.threads.read(body);
      return reading.ok || reading.refusal.detail !== '';
    }),
    { numRuns: RUNS },
  );
});

test('the mutations reach both sides: some threads are accepted, some refused', () => {
  const readings = fc.sample(mutatedThread, 300).map((body) => fourChan.thread.read(body, 500).ok);
  expect(new Set(readings)).toEqual(new Set([true, false]));
});
