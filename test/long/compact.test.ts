/**
 * An index without documents drops the sources that Elasticsearch received. It waits until no copy of a shard can need them: half a
 * minute.
 */
import { expect, onTestFinished, test } from 'vitest';
import { indexName } from '../../mappings/elasticsearch/index-names.ts';
import { changeSettings } from '../../store/boards/settings.ts';
import { seededRandom } from '../simulation/scheduler.ts';
import { aPost, insertBoard, writePosts } from '../support/builders.ts';
import { compareStores } from '../support/compare-stores.ts';
import { drained, runIndexer } from '../support/indexer.ts';
import { openVerifier } from '../support/verifier.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const POSTS = 12_000;

test('the first verification of an index without documents makes it drop the documents that it still has', async () => {
  await runIndexer(world());
  const random = seededRandom(9);
  const board = await insertBoard(world().pool, 'lean');
  await changeSettings(world().pool, board, { 'index.documents': false });
  const words = () => Array.from({ length: 30 }, () => Math.floor(random() * 5_000).toString(36)).join(' ');
  const posts = Array.from({ length: POSTS }, (_, at) => aPost({ num: at + 1, thread: 1, comment: words() }));
  await writePosts(world().pool, board, posts);
  await drained(world());
  const index = indexName(world().indexPrefix, { board: board.name, slice: 0, build: 1 });
  const bytes = async () => {
    await world().elasticsearch.indices.flush({ index });
    const { _all: all } = await world().elasticsearch.indices.stats({ index, metric: 'store' });
    return all.total?.store?.size_in_bytes ?? 0;
  };
  const before = await bytes();
  const verifier = openVerifier(world(), random);
  onTestFinished(async () => verifier.close());
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ found: 0, rewritten: POSTS });
  expect(await bytes()).toBeLessThan(0.75 * before);
  expect(await compareStores(world())).toMatchObject({ differences: [], documents: POSTS });
});
