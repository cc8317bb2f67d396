/** Indices without documents: how a board gets one, and how a verification treats it. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { indexName } from '../../../../mappings/elasticsearch/index-names.ts';
import { changeDefaults, changeSettings } from '../../../../store/boards/settings.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { herons } from '../../../support/herons.ts';
import { drained, keptUp, runIndexer } from '../../../support/indexer.ts';
import { ended, enqueue, registered } from '../../../support/tasks.ts';
import { openVerifier, type TestVerifier } from '../../../support/verifier.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer } from '../../server/given-archive.ts';

const world = useWorld();
let verifier: TestVerifier;
beforeAll(() => {
  verifier = openVerifier(world(), seededRandom(5));
});
afterAll(async () => verifier.close());

const postsOf = (count: number) => herons(1, count);

async function boardOfIds(name: string, count: number): Promise<TestBoard> {
  const board = await insertBoard(world().pool, name);
  await changeSettings(world().pool, board, { 'index.documents': false });
  await writePosts(world().pool, board, postsOf(count));
  await drained(world());
  return board;
}

async function sourceIn(index: string, id: string): Promise<unknown> {
  await world().elasticsearch.indices.refresh({ index });
  const { hits } = await world().elasticsearch.search({ index, query: { ids: { values: [id] } } });
  expect(hits.hits).toHaveLength(1);
  return hits.hits[0]?._source;
}

const live = ({ name }: TestBoard, build = 1) => indexName(world().indexPrefix, { board: name, slice: 0, build });

test('documents written since the last verification are written again once, by a verification with repair', async () => {
  await runIndexer(world());
  const board = await boardOfIds('again', 2_500);
  expect(await sourceIn(live(board), 'again.1.0')).toBeUndefined();
  expect(await verifier.verify(board)).toMatchObject({ found: 0, rewritten: 0, uncompared: 2_500 });
  const rev = async () => (await world().pool.query<{ rev: string }>('select max(rev) as rev from posts')).rows[0]?.rev;
  const before = await rev();
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ found: 0, rewritten: 2_500, uncompared: 0 });
  expect(await rev()).toBe(before);
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ found: 0, rewritten: 0 });
  await writePosts(world().pool, board, [aPost({ num: 9_999, comment: 'a new heron' })]);
  await drained(world());
  expect(await verifier.verify(board)).toMatchObject({ uncompared: 1 });
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ rewritten: 1 });
  expect(await verifier.verify(board, { repair: true, depth: 'all' })).toMatchObject({ rewritten: 2_501 });
  expect(await compareStores(world(), { board })).toMatchObject({ differences: [] });
});

test('posts that arrive while documents are written again are neither lost nor reverted', async () => {
  await runIndexer(world());
  const board = await boardOfIds('busy', 1_500);
  let wanted = 0;
  const arrive = async () => {
    // Changes of posts that the verification is reading, and new ones.
    await writePosts(world().pool, board, [
      ...herons((wanted % 1_500) + 1, 1, { comment: `changed ${wanted}` }),
      aPost({ num: 10_000 + wanted, comment: 'new' }),
    ]);
    wanted += 7;
    await keptUp(world());
  };
  const isOn = { verifying: true };
  const writing = (async () => {
    while (isOn.verifying) await arrive();
  })();
  const { drift } = await verifier.verify(board, { repair: true });
  isOn.verifying = false;
  await writing;
  expect([drift, wanted > 7]).toEqual([0, true]);
  await drained(world());
  expect(await compareStores(world(), { board })).toMatchObject({ differences: [] });
  expect(await verifier.verify(board, { repair: true })).toMatchObject({ found: 0, drift: 0 });
});

test('a rebuild changes whether an index stores documents, while searches find every post', async () => {
  await runIndexer(world());
  const board = await insertBoard(world().pool, 'both');
  await writePosts(world().pool, board, postsOf(1_500));
  await drained(world());
  await world().elasticsearch.indices.refresh({ index: live(board) });
  const server = await givenServer(world());
  onTestFinished(() => server.close());
  const found = async () => {
    const { body } = await server.search({ q: 'heron board:both', count: 'exact' });
    const { total, partial, hits } = body as SearchAnswer;
    return [total.value, partial, hits.every(({ highlights }) => Object.keys(highlights).length > 0)];
  };
  onTestFinished(async () => void (await changeDefaults(world().pool, { 'index.documents': null })));
  for (const [build, hasDocuments] of [
    [2, false],
    [3, true],
  ] as const) {
    // First by the setting of all boards, then by the board's own.
    if (hasDocuments) await changeSettings(world().pool, board, { 'index.documents': true });
    else await changeDefaults(world().pool, { 'index.documents': false });
    const task = { isOn: true };
    const ending = (async () => {
      const seen = await ended(world(), await enqueue(world(), 'reindex', board));
      task.isOn = false;
      return seen;
    })();
    while (task.isOn) expect(await found()).toEqual([1_500, false, true]);
    expect(await ending).toMatchObject({ status: 'succeeded', details: { drift: 0 } });
    expect(await found()).toEqual([1_500, false, true]);
    const index = (await registered(world(), board)).find(({ state }) => state === 'live');
    expect(index).toMatchObject({ name: live(board, build) });
    expect((await sourceIn(live(board, build), 'both.7.0')) !== undefined).toBe(hasDocuments);
    expect(await compareStores(world(), { board })).toMatchObject({ differences: [] });
    // The standby index stores the other kind.
    expect(await compareStores(world(), { board, state: 'standby' })).toMatchObject({ differences: [] });
  }
  expect(await ended(world(), await enqueue(world(), 'rollback', board))).toMatchObject({ status: 'succeeded' });
  expect(await found()).toEqual([1_500, false, true]);
  const back = (await registered(world(), board)).find(({ state }) => state === 'live');
  expect(back).toMatchObject({ name: live(board, 2) });
});

test('a lost index is created again as it was, regardless of the current setting', async () => {
  await runIndexer(world());
  const board = await boardOfIds('lost', 20);
  await changeSettings(world().pool, board, { 'index.documents': true });
  await world().elasticsearch.indices.delete({ index: live(board) });
  await verifier.verify(board, { repair: true });
  await drained(world());
  expect(await sourceIn(live(board), 'lost.3.0')).toBeUndefined();
  expect(await compareStores(world(), { board })).toMatchObject({ differences: [] });
});
