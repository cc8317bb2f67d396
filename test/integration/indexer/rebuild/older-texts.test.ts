/** A board whose live index has mapping version 5 beside one of the present version, until it is rebuilt. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { boardAlias, indexName, postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { MAPPING_VERSION } from '../../../../mappings/elasticsearch/post-index.ts';
import type { Post } from '../../../../mappings/post.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { herons } from '../../../support/herons.ts';
import { drained, openIndexer, type TestIndexer } from '../../../support/indexer.ts';
import { ended, enqueue, registered } from '../../../support/tasks.ts';
import { useWorld, type World } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../../server/given-archive.ts';

/** The settings and the mapping with which version 5 of the program created an index. */
const INDEX_OF_5 = JSON.parse(
  readFileSync(new URL('../../../fixtures/upgrade/index-5.json', import.meta.url), 'utf8'),
) as { readonly settings: object; readonly mappings: object };

const EXIF =
  '<br><br><table class="exif"><tr><td colspan="2"><b>Camera-Specific Properties:</b></td></tr><tr><td>Equipment Make</td><td>Canon</td></tr></table>';
const BANNED = '<br><br><b style="color:red;">(USER WAS BANNED FOR THIS POST)</b>';

const POSTS: readonly (Partial<Post> & Pick<Post, 'num'>)[] = [
  { num: 1, comment: 'Ärger im Café über c#' },
  { num: 2, comment: 'οι δρόμοι της Ελλάδας' },
  { num: 3, comment: '東京都の鷺' },
  { num: 4, comment: 'plain', name: 'José Núñez' },
  { num: 5, comment: `a photograph${EXIF}`, mediaHash: Buffer.alloc(16, 5), mediaName: 'wallpaper', mediaType: 'png' },
  { num: 6, comment: `rude${BANNED}` },
];

/** Queries that an index of version 5 answers, with the posts that they find. */
const ANSWERED: readonly (readonly [string, readonly number[]])[] = [
  ['ärger', [1]],
  ['CAFE', [1]],
  ['"arger im cafe"', [1]],
  ['über c#', [1]],
  ['Ελλάδας', [2]],
  ['ελλάδας', [2]],
  ['Ελλά*', [2]],
  ['δρόμοι Ελλάδας', [2]],
  ['東京都', [3]],
  ['京都の鷺', [3]],
  ['鷺', [3]],
  ['name:José', [4]],
  ['name:"jose nunez"', [4]],
  ['name:Núñ*', [4]],
  ['file:wallpaper.png', [5]],
];
const FOLDED: readonly (readonly [string, readonly number[]])[] = [
  ['ελλαδας', [2]],
  ['ΔΡΟΜΟΙ', [2]],
];
const OF_NEWER_FIELDS: readonly (readonly [string, readonly number[]])[] = [
  ['exif:canon', [5]],
  ['file:*llpap*', [5]],
  ['notice:banned', [6]],
];

const world = useWorld();
let older: TestBoard;
let newer: TestBoard;
let indexer: TestIndexer;
let server: GivenServer;
const oldIndex = () => indexName(world().indexPrefix, { board: 'older', slice: 0, build: 1, mappingVersion: 5 });

beforeAll(async () => {
  older = await insertBoard(world().pool, 'older');
  newer = await insertBoard(world().pool, 'newer');
  await registerOldIndex(world());
  for (const board of [older, newer]) await writePosts(world().pool, board, POSTS.map(aPost));
  await writePosts(world().pool, older, herons(1_001, 1_500));
  indexer = await openIndexer(world());
  await drained(world());
  await world().elasticsearch.indices.refresh({ index: postsAlias(world().indexPrefix) });
  server = await givenServer(world());
});
afterAll(async () => {
  await Promise.all([server?.close(), indexer?.close()]);
});

