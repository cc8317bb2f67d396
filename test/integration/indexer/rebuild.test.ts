import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boardAlias } from '../../../mappings/elasticsearch/index-names.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { compareStores } from '../../support/compare-stores.ts';
import { drained, runIndexer } from '../../support/indexer.ts';
import { ended, enqueue, presentIndices, reaches, registered, wish } from '../../support/tasks.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

const posts = (first: number, count: number, comment = 'a heron') =>
  Array.from({ length: count }, (_, place) => {
    const num = first + place;
    return aPost({ num, thread: num - ((num - 1) % 50), comment: `${comment} ${num}` });
  });

async function aBoard(name: string, count: number, options: { sliceSize?: number } = {}): Promise<TestBoard> {
  const board = await insertBoard(world().pool, name, options);
  for (let first = 1; first <= count; first += 5_000) {
    await writePosts(world().pool, board, posts(first, Math.min(5_000, count - first + 1)));
  }
  return board;
}

const states = async (board: TestBoard) => (await registered(world(), board)).map(({ state }) => state);

test('a rebuild while posts are written, edited and hidden ends equal to the database', async () => {
  const board = await aBoard('busy', 8_000);
  await runIndexer(world());
  await drained(world());
  let isWriting = true;
  let last = 8_000;
  const writing = (async () => {
    while (isWriting) {
      await writePosts(world().pool, board, posts(last + 1, 20));
      const edited = 1 + ((last * 7) % last);
      await writePosts(world().pool, board, [
        aPost({ num: edited, thread: edited - ((edited - 1) % 50), comment: `edited ${last}`, hidden: last % 3 === 0 }),
      ]);
      last += 20;
      await sleep(20);
    }
  })();
  const task = await ended(world(), await enqueue(world(), 'reindex', board));
  isWriting = false;
  await writing;
  expect(task).toMatchObject({ status: 'succeeded', error: null });
  expect(last).toBeGreaterThan(8_100);
  await drained(world());
  const { differences, documents } = await compareStores(world());
  expect(differences).toEqual([]);
  expect(documents).toBeGreaterThanOrEqual(last);
  const indices = await registered(world(), board);
  expect(indices.map(({ state }) => state)).toEqual(['standby', 'live']);
  const alias = await world().elasticsearch.indices.getAlias({ name: boardAlias(world().indexPrefix, 'busy') });
  expect(Object.keys(alias)).toEqual([indices[1]?.name]);
});
