import { expect, test, vi } from 'vitest';
import { boardAlias, indexName, postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { postIndexSettings, postMapping } from '../../../../mappings/elasticsearch/post-index.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();

async function search(alias: string, word: string): Promise<string[]> {
  const answer = await world().elasticsearch.search({ index: alias, query: { match: { comment: word } } });
  return answer.hits.hits.map(({ _id }) => _id ?? '').sort();
}

test('a dirty thread becomes searchable and its dirty row disappears', async () => {
  const board = await insertBoard(world().pool, 'live');
  await runIndexer(world());
  await writePosts(world().pool, board, [
    aPost({ num: 100, comment: 'a heron stood in the reeds' }),
    aPost({ num: 101, thread: 100, comment: 'the heron flew' }),
  ]);
  await drained(world());
  await vi.waitFor(
    async () =>
      expect(await search(boardAlias(world().indexPrefix, 'live'), 'heron')).toEqual(['live.100.0', 'live.101.0']),
    { timeout: 60_000 },
  );
  expect(await search(postsAlias(world().indexPrefix), 'heron')).toHaveLength(2);
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('an edit replaces the document and leaves its neighbours alone', async () => {
  const board = await insertBoard(world().pool, 'edits');
  await runIndexer(world());
  await writePosts(world().pool, board, [
    aPost({ num: 1, comment: 'first wording' }),
    aPost({ num: 2, thread: 1, comment: 'a neighbour' }),
  ]);
  await drained(world());
  await writePosts(world().pool, board, [aPost({ num: 1, comment: 'second wording' })]);
  await drained(world());
  const alias = boardAlias(world().indexPrefix, 'edits');
  await world().elasticsearch.indices.refresh({ index: alias });
  expect(await search(alias, 'first')).toEqual([]);
  expect(await search(alias, 'second')).toEqual(['edits.1.0']);
  expect(await search(alias, 'neighbour')).toEqual(['edits.2.0']);
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('a hidden post keeps its document, with the state hidden', async () => {
  const board = await insertBoard(world().pool, 'hides');
  await runIndexer(world());
  await writePosts(world().pool, board, [aPost({ num: 5, comment: 'soon unseen' })]);
  await drained(world());
  await writePosts(world().pool, board, [aPost({ num: 5, comment: 'soon unseen', hidden: true })]);
  await drained(world());
  const index = indexName(world().indexPrefix, { board: 'hides', slice: 0, build: 1 });
  const document = await world().elasticsearch.get<{ state: string }>({ index, id: 'hides.5.0' });
  expect(document._source?.state).toBe('hidden');
});

test('a slice gets its index with its first post, and a search of the board reads all slices', async () => {
  const board = await insertBoard(world().pool, 'slices', { sliceSize: 10 });
  await runIndexer(world());
  await writePosts(world().pool, board, [
    aPost({ num: 8, comment: 'a ferry' }),
    ...[9, 10, 19, 20, 35].map((num) => aPost({ num, thread: 8, comment: 'a ferry' })),
  ]);
  await drained(world());
  const live = await world().pool.query<{ slice: string }>(
    `select slice from indices where board_id = $1 and state = 'live' order by slice`,
    [board.id],
  );
  expect(live.rows.map(({ slice }) => Number(slice))).toEqual([0, 1, 2, 3]);
  const alias = boardAlias(world().indexPrefix, 'slices');
  await world().elasticsearch.indices.refresh({ index: alias });
  expect(await search(alias, 'ferry')).toHaveLength(6);
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('two indexers that index the first posts of many slices create each index once', async () => {
  const board = await insertBoard(world().pool, 'races', { sliceSize: 1 });
  await Promise.all([runIndexer(world()), runIndexer(world())]);
  await Promise.all(
    Array.from({ length: 6 }, (_, place) => writePosts(world().pool, board, [aPost({ num: place + 1 })])),
  );
  await drained(world());
  const live = await world().pool.query(`select 1 from indices where board_id = $1 and build <> 1`, [board.id]);
  expect(live.rowCount).toBe(0);
  expect((await compareStores(world(), { board })).differences).toEqual([]);
});

test('every index of a set gets every write', async () => {
  const board = await insertBoard(world().pool, 'both');
  await runIndexer(world());
  await writePosts(world().pool, board, [aPost({ num: 1 })]);
  await drained(world());
  const building = indexName(world().indexPrefix, { board: 'both', slice: 0, build: 2 });
  // Registers the index first: housekeeping drops empty indices that are in no set.
  await world().pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ($1, $2, 0, 2, 1, 'building')`,
    [building, board.id],
  );
  await world().elasticsearch.indices.create({
    index: building,
    settings: { index: postIndexSettings({ replicas: 0 }) } as object,
    mappings: postMapping,
  });
  await world().pool.query('update index_sets set version = version + 1 where board_id = $1', [board.id]);
  await writePosts(world().pool, board, [aPost({ num: 2, thread: 1 }), aPost({ num: 3, thread: 1 })]);
  await drained(world());
  const live = indexName(world().indexPrefix, { board: 'both', slice: 0, build: 1 });
  for (const [index, ids] of [
    [live, ['both.1.0', 'both.2.0', 'both.3.0']],
    [building, ['both.2.0', 'both.3.0']],
  ] as const) {
    await world().elasticsearch.indices.refresh({ index });
    const answer = await world().elasticsearch.search({ index });
    expect(answer.hits.hits.map(({ _id }) => _id ?? '').sort()).toEqual(ids);
  }
});

test('a thread with more posts than fit into a snapshot is indexed in parts', async () => {
  const board = await insertBoard(world().pool, 'long');
  const posts = Array.from({ length: 4_500 }, (_, place) => aPost({ num: place + 1, thread: 1 }));
  await writePosts(world().pool, board, posts);
  await writePosts(world().pool, board, [aPost({ num: 9_000 })]);
  await runIndexer(world());
  await drained(world());
  const { rows, differences } = await compareStores(world());
  expect(differences).toEqual([]);
  expect(rows).toBeGreaterThanOrEqual(4_501);
});

test('every board can be searched as soon as the indexer runs, before it has a post', async () => {
  await insertBoard(world().pool, 'empty');
  await runIndexer(world());
  expect(await search(boardAlias(world().indexPrefix, 'empty'), 'anything')).toEqual([]);
});
