import { describe, expect, it, test } from 'vitest';
import type { TimelineBucket } from '../../mappings/contract/facets.ts';
import { acceptSuggestion, storedSuggestions } from '../../web/src/features/search/bar/suggestions.tsx';
import { withRecent } from '../../web/src/features/search/bar/use-submit-search.ts';
import { readView, viewQuery, withoutView } from '../../web/src/features/search/params.ts';
import { bucketName, rangeQuery } from '../../web/src/lib/time-buckets.ts';

function aBucket(start: string, end: string, q: string | null = `during ${start}`): TimelineBucket {
  return { start: `${start}.000Z`, end: `${end}.000Z`, count: 1, q };
}

describe('a range of the timeline', () => {
  const march = aBucket('2019-03-01T00:00:00', '2019-04-01T00:00:00');
  const april = aBucket('2019-04-01T00:00:00', '2019-05-01T00:00:00');

  it('is added to what is left of the query without its dates', () => {
    expect(rangeQuery('(oven OR stove)', march, april)).toBe('(oven OR stove) after:2019-03-01 before:2019-05-01');
  });

  it('is the whole query where nothing is left', () => {
    expect(rangeQuery('', march, april)).toBe('after:2019-03-01 before:2019-05-01');
  });

  it('of one bucket is the query that the server made', () => {
    expect(rangeQuery('oven', march, march)).toBe(march.q);
  });

  it('within a day says its clock', () => {
    const hour = aBucket('2019-03-01T14:00:00', '2019-03-01T15:00:00');
    const next = aBucket('2019-03-01T15:00:00', '2019-03-01T16:00:00');
    expect(rangeQuery('oven', hour, next)).toBe('oven after:2019-03-01T14:00Z before:2019-03-01T16:00Z');
  });

  it('is not offered where the query would be too long', () => {
    expect(rangeQuery(null, march, april)).toBeNull();
  });
});

test.each([
  ['decade', '2010'],
  ['year', '2010'],
  ['quarter', '2010-04'],
  ['month', '2010-04'],
  ['day', '2010-04-01'],
  ['10 minutes', '2010-04-01 07:20'],
] as const)('a bucket of a %s is called %s', (interval, name) => {
  expect(bucketName({ start: '2010-04-01T07:20:00.000Z' }, interval)).toBe(name);
});

describe('a view', () => {
  it.each([['compact'], ['gallery'], ['threads']])('%s is read from an address', (view) => {
    expect(readView(view)).toBe(view);
  });

  it.each([['list'], ['mosaic'], [undefined], [7]])('that is %s is the list', (view) => {
    expect(readView(view)).toBeUndefined();
  });

  it('of pictures asks for files on both sides of an OR', () => {
    expect(viewQuery('oven OR stove', 'gallery').q).toBe('(oven OR stove) has:file');
    expect(viewQuery('oven|stove', 'gallery').q).toBe('(oven|stove) has:file');
    expect(viewQuery('', 'gallery').q).toBe('has:file');
  });

  it('of pictures takes its part back out of a query that was made from it', () => {
    expect(withoutView('(oven OR stove) has:file board:g', 'gallery')).toBe('(oven OR stove) board:g');
    expect(withoutView('oven has:file', undefined)).toBe('oven has:file');
  });

  it('of threads has one hit for each', () => {
    expect(viewQuery('oven', 'threads')).toEqual({ q: 'oven', group: 'thread' });
  });
});

describe('an offer', () => {
  it('takes the place of what it completes, with the caret behind it', () => {
    const offer = { text: 'board:', from: 5, to: 8, description: null, count: null, isWhole: false };
    expect(acceptSuggestion('oven boa -gas', offer)).toEqual({ text: 'oven board: -gas', at: 11 });
  });

  it('while nothing is written is a whole search: saved ones first, each once', () => {
    expect(storedSuggestions(['b'], ['a', 'b']).map(({ text, isWhole }) => [text, isWhole])).toEqual([
      ['b', true],
      ['a', true],
    ]);
  });
});

test('a repeated search moves to the front of the eight recent ones', () => {
  const many = Array.from({ length: 8 }, (_, index) => `q${index}`);
  expect(withRecent(many, 'q3')).toEqual(['q3', 'q0', 'q1', 'q2', 'q4', 'q5', 'q6', 'q7']);
  expect(withRecent(many, 'new')).toHaveLength(8);
});
