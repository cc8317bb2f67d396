/** An archive whose indices have the mapping version before this one, with searches before, during and after its rebuild. */
import { expect, onTestFinished, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { boardAlias, indexName, postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import { documentId } from '../../../../mappings/elasticsearch/post-document.ts';
import { MAPPING_VERSION } from '../../../../mappings/elasticsearch/post-index.ts';
import { documentVersion } from '../../../../mappings/elasticsearch/version.ts';
import type { Post } from '../../../../mappings/post.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../../../mappings/postgres/post-row.ts';
import { documentOfVersion4, INDEX_OF_VERSION_4 } from '../../../fixtures/upgrade/post-index-v4.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { ended, enqueue, registered } from '../../../support/tasks.ts';
import { countOf } from '../../../support/full-counts.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer } from '../../server/given-archive.ts';

const world = useWorld();

/** Texts of which each mapping version indexes the same terms by other means. */
const KINDS: readonly Partial<Post>[] = [
  { comment: 'I write C# and C++17, not F＃' },
  { comment: 'a cafe\u0301 and a co\u00ADoperative', subject: 'cafe\u0301' },
  { comment: 'zero\u200Bwidth and \uE000 private' },
  { comment: '/doc#intro', mediaName: 'my_c#.final', mediaType: 'cs' },
  { comment: '東京都の<a href="#p1">&gt;&gt;1</a>', name: 'C# cafe\u0301' },
];

/** Queries with how many of the kinds they find. All words are of the post itself, so every hit is marked, but for names. */
const QUERIES: readonly (readonly [q: string, kinds: number])[] = [
  ['c#', 1],
  ['"c++ 17"', 1],
  ['f#', 1],
  ['café', 1],
  ['cooperative', 1],
  ['subject:CAFE', 1],
  ['zero width', 1],
  ['doc intro', 1],
  ['file:"my c#"', 1],
  ['file:my_c#.final', 1],
  ['東京', 1],
  ['name:"c# café"', 1],
  ['csharp OR zero', 2],
  ['/doc#intro', 1],
  ['coop*', 1],
  ['c++*', 1],
];

/** Each kind as often, in turn. */
function posts(first: number, count: number): Post[] {
  return Array.from({ length: count }, (_, at) =>
    aPost({ num: first + at, thread: 1, opener: first + at === 1, ...KINDS[at % KINDS.length] }),
  );
}

async function populateVersion4(board: TestBoard, count: number): Promise<string> {
  const { pool, elasticsearch, indexPrefix } = world();
  const index = indexName(indexPrefix, { board: board.name, slice: 0, build: 1, mappingVersion: 4 });
  await elasticsearch.indices.create({
    index,
    settings: INDEX_OF_VERSION_4.settings as object,
    mappings: INDEX_OF_VERSION_4.mappings,
    aliases: { [boardAlias(indexPrefix, board.name)]: {}, [postsAlias(indexPrefix)]: {} },
  });
  await pool.query('insert into index_sets (board_id) values ($1)', [board.id]);
  await pool.query(
    `insert into indices (name, board_id, slice, build, mapping_version, state) values ($2, $1, 0, 1, 4, 'live')`,
    [board.id, index],
  );
  await writePosts(pool, board, posts(1, count));
  const { rows } = await pool.query<PostRow & { epoch: string }>(
    `select (select epoch from sync_state) as epoch, ${POST_COLUMNS}
       from posts p join boards b on b.id = p.board_id where p.board_id = $1`,
    [board.id],
  );
  const operations = rows.flatMap((row) => {
    const post = toPost(row);
    const version = documentVersion(Number(row.epoch), post.rev);
    return [
      { index: { _id: documentId(post), version, version_type: 'external' as const } },
      documentOfVersion4(post, board.id),
    ];
  });
  const { errors } = await elasticsearch.bulk({ index, operations, refresh: true });
  expect(errors).toBe(false);
  await pool.query('delete from dirty where board_id = $1', [board.id]);
  return index;
}

test('an archive of mapping version 4 is searched alike before, during and after the rebuild that upgrades it', async () => {
  const count = countOf(20_000) * KINDS.length;
  const board = await insertBoard(world().pool, 'older');
  const old = await populateVersion4(board, count);
  await runIndexer(world());
  await drained(world());
  const server = await givenServer(world());
  onTestFinished(() => server.close());
  const search = async (q: string): Promise<SearchAnswer> => {
    const { status, body } = await server.search({ q: `${q} board:older`, count: 'exact' });
    expect([q, status]).toEqual([q, 200]);
    return body as SearchAnswer;
  };
  const searchAll = async (perKind: number) => {
    for (const [q, kinds] of QUERIES) {
      const { partial, total, hits } = await search(q);
      expect([q, partial, total.relation === 'eq' ? total.value : Math.min(total.value, perKind * kinds)]).toEqual([
        q,
        false,
        perKind * kinds,
      ]);
      const unmarked = hits.filter(({ highlights }) => Object.keys(highlights).length === 0);
      if (!q.startsWith('name:')) expect([q, unmarked]).toEqual([q, []]);
    }
  };
  const perKind = count / KINDS.length;
  await searchAll(perKind);
  // What is written before the rebuild goes into the old index.
  await writePosts(world().pool, board, posts(count + 1, KINDS.length));
  await drained(world());
  await world().elasticsearch.indices.refresh({ index: old });
  await searchAll(perKind + 1);
  const task = { isOn: true };
  const ending = (async () => {
    const seen = await ended(world(), await enqueue(world(), 'reindex', board));
    task.isOn = false;
    return seen;
  })();
  let rounds = 0;
  while (task.isOn) {
    await searchAll(perKind + 1);
    rounds++;
  }
  expect(await ending).toMatchObject({ status: 'succeeded', error: null, details: { drift: 0 } });
  expect(rounds).toBeGreaterThan(0);
  await drained(world());
  const live = (await registered(world(), board)).find(({ state }) => state === 'live');
  expect(live?.mappingVersion).toBe(MAPPING_VERSION);
  await searchAll(perKind + 1);
  expect(await compareStores(world())).toMatchObject({ differences: [], rows: count + KINDS.length });
  expect(await ended(world(), await enqueue(world(), 'rollback', board))).toMatchObject({ status: 'succeeded' });
  await searchAll(perKind + 1);
});