async function registerOldIndex({ pool, elasticsearch, indexPrefix }: World): Promise<void> {
  await elasticsearch.indices.create({
    index: oldIndex(),
    ...INDEX_OF_5,
    aliases: { [boardAlias(indexPrefix, 'older')]: {}, [postsAlias(indexPrefix)]: {} },
  });
  await pool.query('insert into index_sets (board_id) values ($1)', [older.id]);
  await pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ($2, $1, 0, 1, 5, 'live')`,
    [older.id, oldIndex()],
  );
}

/** The hits of a search, as `board.num`, and the boards whose index lacks a field of the query. */
async function found(q: string): Promise<{ readonly posts: readonly string[]; readonly lacking: readonly string[] }> {
  const { status, body } = await server.search({ q, count: 'exact' });
  expect({ q, status, body }).toMatchObject({ status: 200 });
  const { hits, partial_reasons: reasons } = body as SearchAnswer;
  expect(reasons.filter(({ reason }) => reason !== 'field_missing')).toEqual([]);
  return {
    posts: hits.map(({ board, num }) => `${board}.${num}`).toSorted(),
    lacking: reasons.flatMap(({ boards }) => boards),
  };
}

const inBoards = (boards: readonly string[], nums: readonly number[]) =>
  boards.flatMap((board) => nums.map((num) => `${board}.${num}`)).toSorted();

/** Checks the queries in the older board alone, and in both boards by one search. */
async function expectAnswers(queries: typeof ANSWERED): Promise<void> {
  for (const [q, nums] of queries) {
    expect([q, await found(`${q} board:older`)]).toEqual([q, { posts: inBoards(['older'], nums), lacking: [] }]);
    expect([q, await found(q)]).toEqual([q, { posts: inBoards(['older', 'newer'], nums), lacking: [] }]);
  }
}

async function commentIn(index: string, id: string): Promise<unknown> {
  await world().elasticsearch.indices.refresh({ index });
  const { hits } = await world().elasticsearch.search<Record<string, unknown>>({
    index,
    query: { ids: { values: [id] } },
  });
  expect(hits.hits).toHaveLength(1);
  return hits.hits[0]?._source?.['comment'];
}

test('searches of an index of version 5 find what they found before, beside an index of the present version', async () => {
  await expectAnswers(ANSWERED);
  // Only the present folding removes accents that are not Latin.
  for (const [q, nums] of FOLDED) expect([q, (await found(q)).posts]).toEqual([q, inBoards(['newer'], nums)]);
});

test('a query for a newer field names the board whose index lacks it, and finds the posts of the other one', async () => {
  for (const [q, nums] of OF_NEWER_FIELDS) {
    expect([q, await found(q)]).toEqual([q, { posts: inBoards(['newer'], nums), lacking: ['older'] }]);
    expect([q, await found(`${q} board:older`)]).toEqual([q, { posts: [], lacking: ['older'] }]);
  }
});

test('new posts get documents in the form of version 5, and a rebuild to the present version folds all while searches continue', async () => {
  const late = { num: 7, comment: 'Μία ημέρα και γράμματα' };
  await writePosts(world().pool, older, [aPost(late)]);
  await drained(world());
  expect(await commentIn(oldIndex(), 'older.7.0')).toBe(late.comment);
  expect(await found('γράμματα')).toEqual({ posts: ['older.7'], lacking: [] });
  expect(await found('γραμματα')).toEqual({ posts: [], lacking: [] });

  const rebuild = { isRunning: true, searches: 0 };
  const ending = ended(world(), await enqueue(world(), 'reindex', older)).finally(() => (rebuild.isRunning = false));
  while (rebuild.isRunning) {
    await expectAnswers(ANSWERED.slice(rebuild.searches % ANSWERED.length).slice(0, 1));
    expect((await found('γράμματα')).posts).toEqual(['older.7']);
    rebuild.searches++;
  }
  expect(await ending).toMatchObject({ status: 'succeeded', details: { drift: 0 } });
  expect(rebuild.searches).toBeGreaterThan(0);

  const live = (await registered(world(), older)).find(({ state }) => state === 'live');
  expect(live?.mappingVersion).toBe(MAPPING_VERSION);
  // The server reads the versions of indices every few seconds.
  await expect.poll(async () => found('exif:canon'), { timeout: 120_000 }).toMatchObject({ lacking: [] });
  await expectAnswers([...ANSWERED, ...FOLDED, ...OF_NEWER_FIELDS]);
  expect(await found('ΓΡΑΜΜΑΤΑ')).toEqual({ posts: ['older.7'], lacking: [] });
  expect(await commentIn(live?.name ?? '', 'older.7.0')).not.toBe(late.comment);
  expect(await compareStores(world())).toMatchObject({ differences: [] });

  // The standby index, to which a rollback returns, keeps the form of its version.
  await writePosts(world().pool, older, [aPost({ num: 8, comment: 'και άλλα γράμματα' })]);
  await drained(world());
  expect(await commentIn(oldIndex(), 'older.8.0')).toBe('και άλλα γράμματα');
});
