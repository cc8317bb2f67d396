import type pg from 'pg';
import { MARK_DIRTY } from '../../mappings/postgres/thread-mark.ts';
import { prepared } from '../../platform/postgres.ts';
import { noteMissing } from '../deletions/note-missing.ts';
import { least, type NotedPosts } from '../deletions/note-posts.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import { wantMedia } from '../media/want.ts';
import type { ThreadObservation } from '../source.ts';
import { keepDoubles } from './harvest-cache.ts';
import { readHarvestStates, saveHarvestState } from './harvest-state.ts';
import { columnArrays } from './observed-columns.ts';
import type { Slices } from './slices.ts';
import { WRITE_POSTS, type WrittenRow } from './sql.ts';

export interface ThreadAnswer {
  readonly board: LeasedBoard;
  readonly url: string;
  readonly thread: ThreadObservation;
  /** Verbatim Last-Modified of the answer. */
  readonly lastModified: string | null;
  /** What the list said of the thread; null when the answer may not be the last word on it: the thread stays due. */
  readonly seenModified: number | null;
  readonly now: Date;
  /** A whole copy of a thread that lives: what it leaves out may be deleted. */
  readonly isLive?: boolean;
}

export interface WriteResult extends Pick<NotedPosts, 'deleted' | 'restored' | 'held'> {
  /** `stale`: a newer copy is stored, and nothing was written. */
  readonly kind: 'written' | 'unchanged' | 'stale';
  readonly added: number;
  readonly changed: number;
  /** New to us, and stored already by somebody else. */
  readonly doubled: number;
}

const NOTHING_NOTED = { deleted: 0, restored: 0, held: 0 };

/**
 * Stores an answer in one transaction: the rows that differ, the mark for the indexer, and the validator that lets the
 * next question be answered by 304. Either all of it is there after a crash, or none. Revs are drawn under the thread's
 * lock. An answer that says nothing new writes nothing.
 * @throws LeaseLostError when another scraper has the board by now.
 */
export async function writeThread(pool: pg.Pool, slices: Slices, answer: ThreadAnswer): Promise<WriteResult> {
  const { board, thread } = answer;
  const nums = thread.posts.map(({ fields }) => fields.num);
  await slices.ensure(board, nums);
  try {
    return await underLease(pool, board, (client) => writeLocked(client, answer), thread.num);
  } catch (error) {
    slices.forget();
    throw error;
  }
}

async function writeLocked(client: pg.PoolClient, answer: ThreadAnswer): Promise<WriteResult> {
  const { board, thread, url, lastModified, seenModified, now } = answer;
  const stored = (await readHarvestStates(client, board.id, [url])).get(url);
  if (isOlder(lastModified, stored?.lastModified ?? null))
    return { kind: 'stale', added: 0, changed: 0, doubled: 0, ...NOTHING_NOTED };

  const { added, changed, doubled, minRev: writtenRev } = await writePosts(client, answer);
  const noted = answer.isLive === true ? await noteMissing(client, answer) : { ...NOTHING_NOTED, minRev: null };
  const minRev = least(writtenRev, noted.minRev);
  if (writtenRev !== null) await wantMedia(client, board, thread, writtenRev, now);
  if (minRev !== null) {
    await client.query(prepared(MARK_DIRTY, [board.id, thread.num, minRev, now]));
  }
  if (stored === undefined || stored.lastModified !== lastModified || stored.seenModified !== seenModified) {
    await saveHarvestState(client, board.id, url, { lastModified, seenModified }, now);
  }
  const { deleted, restored, held } = noted;
  return { kind: minRev === null ? 'unchanged' : 'written', added, changed, doubled, deleted, restored, held };
}

/** The rows that differ, under the thread's lock. `minRev` is null when there are none. */
export async function writePosts(
  client: pg.PoolClient,
  { board, thread, now }: Pick<ThreadAnswer, 'board' | 'thread' | 'now'>,
) {
  const newest = thread.posts.reduce((latest, { fields }) => Math.max(latest, fields.timePosted.getTime()), 0);
  const columns = columnArrays(thread.posts, { now, timeBumped: new Date(newest) });
  const { rows } = await client.query<WrittenRow>(prepared(WRITE_POSTS, [board.id, now, ...columns]));
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate returns one row');
  const doubled = Number(row.doubled);
  await keepDoubles(client, board, doubled, Number(row.doubled_num), now);
  return { added: Number(row.added), changed: Number(row.changed), doubled, minRev: row.min_rev };
}

/** Caches at the source's edge answer out of order. Times that cannot be read are not compared. */
function isOlder(answer: string | null, stored: string | null): boolean {
  return answer !== null && stored !== null && Date.parse(answer) < Date.parse(stored);
}
