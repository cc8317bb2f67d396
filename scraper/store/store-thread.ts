import type pg from 'pg';
import { forumBase } from '../../mappings/kick.ts';
import type { ThreadObservation } from '../../mappings/post.ts';
import type { Logger } from '../../platform/logger.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { MergedPosts } from '../../store/merge-posts.ts';
import type { Slices } from '../../store/slices.ts';
import { writeThread } from '../../store/write-thread.ts';
import { NOTHING_MISSING, recordMissing, type MissingResult } from '../deletions/record-missing.ts';
import { holdThread, type LeasedBoard } from '../leases/board-leases.ts';
import { mediaKindsOf } from '../../mappings/sources.ts';
import { recordDoubleInserts } from './double-inserts.ts';
import { readHarvestState, saveHarvestState } from './harvest-state.ts';

export interface ThreadAnswer {
  readonly board: LeasedBoard;
  readonly url: string;
  readonly thread: ThreadObservation;
  /** Verbatim Last-Modified of the answer. */
  readonly lastModified: string | null;
  /** What the list said of the thread; null when the answer may not be the last word on it: the thread stays due. */
  readonly seenModified: number | null;
  readonly now: Date;
  /** A whole copy of a living thread: posts that it leaves out may be deleted. */
  readonly isLive?: boolean;
}

export interface StoreResult
  extends Pick<MergedPosts, 'added' | 'changed' | 'doubled'>, Pick<MissingResult, 'deleted' | 'restored' | 'held'> {
  /** `stale`: a newer copy is stored, and nothing was written. */
  readonly kind: 'written' | 'unchanged' | 'stale';
}

/**
 * Stores an answer in one transaction: the rows that differ, the mark for the indexer, what the answer leaves out, and the
 * validator that lets the next request be answered by 304. After a crash either all of it is stored or nothing. An answer that
 * says nothing new writes nothing.
 * @throws LeaseLostError when another scraper has the board by now.
 */
export async function storeThread(pool: pg.Pool, slices: Slices, answer: ThreadAnswer): Promise<StoreResult> {
  const { board, thread } = answer;
  await slices.ensure(
    board,
    thread.posts.map(({ fields }) => fields.num),
  );
  try {
    return await inTransaction(pool, (client) => store(client, answer));
  } catch (error) {
    slices.forget();
    throw error;
  }
}

async function store(client: pg.PoolClient, answer: ThreadAnswer): Promise<StoreResult> {
  const { board, url, thread, lastModified, seenModified, isLive = false, now } = answer;
  const lock = await holdThread(client, board, thread.num);
  const stored = await readHarvestState(client, board.id, url);
  if (isOlder(lastModified, stored?.lastModified ?? null)) {
    return { kind: 'stale', added: 0, changed: 0, doubled: 0, deleted: 0, restored: 0, held: 0 };
  }
  const merged = await writeThread(lock, thread.posts, { mediaKinds: mediaKindsOf(board.source), now });
  await recordDoubleInserts(client, board, merged, now);
  const missing = isLive ? await recordMissing(lock, answer) : NOTHING_MISSING;
  if (stored?.lastModified !== lastModified || stored.seenModified !== seenModified) {
    await saveHarvestState(client, board.id, url, { lastModified, seenModified }, now);
  }
  const { added, changed, doubled } = merged;
  const { deleted, restored, held } = missing;
  const kind = added + changed + missing.changed === 0 ? 'unchanged' : 'written';
  return { kind, added, changed, doubled, deleted, restored, held };
}

/** Caches at the source's edge answer out of order. Times that cannot be parsed are not compared. */
function isOlder(answer: string | null, stored: string | null): boolean {
  return answer !== null && stored !== null && Date.parse(answer) < Date.parse(stored);
}

/** Counts what an answer of so many posts led to. */
export function reportStored(
  {
    metrics,
    logger,
  }: {
    readonly metrics: { readonly onWrite: (board: string, result: StoreResult, posts: number) => void };
    readonly logger: Logger;
  },
  board: LeasedBoard,
  result: StoreResult,
  posts: number,
): void {
  metrics.onWrite(board.name, result, posts);
  if (result.doubled === 0) return;
  logger.warn(
    { board: board.name, harvester: forumBase(board), fence: board.fence, posts: result.doubled },
    'posts were already stored by another harvester',
  );
}
