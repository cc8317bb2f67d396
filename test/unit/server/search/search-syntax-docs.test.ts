import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withTables } from '../../../../mappings/search/syntax-tables.ts';
import { MAX_QUERY_LENGTH } from '../../../../mappings/contract/search.ts';
import { FIELDS, HAS_VALUES, IS_VALUES, valueWords } from '../../../../mappings/search/fields.ts';
import { MAX_DEPTH, MAX_PREFIXES, MAX_VALUES, MIN_PREFIX } from '../../../../server/search/language/limits.ts';
import { parseMoment } from '../../../../server/search/language/moment.ts';
import { parse } from '../../../../server/search/language/parse.ts';

const page = readFileSync(new URL('../../../../docs/SEARCH-SYNTAX.md', import.meta.url), 'utf8');
const [good = '', mistakes = ''] = page.split('A mistake is answered');

/** All texts in backticks, with escaped bars in tables. Quoted words that are not queries are left out. */
const spoken = new Set([
  'q',
  '/api/v1/search',
  'GET /api/v1/identities',
  'tz',
  'tz=Europe/Berlin',
  'sort',
  'group',
  'hints',
  '-',
  '..',
  '!',
]);
const examples = [...good.matchAll(/`([^`\n]+)`/g)]
  .map(([, code = '']) => code.replaceAll(String.raw`\|`, '|'))
  .filter((code) => !spoken.has(code) && !isFieldName(code));

function isFieldName(code: string): boolean {
  return /^[a-z0-9._-]+:$/.test(code);
}

test.each([...new Set(examples)])('the page lists as valid: %s', (example) => {
  expect(() => parse(example)).not.toThrow();
});

test('the tables equal the output of `npm run search-syntax`', () => {
  expect(withTables(page)).toBe(page);
});

test('the tables have every field, and every value of is: and has:', () => {
  const written = new Set([...good.matchAll(/^\| `(?:kernel )?([^`]+)`/gm)].map(([, code = '']) => code));
  for (const field of FIELDS) expect(written, field.name).toContain(field.examples[0][0]);
  for (const value of IS_VALUES) expect(written).toContain(`is:${value}`);
  for (const value of HAS_VALUES) expect(written).toContain(`has:${value}`);
});

test('dates and ages on the page are valid moments', () => {
  const [, section = ''] = /## Time\n(.+?)\n## /s.exec(good) ?? [];
  const sentence = /A date is .+?since 1970/s.exec(section)?.[0] ?? '';
  const moments = [...sentence.matchAll(/`([^`:]+|\d[^`]+)`/g)].map(([, code = '']) => code);
  expect(moments.length).toBeGreaterThan(10);
  for (const moment of moments) expect(parseMoment(moment), moment).not.toBeNull();
});

test('the page has the right limits', () => {
  expect(good).toContain(`at most ${MAX_QUERY_LENGTH} characters and ${MAX_VALUES} words`);
  expect(good).toContain(`parentheses at most ${MAX_DEPTH} levels deep`);
  expect(good).toContain(`at most ${MAX_PREFIXES} words with a \`*\``);
  expect(good).toContain(`at least ${MIN_PREFIX} letters`);
  expect(mistakes).toContain(`past ${Number.MAX_SAFE_INTEGER}`);
});

describe('each mistake on the page gives that message and that suggestion', () => {
  const rows = [...mistakes.matchAll(/^\| `(.+?)` \| `(\w+)`, try `(.+?)` \|$/gm)].map(([, ...cells]) => cells);

  test('the page has such examples', () => {
    expect(rows.length).toBeGreaterThan(12);
  });

  test.each(rows)('%s', (written, code, suggestion) => {
    expect(() => parse(written ?? '')).toThrow(expect.objectContaining({ code, suggestion }));
    expect(() => parse(suggestion ?? '')).not.toThrow();
  });
});

test('descriptions of searches and hints on the page are right', () => {
  for (const written of ['baord:g', 'width>5']) {
    expect(good).toContain(`\`${written}\``);
    expect(parse(written).hints).toHaveLength(1);
  }
});

describe('the table of fields', () => {
  test.each(FIELDS.flatMap((field) => field.examples.map(([example]) => [example, field] as const)))(
    '%s is an example of its field',
    (example, field) => {
      expect(example.startsWith(`${field.name}:`)).toBe(true);
      expect(() => parse(example)).not.toThrow();
    },
  );

  test.each(FIELDS.flatMap((field) => valueWords(field).map(([value]) => `${field.name}:${value}`)))(
    '%s is a valid choice',
    (written) => {
      expect(() => parse(written)).not.toThrow();
    },
  );
});
