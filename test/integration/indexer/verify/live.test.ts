import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { openVerifier, type TestVerifier } from '../../../support/verifier.ts';
import { seededRandom } from '../../../simulation/scheduler.ts';
import { useWorld } from '../../../support/world.ts';
import { countOf } from '../../../support/full-counts.ts';

const world = useWorld();
const random = seededRandom(5);

const POSTS = 3_000;
/** Threads before this post are damaged, but not written. */
const FIRST_WRITTEN = 601;
const WRITES_PER_SECOND = 100;
const WRITES_AT_ONCE = 5;
/** A few of each kind, and more until posts were written meanwhile: a fast machine finishes the first four too soon. */
const PASSES = countOf(4, 2);
const WRITES = countOf(200, 50);

let verifier: TestVerifier;
beforeAll(() => {
  verifier = openVerifier(world(), random);
});
afterAll(async () => verifier.close());

const threadOf = (num: number) => num - ((num - 1) % 60);
const write = (num: number) =>
  aPost({ num, thread: threadOf(num), comment: `post ${num}, worded ${random()}`, hidden: random() < 0.2 });

/** New posts, edits and hides, mostly of the newest posts, as on a board. Posts before `first` do not change. */
async function writeUntil(stopped: AbortSignal, board: TestBoard, told = { writes: 0 }, first = 1) {
  let newest = POSTS;
  const began = performance.now();
  while (!stopped.aborted) {
    const nums = new Set<number>();
    while (nums.size < WRITES_AT_ONCE) {
      const isNew = random() < 0.3;
      nums.add(isNew ? ++newest : first + Math.floor((newest - first) * (random() < 0.5 ? random() : 0.99)));
    }
    await writePosts(world().pool, board, [...nums].sort((a, b) => a - b).map(write));
    told.writes += nums.size;
    await sleep(Math.max(0, (told.writes / WRITES_PER_SECOND) * 1_000 - (performance.now() - began)));
  }
}

test('verifications report no drift while posts are added, edited and hidden', { timeout: 300_000 }, async () => {
  const board = await insertBoard(world().pool, 'lively', { sliceSize: 2_000 });
  await runIndexer(world());
  await writePosts(
    world().pool,
    board,
    Array.from({ length: POSTS }, (_, place) => write(place + 1)),
  );
  await drained(world());
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const told = { writes: 0 };
  const writing = writeUntil(stop.signal, board, told);
  const alarms: unknown[] = [];
  let compared = 0;
  let passes = 0;
  for (; passes < PASSES || told.writes < WRITES; passes++) {
    const depth = passes % 2 === 1 ? 'all' : 'written';
    const result = await verifier.verify(board, { depth, repair: passes % 3 === 2 });
    if (result.found > 0) alarms.push(result);
    compared += result.documents;
  }
  stop.abort();
  await writing;
  expect(alarms).toEqual([]);
  expect(compared).toBeGreaterThan(POSTS * passes * 0.99);
});

test(
  'damage is found and repaired during concurrent writes of the same posts, without blocking a writer',
  { timeout: 300_000 },
  async () => {
    const board = await insertBoard(world().pool, 'contended', { sliceSize: 2_000 });
    await runIndexer(world());
    await writePosts(
      world().pool,
      board,
      Array.from({ length: POSTS }, (_, place) => write(place + 1)),
    );
    await drained(world());
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const writers = [1, 2].map(async () => writeUntil(stop.signal, board, { writes: 0 }, FIRST_WRITTEN));
    const index = `${world().indexPrefix}posts-contended-v*-0-1`;
    const [name = ''] = Object.keys(await world().elasticsearch.indices.get({ index }));
    const damaged = Array.from({ length: 300 }, (_, place) => 1 + place * 5);
    for (const num of damaged)
      await world().elasticsearch.delete({ index: name, id: `contended.${num}.0` }, { ignore: [404] });
    const mended = await verifier.verify(board, { repair: true });
    stop.abort();
    await Promise.all(writers);
    await drained(world());
    // Some damaged posts were written again before the verification, but not the first ones.
    expect(mended.found).toBeGreaterThanOrEqual(damaged.filter((num) => num < FIRST_WRITTEN).length);
    expect(mended.drift).toBe(0);
    expect(await verifier.verify(board)).toMatchObject({ found: 0, pending: 0 });
    expect((await compareStores(world())).differences).toEqual([]);
  },
);

test('damage in a continuously written thread is found in the posts that do not change', async () => {
  const board = await insertBoard(world().pool, 'hot');
  const indexer = await runIndexer(world());
  await writePosts(
    world().pool,
    board,
    Array.from({ length: 50 }, (_, place) => aPost({ num: place + 1, thread: 1 })),
  );
  await drained(world());
  await indexer.close();
  const [name = ''] = Object.keys(
    await world().elasticsearch.indices.get({ index: `${world().indexPrefix}posts-hot-v*` }),
  );
  await world().elasticsearch.delete({ index: name, id: 'hot.7.0' });
  // No indexer runs, so the thread stays marked.
  await writePosts(world().pool, board, [aPost({ num: 51, thread: 1 })]);
  expect(await verifier.verify(board)).toMatchObject({ found: 1, pending: 1, kinds: { missing: 1 } });
});
