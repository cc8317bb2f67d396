import { expect, test } from 'vitest';
import {
  allBoardsAction,
  boardsShown,
  sharedAliasActions,
  type HeldAliases,
} from '../../../../indexer/index-set/shared-aliases.ts';
import { indexName, parseIndexName } from '../../../../mappings/elasticsearch/index-names.ts';

const NAME = indexName('', { board: null, slice: 2, build: 7 });
const only = (...boards: string[]) => ({ filter: { terms: { board: boards } } });
const held: HeldAliases = { posts: only('cups', 'tea'), 'posts-cups': only('cups'), 'posts-tea': only('tea') };

test('the name of a shared index names a slice and no board', () => {
  expect(parseIndexName('', NAME)).toEqual({ board: null, slice: 2 });
});

test.each<[string, HeldAliases, readonly string[]]>([
  ['both aliases show it', held, ['cups', 'tea']],
  ['its own alias has no filter', { ...held, 'posts-tea': {} }, ['cups']],
  ['its own alias shows another board', { ...held, 'posts-tea': only('tea', 'pots') }, ['cups']],
  ['the alias of all boards leaves it out', { ...held, posts: only('cups') }, ['cups']],
  ['the alias of all boards has no filter', { ...held, posts: {} }, []],
])('a board is shown or not: %s', (_, aliases, boards) => {
  expect([...boardsShown('', aliases)]).toEqual(boards);
});

test('a board enters and leaves, and the others stay', () => {
  expect(sharedAliasActions('', NAME, held, { board: 'pots', isShown: true })).toEqual([
    { add: { index: NAME, alias: 'posts-pots', ...only('pots') } },
    { add: { index: NAME, alias: 'posts', ...only('cups', 'pots', 'tea') } },
  ]);
  expect(sharedAliasActions('', NAME, held, { board: 'tea', isShown: false })).toEqual([
    { remove: { index: NAME, alias: 'posts-tea', must_exist: false } },
    { add: { index: NAME, alias: 'posts', ...only('cups') } },
  ]);
});

test('an index without boards loses the alias of all boards: an empty filter would not be one', () => {
  expect(allBoardsAction('', NAME, [])).toEqual({ remove: { index: NAME, alias: 'posts', must_exist: false } });
});
