/** Records which threads a new list lacks, and which are listed again. */
import type pg from 'pg';
import { lockThread } from '../../store/post-lock.ts';
import type { BoardHarvest } from '../board-harvest.ts';
import { restorePosts } from '../deletions/record-missing.ts';
import { withLease } from '../leases/board-leases.ts';
import type { ListCopy } from '../sources/source.ts';
import { judgeList, type ListVerdicts } from './judge-threads.ts';
import { readList, readMissing, saveList, saveMissing } from './missing-threads.ts';
import { DROP_MISSING_THREADS, FORGET_OLD_POSTS, SELECT_DELETED_OPENERS } from './sql.ts';

const FORGET_AFTER_MS = 7 * 24 * 3_600_000;

/** Returns false for a list older than the stored one, which is ignored. */
export async function reconcileList(harvest: BoardHarvest, copy: ListCopy): Promise<boolean> {
  const { context, board } = harvest;
  const verdicts = await withLease(context.pool, board, async (client) => {
    const judged = judgeList(await readList(client, board.id), copy, await readMissing(client, board.id));
    if (judged !== null) await apply(harvest, client, copy, judged);
    return judged;
  });
  if (verdicts === null) return false;
  const held = verdicts.isMass ? verdicts.missing.filter(({ state }) => state === 'held').length : 0;
  if (held === 0) return true;
  context.metrics.onHold(board.name, held);
  context.logger.warn(
    { board: board.name, threads: held },
    'more than a fifth of the board disappeared at once; no thread is marked as deleted until an operator releases it',
  );
  return true;
}

async function apply(
  { context, board }: BoardHarvest,
  client: pg.PoolClient,
  { threads, readAt }: ListCopy,
  { list, missing, back }: ListVerdicts,
): Promise<void> {
  if (back.length > 0) await client.query(DROP_MISSING_THREADS, [board.id, back]);
  await saveMissing(client, board.id, missing);
  // Threads that are listed again lose their deletion marks.
  const nums = threads.map(({ num }) => num);
  const { rows } = await client.query<{ thread: string }>(SELECT_DELETED_OPENERS, [board.id, nums]);
  for (const thread of rows.map((row) => Number(row.thread))) {
    const lock = await lockThread(client, board.id, thread);
    context.metrics.onRestored(board.name, await restorePosts(lock, thread, [thread], readAt));
  }
  await client.query(FORGET_OLD_POSTS, [board.id, new Date(readAt.getTime() - FORGET_AFTER_MS)]);
  await saveList(client, board.id, list, postsOf(threads), readAt);
}

/** Number of posts in the listed threads; null if it is unknown. */
function postsOf(listed: ListCopy['threads']): number | null {
  return listed.reduce<number | null>(
    (sum, { replies }) => (sum === null || replies === null ? null : sum + replies + 1),
    0,
  );
}
