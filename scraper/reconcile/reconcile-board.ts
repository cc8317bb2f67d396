/**
 * The second pass over a board, after its poll: finds threads and posts that have left the board. It compares the new list with the
 * previous one, and refetches threads that are missing or lack posts.
 */
import type { BoardHarvest } from '../board-harvest.ts';
import { postponeDue } from '../deletions/missing-rows.ts';
import { withLease } from '../leases/board-leases.ts';
import type { ListCopy } from '../sources/source.ts';
import { refetchThread } from '../threads/harvest-thread.ts';
import { decideThreads } from './decide-threads.ts';
import { reconcileList } from './reconcile-list.ts';
import { HAS_DUE_THREADS, SELECT_DUE_POSTS } from './sql.ts';

/** `list`: null without a new one; missing threads are then not decided. Returns whether anything was decided. */
export async function reconcileBoard(harvest: BoardHarvest, list: ListCopy | null): Promise<boolean> {
  const isNewest = list !== null && (await reconcileList(harvest, list));
  const hasPosts = await decidePosts(harvest);
  const hasThreads = isNewest && (await decideThreads(harvest));
  return hasPosts || hasThreads;
}

/** Returns whether any missing thread is due for a decision; deciding requires the newest list. */
export async function hasDueThreads({ context, board }: BoardHarvest): Promise<boolean> {
  const { rows } = await context.pool.query<{ due: boolean }>(HAS_DUE_THREADS, [board.id, context.now()]);
  return rows[0]?.due === true;
}

/** Refetches the threads that have due missing posts or files. Returns whether any was decided. */
async function decidePosts(harvest: BoardHarvest): Promise<boolean> {
  const { context, board } = harvest;
  const { rows } = await context.pool.query<{ thread: string }>(SELECT_DUE_POSTS, [board.id, context.now()]);
  let hasDecided = false;
  for (const { thread } of rows) {
    const num = Number(thread);
    hasDecided = (await refetchThread(harvest, num)) === 'complete' || hasDecided;
    await withLease(context.pool, board, (client) => postponeDue(client, board.id, num, context.now()));
  }
  return hasDecided;
}
