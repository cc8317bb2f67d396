import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAX_QUERY_LENGTH } from '../../../../mappings/contract/search.ts';
import { FIELDS } from '../../../../server/search/language/fields.ts';
import { MAX_DEPTH, MAX_PREFIXES, MAX_VALUES, MIN_PREFIX } from '../../../../server/search/language/limits.ts';
import { parseMoment } from '../../../../server/search/language/moment.ts';
import { parse } from '../../../../server/search/language/parse.ts';
import { HAS_VALUES, IS_VALUES } from '../../../../server/search/language/tree.ts';

const page = readFileSync(new URL('../../../../docs/SEARCH-SYNTAX.md', import.meta.url), 'utf8');
const [good = '', mistakes = ''] = page.split('A mistake is answered');
const [, otherNames = ''] = good.split('## Other names');

/** Everything in backticks; in a table a bar is escaped. What is spoken of and is no query is left out. */
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

test.each([...new Set(examples)])('the page says that this can be written: %s', (example) => {
  expect(() => parse(example)).not.toThrow();
});

test('the page has examples of every field, and of nothing that is no field', () => {
  const fields = [...good.matchAll(/^\| `(?:kernel )?([a-z0-9.-]+):[^`]/gm)].map(([, name]) => name);
  expect(new Set(fields)).toEqual(new Set(FIELDS.map((field) => field.name)));
});

/** Of one value. */
function examplesOf(name: string): readonly string[] {
  return examples.filter((code) => code.startsWith(`${name}:`) && !/[ ,]/.test(code));
}

test('the page has every value of is: and has:', () => {
  expect(new Set(examplesOf('is'))).toEqual(new Set(IS_VALUES.map((value) => `is:${value}`)));
  expect(new Set(examplesOf('has'))).toEqual(new Set(HAS_VALUES.map((value) => `has:${value}`)));
});

test('the page has every other name of every field', () => {
  const rows = [...otherNames.matchAll(/^\| `([a-z0-9.-]+):` \| (.+) \|$/gm)].map(([, name, cell = '']) => ({
    name,
    aliases: [...cell.matchAll(/`([^`]+):`/g)].map(([, alias]) => alias),
  }));
  const named = FIELDS.filter((field) => field.aliases.length > 0);
  expect(rows).toEqual(named.map(({ name, aliases }) => ({ name, aliases })));
});

test('dates and ages on the page are moments', () => {
  const [, section = ''] = /## Time\n(.+?)\n## /s.exec(good) ?? [];
  const sentence = /A date is .+?since 1970/s.exec(section)?.[0] ?? '';
  const moments = [...sentence.matchAll(/`([^`:]+|\d[^`]+)`/g)].map(([, code = '']) => code);
  expect(moments.length).toBeGreaterThan(10);
  for (const moment of moments) expect(parseMoment(moment), moment).not.toBeNull();
});

test('the page knows the limits', () => {
  expect(good).toContain(`at most ${MAX_QUERY_LENGTH} characters and ${MAX_VALUES} words`);
  expect(good).toContain(`parentheses at most ${MAX_DEPTH} levels deep`);
  expect(good).toContain(`at most ${MAX_PREFIXES} words with a \`*\``);
  expect(good).toContain(`at least ${MIN_PREFIX} letters`);
  expect(mistakes).toContain(`past ${Number.MAX_SAFE_INTEGER}`);
});

describe('each mistake on the page is that mistake, and its mended query the one suggested', () => {
  const rows = [...mistakes.matchAll(/^\| `(.+?)` \| `(\w+)`, try `(.+?)` \|$/gm)].map(([, ...cells]) => cells);

  test('there are some', () => {
    expect(rows.length).toBeGreaterThan(12);
  });

  test.each(rows)('%s', (written, code, suggestion) => {
    expect(() => parse(written ?? '')).toThrow(expect.objectContaining({ code, suggestion }));
    expect(() => parse(suggestion ?? '')).not.toThrow();
  });
});

test('what is spoken of as searched and hinted at is so', () => {
  for (const written of ['baord:g', 'width>5']) {
    expect(good).toContain(`\`${written}\``);
    expect(parse(written).hints).toHaveLength(1);
  }
});

describe('the table of fields', () => {
  test.each(FIELDS.map((field) => [field.example, field] as const))(
    '%s is an example of its field',
    (example, field) => {
      expect(example.startsWith(`${field.name}:`)).toBe(true);
      expect(() => parse(example)).not.toThrow();
    },
  );

  test.each(FIELDS.flatMap((field) => (field.values ?? []).map((value) => `${field.name}:${value}`)))(
    '%s is a value that can be chosen',
    (written) => {
      expect(() => parse(written)).not.toThrow();
    },
  );
});
