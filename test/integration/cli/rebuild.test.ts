import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import { boardAlias } from '../../../mappings/elasticsearch/index-names.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { drained } from '../../support/indexer.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from './harness.ts';

const world = useWorld();

let indexer: ChildProcess;

beforeAll(async () => {
  const board = await insertBoard(world().pool, 'g');
  const posts = Array.from({ length: 50 }, (_, index) =>
    aPost({ num: index + 1, thread: 1, board: 'g', comment: `tea ${index}` }),
  );
  await writePosts(world().pool, board, posts);
  indexer = startProcess('indexer/main.ts', world());
  await drained(world());
});

afterAll(() => stopProcess(indexer));

test('a running indexer rebuilds a board and rolls it back', async () => {
  const before = await liveIndices();
  const listeners = process.stdout.listenerCount('error');
  const rebuilt = await sagasu(world(), 'reindex', 'g');
  expect([rebuilt.code, rebuilt.stderr, rebuilt.tasks.at(-1)?.status]).toEqual([0, '', 'succeeded']);
  expect(process.stdout.listenerCount('error')).toBe(listeners);
  const after = await liveIndices();
  expect([before.length, after.length]).toEqual([1, 1]);
  expect(after).not.toEqual(before);
  expect((await sagasu(world(), 'reindex', 'rollback', 'g')).code).toBe(0);
  expect(await liveIndices()).toEqual(before);
});

test('a document that was deleted from Elasticsearch is reported, then repaired', async () => {
  const [index = ''] = await liveIndices();
  const id = documentId({ board: 'g', num: 7, subnum: 0 });
  await world().elasticsearch.delete({ index, id, refresh: true });
  const differs = await sagasu(world(), 'verify', 'g');
  expect([differs.code, differs.tasks.at(-1)?.details]).toMatchObject([1, { found: 1, drift: 1 }]);
  const repaired = await sagasu(world(), 'verify', 'g', '--repair', '--deep');
  expect([repaired.code, repaired.tasks.at(-1)?.details]).toMatchObject([0, { found: 1, drift: 0 }]);
  expect((await sagasu(world(), 'verify')).code).toBe(0);
});

async function liveIndices(): Promise<readonly string[]> {
  return Object.keys(await world().elasticsearch.indices.getAlias({ name: boardAlias(world().indexPrefix, 'g') }));
}
