import { describe, expect, test } from 'vitest';
import {
  numbersOf,
  postsOf,
  readAuditFilter,
  requestOf,
  undoOf,
} from '../../../../web/src/features/admin/audit/audit-entries.ts';
import { sentenceKey } from '../../../../web/src/features/admin/audit/sentence-key.ts';

test('filters are read from an address, and invalid ones are ignored', () => {
  expect(readAuditFilter({ actor: ' ann ', action: 'posts.hide', board: 'g', post: '71_2', before: '9' })).toEqual({
    actor: 'ann',
    action: 'posts.hide',
    board: 'g',
    post: '71_2',
    before: '9',
  });
  expect(readAuditFilter({ action: 'Posts!', board: '../x', post: 'seven', before: '0', actor: '' })).toEqual({
    actor: undefined,
    action: undefined,
    board: undefined,
    post: undefined,
    before: undefined,
  });
});

test('days of a filter become times that include the last day', () => {
  const { actor, from = '', to = '' } = requestOf({ actor: 'ann', from: '2025-03-01', to: '2025-03-02' });
  expect(actor).toBe('ann');
  expect(new Date(from)).toEqual(new Date(2025, 2, 1));
  expect(new Date(to)).toEqual(new Date(2025, 2, 3));
  expect(readAuditFilter({ from: '2025-03-01', to: 'soon' })).toMatchObject({ from: '2025-03-01', to: undefined });
});

test('an entry names posts, or one post by its numbers, and other things by numbers', () => {
  const posts = [
    { name: '71', num: 71 },
    { name: '72_1', num: 72 },
  ];
  expect(postsOf({ target: { posts: ['71', '72_1'], thread: 70 } })).toEqual(posts);
  expect(postsOf({ target: { board_id: 3, num: 72, subnum: 1 } })).toEqual(posts.slice(1));
  expect(postsOf({ target: { id: 3 } })).toEqual([]);
  expect(numbersOf({ target: { dumps: [3, 4] } })).toEqual([3, 4]);
});

test.each([
  ['posts.hide', 'posts.hide', { posts: ['1'] }, null],
  ['posts.purge.thread', 'posts.purge', { posts: ['1'], thread: 1 }, null],
  ['addresses.look.staff', 'addresses.look', { audit_ids: [1] }, null],
  ['addresses.look', 'addresses.look', {}, null],
  ['reported_posts.update', 'reported_posts.update', { columns: ['closed_at'] }, { closed_at: null }],
  ['reported_posts.update.reopened', 'reported_posts.update', {}, { closed_at: '2025-01-01' }],
  ['post_filters.update.disabled', 'post_filters.update', { columns: ['enabled_at'] }, { enabled_at: '2025-01-01' }],
  ['tasks.update.cancel', 'tasks.update', { requested_action: 'cancel' }, { requested_action: 'run' }],
  ['tasks.update', 'tasks.update', { requested_action: 'run' }, { requested_action: 'run' }],
])('%s is the sentence of an entry', (key, action, target, before) => {
  expect(sentenceKey({ action, target, before })).toBe(key);
});

describe('the request that undoes an entry', () => {
  const entry = { id: 9, action: 'posts.hide', board: 'g', target: { posts: ['71_2'] } };
  const of = (change: object) => undoOf({ ...entry, ...change } as Parameters<typeof undoOf>[0]);

  test('is the opposite, for one post or the whole thread', () => {
    expect(of({})).toEqual({ action: 'show', board: 'g', num: 71, subnum: 2 });
    expect(of({ action: 'posts.show', target: { posts: ['71'] } })).toEqual({ action: 'hide', board: 'g', num: 71 });
    expect(of({ target: { posts: ['70', '71'], thread: 70 } })).toEqual({
      action: 'show',
      board: 'g',
      num: 70,
      thread: true,
    });
  });

  test.each([
    ['a board', { action: 'boards.update', target: { id: 1, columns: ['settings', 'title'] } }],
    ['all boards', { action: 'board_defaults.update', board: null, target: { columns: ['settings'] } }],
  ])('are the earlier settings of %s', (_of, change) => {
    expect(of(change)).toEqual({ action: 'settings', entry: 9 });
  });

  test('is nothing for a purge, for other tables, and for posts that one request cannot name', () => {
    expect(of({ action: 'posts.purge' })).toBeNull();
    expect(of({ action: 'boards.update', target: { id: 1, columns: ['title'] } })).toBeNull();
    expect(of({ board: null })).toBeNull();
    expect(of({ target: { posts: ['71', '72'] } })).toBeNull();
  });
});
