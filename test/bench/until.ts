import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../support/world.ts';

const LIMIT_MS = 7_200_000;

export async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('the indexer did not get there');
    await sleep(25);
  }
}

/** Waits until the indexer has created the board's live index. */
export async function untilLive(world: Pick<World, 'pool'>, boardId: number): Promise<void> {
  await until(async () => {
    const live = await world.pool.query(`select 1 from indices where board_id = $1 and state = 'live'`, [boardId]);
    return live.rowCount !== 0;
  });
}

/** Waits for merges, so that deferred work of one half of a round does not slow the other. */
export async function untilMerged({ elasticsearch, indexPrefix }: World): Promise<void> {
  await until(async () => {
    const { _all: all } = await elasticsearch.indices.stats({ index: `${indexPrefix}*`, metric: 'merge' });
    return (all.total?.merges?.current ?? 0) === 0;
  });
}
