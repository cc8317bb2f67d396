import type pg from 'pg';
import type { ThreadObservation } from '../../mappings/post.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { completeFromStored } from '../../store/complete-posts.ts';
import { readFilters } from '../../store/filters.ts';
import type { StoredPosts } from '../../store/merge-posts.ts';
import type { Slices } from '../../store/slices.ts';
import { writeThread } from '../../store/write-thread.ts';
import { NOTHING_MISSING, recordMissing, type MissingResult } from '../deletions/record-missing.ts';
import { lockThreadUnderLease, type LeasedBoard } from '../leases/board-leases.ts';
import { mediaKindsOf } from '../../mappings/sources.ts';
import { recordConflictingHarvester } from './conflicting-harvesters.ts';
import { readHarvestState, saveHarvestState } from './harvest-state.ts';

export interface ThreadAnswer {
  readonly board: LeasedBoard;
  readonly url: string;
  readonly thread: ThreadObservation;
  /** Verbatim Last-Modified of the answer. */
  readonly lastModified: string | null;
  /**
   * The thread's last change according to the list, in seconds since 1970; null if the answer may already be outdated, so that the thread
   * stays due.
   */
  readonly seenModified: number | null;
  readonly now: Date;
  /** A full copy of a living thread: posts missing from it may be deleted. */
  readonly isLive?: boolean;
}

export interface StoreResult
  extends
    Pick<StoredPosts, 'added' | 'changed' | 'doubled' | 'shortened'>,
    Pick<MissingResult, 'deleted' | 'restored' | 'held'> {
  /** `stale`: a newer copy is stored, and nothing was written. */
  readonly kind: 'written' | 'unchanged' | 'stale';
}

/**
 * Stores an answer in one transaction: the rows that differ, the mark for the indexer, the posts that are missing, and the validator
 * that allows a 304 to the next request. After a crash either all of it is stored or nothing. An answer without changes writes
 * nothing.
 * @throws LeaseLostError if another scraper has taken the board.
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
  // PostgreSQL runs these in the order of the calls, so state and filters are read under the lock.
  const [lock, stored, filters] = await Promise.all([
    lockThreadUnderLease(client, board, thread.num),
    readHarvestState(client, board.id, url),
    readFilters(client, board.id),
  ]);
  if (isOlder(lastModified, stored?.lastModified ?? null)) {
    return { kind: 'stale', added: 0, changed: 0, doubled: 0, shortened: [], deleted: 0, restored: 0, held: 0 };
  }
  const isStateNew = stored?.lastModified !== lastModified || stored.seenModified !== seenModified;
  const posts = await completeFromStored(client, board.id, thread.posts);
  const merged = await writeThread(lock, posts, { mediaKinds: mediaKindsOf(board.source), now }, filters);
  // Posts that are missing are found among the stored ones.
  const [missing] = await Promise.all([
    isLive ? recordMissing(lock, answer) : NOTHING_MISSING,
    isStateNew && saveHarvestState(client, board.id, url, { lastModified, seenModified }, now),
  ]);
  await recordConflictingHarvester(client, board, merged, now);
  const { added, changed, doubled, shortened } = merged;
  const { deleted, restored, held } = missing;
  const kind = added + changed + missing.changed === 0 ? 'unchanged' : 'written';
  return { kind, added, changed, doubled, shortened, deleted, restored, held };
}

/** The source's CDN may serve an older copy after a newer one. Unparsable times never count as older. */
function isOlder(answer: string | null, stored: string | null): boolean {
  return answer !== null && stored !== null && Date.parse(answer) < Date.parse(stored);
}
