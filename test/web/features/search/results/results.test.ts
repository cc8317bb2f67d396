import { describe, expect, test } from 'vitest';
import { partsOf } from '../../../../../server/search/language/parts.ts';
import { countNewHits } from '../../../../../web/src/features/search/results/new-hits-button.tsx';
import { partText } from '../../../../../web/src/features/search/results/part-text.ts';
import { countText } from '../../../../../web/src/features/search/results/results-bar.tsx';
import { aHit } from '../../../posts.ts';

const hit = (num: number) => aHit({ num, time_posted: new Date(Date.UTC(2024, 0, 1) + num * 1000).toISOString() });

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

  test.each([
    ['kernel', 'kernel'],
    ['-"hello world"', 'without "hello world"'],
    ['board:g,/ck/', 'on /g/ or /ck/'],
    ['-board:g', 'not on /g/'],
    ['after:2014', 'since 2014'],
    ['-during:2019-03', 'not in 2019-03'],
    ['is:op,deleted', 'opening posts or deleted'],
    ['-has:file', 'without file'],
    ['title:"rye bread"', 'Subject: rye bread'],
    ['width:>1000', 'Width: >1000'],
    ['sort:old', 'Sort by: Oldest'],
    ['-(a OR b)', 'without (a OR b)'],
  ])('describe %s in words', (q, words) => {
    expect(partsOf(q).map(partText)).toEqual([words]);
  });
});
