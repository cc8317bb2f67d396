import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_QUERY_LENGTH } from '../../../../../mappings/contract/search.ts';
import { formOf } from '../../../../../server/search/language/form.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { print } from '../../../../../server/search/language/print.ts';
import { QueryError } from '../../../../../server/search/language/query-error.ts';
import type { Query } from '../../../../../server/search/language/tree.ts';
import { queryOfForm } from '../../../../../web/src/lib/query-text.ts';
import { written } from './tree.ts';

describe('a form', () => {
  test('holds what its fields can, and the rest as text', () => {
    const q =
      'kernel -windows (a OR b) subject:"hello world" subject:again board:g,ck after:7d is:op -has:file sort:old';
    expect(formOf(parse(q))).toMatchObject({
      words: 'kernel -windows (a OR b) subject:again',
      texts: { subject: 'hello world', name: '' },
      boards: ['g', 'ck'],
      after: '7d',
      posts: 'op',
      files: 'without',
      deleted: '',
      sort: 'old',
      group: '',
    });
  });

  test('leaves a choice between things whole', () => {
    expect(formOf(parse('a OR board:g'))).toMatchObject({ words: 'a OR board:g', boards: [] });
  });

  test.each([
    ['', ''],
    ['a OR b', 'a OR b'],
    ['(a|b) board:g', '(a OR b) board:g'],
    ['board:g a trip:!abc name:"x \\"y\\""', 'a board:g name:"x \\"y\\"" trip:"!abc"'],
    ['is:deleted after:2019-03 before:2019-05 has:file', 'after:2019-03 before:2019-05 has:file is:deleted'],
    ['group:thread x', 'x group:thread'],
    ['person:"Ann Lee" x', 'x identity:"Ann Lee"'],
    ['identity:ann,bo -identity:cy', 'identity:ann,bo -identity:cy'],
  ])('of %s is put together as %s', (q, together) => {
    expect(queryOfForm(formOf(parse(q)))).toBe(together);
  });

  test('put together again means what was written', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(written, (text) => {
        const query = readable(text);
        fc.pre(query !== null);
        const together = queryOfForm(formOf(query));
        fc.pre(together.length <= MAX_QUERY_LENGTH);
        expect(meaningOf(parse(together))).toEqual(meaningOf(query));
      }),
      { numRuns: 2_000 },
    );
  });
});

function readable(text: string): Query | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** What stands side by side, in no order. */
function meaningOf({ root, sort, group }: Query) {
  const nodes = root?.kind === 'and' ? root.children : [root];
  return { sort, group, parts: nodes.map((node) => print({ root: node })).toSorted() };
}
