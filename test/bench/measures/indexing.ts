import { postIndexSettings, postMapping } from '../../../mappings/elasticsearch/post-index.ts';
import { BENCH_BOARD } from '../corpus.ts';
import { markAllDirty } from '../load.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';
import { until, untilLive } from '../until.ts';
import { prebuildBodies, sendBodies } from '../raw-bulk.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';

const ROUNDS = 3;

/**
 * Time of one indexer process from dirty rows to a refreshed index. Compared with the upper limit: one Node process
 * that sends the same documents as prebuilt bodies to `_bulk`, into an index with the same settings.
 */
export async function measureIndexing(world: World, boardId: number, posts: number): Promise<Measure> {
  const rounds: [number, number][] = [];
  const index = `${world.indexPrefix}raw`;
  const bodies = await prebuildBodies(world, boardId, index);
  for (let round = 0; round < ROUNDS; round++) {
    const ceiling = await rawCeiling(world, index, bodies);
    const ours = await indexerRun(world, boardId);
    rounds.push([posts / (ours / 1000), posts / (ceiling / 1000)]);
  }
  return toMeasure(
    'indexer: dirty rows to refreshed index',
    rounds,
    { at: 'least', ratio: 0.5 },
    'posts/s',
    'raw _bulk of the same documents',
  );
}

async function rawCeiling(world: World, index: string, bodies: readonly Buffer[]): Promise<number> {
  await world.elasticsearch.indices.create({
    index,
    settings: { index: postIndexSettings({ replicas: 0 }) } as object,
    mappings: postMapping,
  });
  const took = await timed(async () => {
    await sendBodies(world, bodies);
    await world.elasticsearch.indices.refresh({ index });
  });
  await world.elasticsearch.indices.delete({ index });
  return took;
}

async function indexerRun(world: World, boardId: number): Promise<number> {
  // Each round fills a new index; the earlier index leaves the set and is dropped.
  const old = await world.pool.query<{ name: string }>('delete from indices where board_id = $1 returning name', [
    boardId,
  ]);
  for (const { name } of old.rows) await world.elasticsearch.indices.delete({ index: name }, { ignore: [404] });
  const indexer = startProcess('indexer/main.ts', world);
  try {
    await untilLive(world, boardId);
    return await timed(async () => {
      await markAllDirty(world.pool, boardId);
      await until(async () => (await world.pool.query('select 1 from dirty limit 1')).rowCount === 0);
      await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}posts-${BENCH_BOARD}` });
    });
  } finally {
    await stopProcess(indexer);
  }
}
