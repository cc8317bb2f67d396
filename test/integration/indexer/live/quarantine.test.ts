import { expect, test } from 'vitest';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();

/** A keyword longer than Lucene's longest term: Elasticsearch refuses the document permanently. */
const POISON = 'x'.repeat(40_000);

interface QuarantineRow {
  readonly num: string;
  readonly thread: string;
  readonly index_name: string;
  readonly reason: string;
}

async function quarantine(boardId: number): Promise<QuarantineRow[]> {
  const { rows } = await world().pool.query<QuarantineRow>(
    'select num, thread, index_name, reason from quarantine where board_id = $1 order by num',
    [boardId],
  );
  return rows;
}

test('a document that Elasticsearch refuses is quarantined with the reason, and everything else is indexed', async () => {
  const board = await insertBoard(world().pool, 'poison');
  await writePosts(world().pool, board, [
    aPost({ num: 1 }),
    aPost({ num: 2, thread: 1, capcode: POISON }),
    aPost({ num: 3, thread: 1 }),
    aPost({ num: 4 }),
  ]);
  const indexer = await runIndexer(world());
  await drained(world());
  const held = await quarantine(board.id);
  expect(held).toHaveLength(1);
  expect(held[0]).toMatchObject({ num: '2', thread: '1' });
  expect(held[0]?.reason).toContain('capcode');
  expect((await compareStores(world())).differences).toEqual([expect.stringContaining('poison.2.0 is missing')]);
  expect(await indexer.registry.metrics()).toMatch(/sagasu_quarantined_documents 1\b/);
});

test('a quarantined document that indexes after an edit leaves quarantine', async () => {
  const board = await insertBoard(world().pool, 'cured');
  await runIndexer(world());
  await writePosts(world().pool, board, [aPost({ num: 1, capcode: POISON }), aPost({ num: 2, capcode: POISON })]);
  await drained(world());
  expect((await quarantine(board.id)).map(({ num }) => num)).toEqual(['1', '2']);
  await writePosts(world().pool, board, [aPost({ num: 1, capcode: 'M' })]);
  await drained(world());
  expect((await quarantine(board.id)).map(({ num }) => num)).toEqual(['2']);
});
