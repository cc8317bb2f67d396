import { describe, expect, test } from 'vitest';
import { readAuditFilter, targetOf, undoOf } from '../../../../web/src/features/admin/audit/audit-entries.ts';

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

test('a target is posts with links, and other ids in a line', () => {
  expect(targetOf({ target: { posts: ['71', '72_1'], thread: 70 } })).toEqual({
    posts: [
      { name: '71', num: 71 },
      { name: '72_1', num: 72 },
    ],
    facts: 'thread 70',
  });
  expect(targetOf({ target: { id: 3, columns: ['settings', 'title'] } })).toEqual({
    posts: [],
    facts: 'id 3; columns settings, title',
  });
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
