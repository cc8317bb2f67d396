import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  barContent,
  readSearchParams,
  readView,
  sortParam,
  viewQuery,
  withoutView,
} from '../../../../web/src/features/search/params.ts';
import { parseSearch, searchAddress, stringifySearch } from '../../../../web/src/lib/addresses.ts';

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
    for (const page of ['/g/', '/g', '/g/catalog', '/g/images', '/g/statistics'])
      expect(barContent(page, {}).q).toBe('board:g ');
    expect(barContent('/g/thread/1', {}).q).toBe('');
    expect(barContent('/%E0%A4%A/', {}).q).toBe('');
  });
});

describe('a view', () => {
  test.each([['compact'], ['gallery'], ['threads']])('%s is read from an address', (view) => {
    expect(readView(view)).toBe(view);
  });

  test.each([['list'], ['mosaic'], [undefined], [7]])('that is %s is the list', (view) => {
    expect(readView(view)).toBeUndefined();
  });

  test('of pictures adds a condition on files to both sides of an OR', () => {
    expect(viewQuery('oven OR stove', 'gallery').q).toBe('(oven OR stove) has:file');
    expect(viewQuery('oven|stove', 'gallery').q).toBe('(oven|stove) has:file');
    expect(viewQuery('', 'gallery').q).toBe('has:file');
  });

  test('of pictures removes its own condition from the query again', () => {
    expect(withoutView('(oven OR stove) has:file board:g', 'gallery')).toBe('(oven OR stove) board:g');
    expect(withoutView('oven has:file', undefined)).toBe('oven has:file');
  });

  test('of threads has one hit per thread', () => {
    expect(viewQuery('oven', 'threads')).toEqual({ q: 'oven', group: 'thread' });
  });
});
