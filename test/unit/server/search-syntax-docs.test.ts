import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAX_QUERY_LENGTH } from '../../../server/contract/search.ts';
import { MAX_DEPTH, MAX_LEAVES, parse } from '../../../server/search/language/parse.ts';
import { FIELD_NAMES } from '../../../server/search/language/tokenize.ts';

const page = readFileSync(new URL('../../../docs/SEARCH-SYNTAX.md', import.meta.url), 'utf8');
const [good = '', mistakes = ''] = page.split('A mistake is answered');

/** Everything in backticks; in a table a bar is escaped. What is spoken of and is no query is left out. */
const spoken = new Set(['q', '/api/v1/search', 'sort', 'sort:']);
const examples = [...good.matchAll(/`([^`\n]+)`/g)]
  .map(([, code = '']) => code.replaceAll(String.raw`\|`, '|'))
  .filter((code) => !spoken.has(code));

test.each([...new Set(examples)])('the page says that this can be written: %s', (example) => {
  expect(() => parse(example)).not.toThrow();
});

test('the page has examples of every field, and of nothing that is no field', () => {
  const fields = [...good.matchAll(/^\| `-?([a-z]+):/gm)].map(([, name]) => name);
  const inOrders = [...good.matchAll(/`kernel (sort):/g)].map(([, name]) => name);
  expect(new Set([...fields, ...inOrders])).toEqual(new Set(FIELD_NAMES));
});

test('the page knows the limits', () => {
  expect(good).toContain(`at most ${MAX_QUERY_LENGTH} characters and ${MAX_LEAVES} words`);
  expect(good).toContain(`at most ${MAX_DEPTH} deep`);
});

describe('each mistake on the page is that mistake, and its mended query the one suggested', () => {
  const rows = [...mistakes.matchAll(/^\| `(.+?)` \| `(\w+)`, try `(.+?)` \|$/gm)].map(([, ...cells]) => cells);

  test('there are some', () => {
    expect(rows.length).toBeGreaterThan(5);
  });

  test.each(rows)('%s', (written, code, suggestion) => {
    expect(() => parse(written ?? '')).toThrow(expect.objectContaining({ code, suggestion }));
    expect(() => parse(suggestion ?? '')).not.toThrow();
  });
});
