/**
 * Each message is stored once: posts_pkey and messages_pkey see to that. Whoever tries to store one that is there already,
 * and did not know, has no effect; it says that two harvest the same, or that one misbehaves, and so it is kept and told.
 */
import type pg from 'pg';
import { forumBase } from '../../mappings/kick.ts';
import type { ScraperContext } from '../context.ts';
import type { LeasedBoard } from '../leases/board-leases.ts';
import { UPSERT_DOUBLE_INSERT } from './write-sql.ts';
import type { WriteResult } from './write-thread.ts';

/** In the transaction that was to store them. `num`: one of them. */
export async function keepDoubles(
  client: pg.PoolClient,
  board: LeasedBoard,
  doubles: number,
  num: number | null,
  now: Date,
): Promise<void> {
  if (doubles > 0) await client.query(UPSERT_DOUBLE_INSERT, [board.id, forumBase(board), doubles, num, now]);
}

/** Counts what came of an answer of so many posts. */
export function tellWrite(
  { metrics, logger }: Pick<ScraperContext, 'metrics' | 'logger'>,
  board: LeasedBoard,
  result: WriteResult,
  posts: number,
): void {
  metrics.onWrite(board.name, result, posts);
  if (result.doubled === 0) return;
  logger.warn(
    { board: board.name, harvester: forumBase(board), fence: board.fence, posts: result.doubled },
    'posts that were new to this harvester were stored already by somebody else',
  );
}
