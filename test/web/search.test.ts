import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf } from '../../web/src/components/post/excerpt.ts';
import { barContent, readSearchParams, sortParam } from '../../web/src/features/search/params.ts';
import { countNewHits } from '../../web/src/features/search/results/new-hits-button.tsx';
import { queryWithoutEachPart } from '../../web/src/features/search/results/no-hits.tsx';
import { countText } from '../../web/src/features/search/results/results-bar.tsx';
import { parseSearch, searchAddress, stringifySearch } from '../../web/src/lib/addresses.ts';
import { aHit } from './posts.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

const hit = (num: number) => aHit({ num, time_posted: new Date(Date.UTC(2024, 0, 1) + num * 1000).toISOString() });

describe('a search in the address', () => {
  test('survives the address for any query', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).map((q) => q.toWellFormed()),
        fc.constantFrom('old', 'relevance', undefined),
        (q, sort) => {
          expect(readSearchParams(parseSearch(stringifySearch({ q, sort })))).toEqual({ q, sort, cursor: undefined });
        },
      ),
    );
  });

  test('a numeric query stays text, and operators stay readable', () => {
    expect(readSearchParams(parseSearch('?q=123')).q).toBe('123');
    expect(searchAddress('board:g is:op')).toBe('/search?q=board:g+is:op');
  });

  test('an unknown order is ignored', () => {
    expect(readSearchParams({ q: 'a', sort: 'sideways', cursor: '' })).toEqual({
      q: 'a',
      sort: undefined,
      cursor: undefined,
    });
  });

  test('the default order is written only if the query has another', () => {
    expect(sortParam('bread', 'new')).toBeUndefined();
    expect(sortParam('bread', 'old')).toBe('old');
    expect(sortParam('bread sort:old', 'new')).toBe('new');
  });

  test('the bar contains the query of its page', () => {
    expect(barContent('/search', { q: 'a b', sort: 'old' })).toEqual({ q: 'a b', sort: 'old', isResults: true });
    expect(barContent('/g/', {}).q).toBe('board:g is:op');
    expect(barContent('/g/thread/1', {}).q).toBe('');
    expect(barContent('/%E0%A4%A/', {}).q).toBe('');
  });
});

describe('an excerpt', () => {
  test('of a short comment is the whole comment', () => {
    expect(excerptOf('bread', 3)).toEqual({ part: [0, 5], cutBefore: false, cutAfter: false });
    expect(excerptOf('', undefined)).toEqual({ part: [0, 0], cutBefore: false, cutAfter: false });
  });

  test('of many lines ends at a line end', () => {
    const text = lines(60);
    const { part, cutBefore, cutAfter } = excerptOf(text, undefined);
    expect(text.slice(...part)).toBe(lines(9));
    expect([cutBefore, cutAfter]).toEqual([false, true]);
  });

  test('starts shortly before a match far down', () => {
    const text = lines(60);
    const { part, cutBefore } = excerptOf(text, text.indexOf('line 40'));
    expect(text.slice(...part).startsWith('line 38\nline 39\nline 40')).toBe(true);
    expect(cutBefore).toBe(true);
  });

  test('always contains the first match, is bounded, and never splits a character', () => {
    const texts = fc
      .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constant('\n'), fc.constant(' ')), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.nat(4000), (text, at) => {
        const match = text.length === 0 ? undefined : at % text.length;
        const { part } = excerptOf(text, match);
        const shown = text.slice(...part);
        if (match !== undefined) expect(part[0] <= match && match < part[1]).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(640 + 120);
        if (text.isWellFormed()) expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });

  test('of surrogate pairs splits none of them at either end', () => {
    for (const text of ['😀'.repeat(2000), `a${'😀'.repeat(2000)}`]) {
      for (const match of [undefined, 1001, 1002])
        expect(text.slice(...excerptOf(text, match).part).isWellFormed()).toBe(true);
    }
  });

  test('of 50,000 characters without a space is bounded too', () => {
    const { part } = excerptOf('x'.repeat(50_000), 30_000);
    expect(part[1] - part[0]).toBeLessThanOrEqual(760);
    expect(part[0]).toBeLessThanOrEqual(30_000);
  });
});

describe('new hits', () => {
  test('are those newer than the page', () => {
    expect(countNewHits([hit(5), hit(4), hit(3)], [hit(3), hit(2)])).toEqual({ count: 2, more: false });
    expect(countNewHits([hit(3)], [hit(3)])).toEqual({ count: 0, more: false });
    expect(countNewHits([hit(1)], [])).toEqual({ count: 1, more: false });
  });

  test('older posts that move up when others are removed are not new', () => {
    expect(countNewHits([hit(3), hit(1)], [hit(3), hit(2)])).toEqual({ count: 0, more: false });
  });

  test('may fill more than a page', () => {
    expect(countNewHits([hit(9), hit(8)], [hit(3), hit(2)])).toEqual({ count: 2, more: true });
  });
});

describe('words', () => {
  test('contain the count in singular or plural', () => {
    expect(countText({ value: 1284, relation: 'eq' })).toBe('1,284 posts');
    expect(countText({ value: 1, relation: 'eq' }, 'thread')).toBe('1 thread');
    expect(countText({ value: 0, relation: 'eq' })).toBe('No posts');
    expect(countText({ value: 10_000, relation: 'gte' })).toBe('At least 10,000 posts');
  });

  test('a query without hits is tried with each part removed, phrases as one part', () => {
    expect(queryWithoutEachPart('subject:"rye bread" -pan after:2014')).toEqual([
      { without: 'subject:"rye bread"', rest: '-pan after:2014' },
      { without: '-pan', rest: 'subject:"rye bread" after:2014' },
      { without: 'after:2014', rest: 'subject:"rye bread" -pan' },
    ]);
    expect(queryWithoutEachPart('bread')).toBeNull();
    expect(queryWithoutEachPart('a (b OR c)')).toBeNull();
    expect(queryWithoutEachPart('a "b')).toBeNull();
  });
});
