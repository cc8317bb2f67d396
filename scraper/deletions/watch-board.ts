/** Finds threads and posts that have left a board: compares successive lists, and refetches threads that are missing or lack posts. */
import type pg from 'pg';
import { markArchived } from '../../store/change-posts.ts';
import { lockThread } from '../../store/post-lock.ts';
import { accept, request } from '../net/request.ts';
import type { ScraperContext } from '../context.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import { refetchThread } from '../poll/harvest-thread.ts';
import { isReadWhole } from '../sources/parse-result.ts';
import type { ListedThread } from '../sources/source.ts';
import { pollableSourceOf } from '../sources/registry.ts';
import { postponed } from './judge-posts.ts';
import {
  compareLists,
  threadEndOf,
  withAbsent,
  type BoardList,
  type MissingThread,
  type ThreadEvidence,
} from './judge-threads.ts';
import { postponeDue } from './missing-rows.ts';
import { deletePosts, restorePosts } from './record-missing.ts';
import * as sql from './sql.ts';

const FORGET_AFTER_MS = 7 * 24 * 3_600_000;

/** Lists older than the stored one are ignored for this long; after that, the site's clock is assumed to have been set back. */
const OLD_LISTS_MS = 3_600_000;

export interface ReadList {
  readonly listed: readonly ListedThread[];
  /** True if every entry could be read. An entry without a number may be any thread. */
  readonly isWhole: boolean;
}

/** Records the threads that are missing from a new list. Returns false for a list older than the stored one, which is ignored. */
export async function recordList(
  context: ScraperContext,
  board: LeasedBoard,
  { listed, isWhole }: ReadList,
  lastModified: string | null,
): Promise<boolean> {
  const now = context.now();
  const held = await underLease(context.pool, board, async (client) => {
    const known = await readList(client, board.id);
    const list = {
      version: versionOf(listed, lastModified),
      threads: isWhole ? listed : withAbsent(listed, known?.threads ?? []),
    };
    const verdicts = compareLists(known, list, await readMissing(client, board.id), now);
    if (verdicts.isOld && known !== null && now.getTime() - known.seenAt.getTime() < OLD_LISTS_MS) return null;
    if (verdicts.back.length > 0) await client.query(sql.DROP_MISSING_THREADS, [board.id, verdicts.back]);
    await saveMissing(client, board.id, verdicts.missing);
    await unmarkListedThreads(context, client, board, listed);
    await client.query(sql.FORGET_OLD_POSTS, [board.id, new Date(now.getTime() - FORGET_AFTER_MS)]);
    await client.query(sql.UPSERT_BOARD_LIST, [
      board.id,
      list.version,
      JSON.stringify(list.threads.map(({ num, modified, page }) => [num, modified, page])),
      postsOf(listed),
      now,
    ]);
    return verdicts.isMass ? verdicts.missing.filter(({ state }) => state === 'held').length : 0;
  });
  if (held === null) return false;
  if (held === 0) return true;
  context.metrics.onHold(board.name, held);
  context.logger.warn(
    { board: board.name, threads: held },
    'more than a fifth of the board disappeared at once; no thread is marked as deleted until an operator releases it',
  );
  return true;
}

/** Returns whether any missing thread is due for a decision; deciding requires the newest list. */
export async function hasDueThreads({ pool, now }: ScraperContext, board: LeasedBoard): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(sql.HAS_DUE_THREADS, [board.id, now()]);
  return rows[0]?.due === true;
}

/** Refetches the threads that have due missing posts or files. Returns whether any was decided. */
export async function decidePosts(context: ScraperContext, board: LeasedBoard, signal: AbortSignal): Promise<boolean> {
  const { pool } = context;
  const { rows } = await pool.query<{ thread: string }>(sql.SELECT_DUE_POSTS, [board.id, context.now()]);
  let decided = false;
  for (const { thread } of rows) {
    const num = Number(thread);
    decided = (await refetchThread(context, board, num, signal)) === 'settled' || decided;
    await underLease(pool, board, (client) => postponeDue(client, board.id, num, context.now()));
  }
  return decided;
}

/** Refetches due missing threads; call it after recordList. Returns whether any was decided. */
export async function decideThreads(
  context: ScraperContext,
  board: LeasedBoard,
  thresholdPage: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { pool } = context;
  const now = context.now();
  let decided = false;
  const due = (await readMissing(pool, board.id)).filter(({ dueAt }) => dueAt <= now);
  if (due.length === 0) return decided;
  const archived = await readArchive(context, board, signal);
  for (const row of due)
    decided = (await decideThread(context, board, row, archived, thresholdPage, signal)) || decided;
  return decided;
}

/** The source's archived threads; null for a board without an archive. */
type Archive = { readonly nums: ReadonlySet<number>; readonly isWhole: boolean } | null | 'unknown';

async function readArchive(context: ScraperContext, board: LeasedBoard, signal: AbortSignal): Promise<Archive> {
  const { archive } = pollableSourceOf(board);
  if (archive === undefined) return null;
  const document = { url: archive.url(board), thread: null };
  const answer = await request(context, board, { ...document, validator: null }, signal);
  if (answer.kind === 'gone') return null;
  if (answer.kind !== 'fetched') return 'unknown';
  const reading = archive.read(answer.body, board);
  const nums = await accept(context, board, document, reading);
  return nums === null ? 'unknown' : { nums: new Set(nums), isWhole: isReadWhole(reading) };
}

function isArchived(archive: Archive, thread: number): ThreadEvidence['isArchived'] {
  if (archive === null || archive === 'unknown') return archive;
  // An entry that cannot be read may be this thread.
  return archive.nums.has(thread) || (archive.isWhole ? false : 'unknown');
}

async function decideThread(
  context: ScraperContext,
  board: LeasedBoard,
  row: MissingThread,
  archived: Archive,
  thresholdPage: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { pool, logger } = context;
  const document = await requestMissingThread(context, board, row.thread, signal);
  const now = context.now();
  return underLease(pool, board, async (client) => {
    const lock = await lockThread(client, board.id, row.thread);
    const { rows } = await client.query<{ sticky: boolean | null }>(sql.SELECT_OPENER, [board.id, row.thread]);
    const list = await readList(client, board.id);
    const evidence: ThreadEvidence = {
      document,
      list: list ?? { version: 0, threads: [] },
      isArchived: isArchived(archived, row.thread),
      wasSticky: rows[0]?.sticky === true,
    };
    const end = threadEndOf(row, evidence, thresholdPage, now);
    if (end === 'undecided' || end === 'gone') {
      await saveMissing(client, board.id, [{ ...postponed(row, now), wasGone: row.wasGone || end === 'gone' }]);
      return false;
    }
    logger.info({ board: board.name, thread: row.thread, page: row.page, end }, 'a thread has left the board');
    await client.query(sql.DROP_MISSING_THREADS, [board.id, [row.thread]]);
    await client.query(sql.FORGET_UNDECIDED_POSTS, [board.id, row.thread]);
    context.metrics.onThreadGone(board.name, end);
    if (end === 'deleted') await deletePosts(lock, row.thread, new Map([[row.thread, row.firstMissedAt]]), now);
    else if (end === 'archived') await markArchived(lock, row.thread, row.firstMissedAt, now);
    return true;
  });
}

/** Requests the thread's document, and stores it if it still exists. */
async function requestMissingThread(
  context: ScraperContext,
  board: LeasedBoard,
  thread: number,
  signal: AbortSignal,
): Promise<ThreadEvidence['document']> {
  const outcome = await refetchThread(context, board, thread, signal);
  if (outcome === 'gone') return 'gone';
  if (outcome === 'failed') return 'unknown';
  const { rows } = await context.pool.query<{ archived: boolean }>(sql.IS_ARCHIVED, [board.id, thread]);
  return rows[0]?.archived === true ? 'archived' : 'alive';
}

/** Removes the deletion marks of threads that are listed again. */
async function unmarkListedThreads(
  context: ScraperContext,
  client: pg.PoolClient,
  board: LeasedBoard,
  listed: readonly ListedThread[],
): Promise<void> {
  const nums = listed.map(({ num }) => num);
  const { rows } = await client.query<{ thread: string }>(sql.SELECT_DELETED_OPENERS, [board.id, nums]);
  for (const thread of rows.map((row) => Number(row.thread))) {
    const lock = await lockThread(client, board.id, thread);
    context.metrics.onRestored(board.name, await restorePosts(lock, thread, [thread], context.now()));
  }
}

/** Seconds since 1970: Last-Modified or, without it, the newest time in the list. */
function versionOf(listed: readonly ListedThread[], lastModified: string | null): number {
  const seconds = lastModified === null ? Number.NaN : Math.floor(Date.parse(lastModified) / 1000);
  return Number.isNaN(seconds) ? Math.max(0, ...listed.map(({ modified }) => modified)) : seconds;
}

function postsOf(listed: readonly ListedThread[]): number | null {
  return listed.reduce<number | null>(
    (sum, { replies }) => (sum === null || replies === null ? null : sum + replies + 1),
    0,
  );
}

async function readList(db: pg.PoolClient, boardId: number): Promise<(BoardList & { readonly seenAt: Date }) | null> {
  const { rows } = await db.query<sql.BoardListRow>(sql.SELECT_BOARD_LIST, [boardId]);
  const [row] = rows;
  if (row === undefined) return null;
  const threads = row.threads.map(([num, modified, page]) => ({ num, modified, page }));
  return { version: Number(row.version), threads, seenAt: row.seen_at };
}

async function readMissing(db: pg.Pool | pg.PoolClient, boardId: number): Promise<MissingThread[]> {
  const { rows } = await db.query<sql.MissingThreadRow>(sql.SELECT_MISSING_THREADS, [boardId]);
  return rows.map((row) => ({
    thread: Number(row.thread),
    firstMissedAt: row.first_missed_at,
    page: row.page,
    behind: row.behind.map(([num, modified]) => ({ num, modified })),
    wasGone: row.was_gone,
    state: row.state,
    attempts: row.attempts,
    dueAt: row.due_at,
  }));
}

async function saveMissing(db: pg.PoolClient, boardId: number, rows: readonly MissingThread[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = rows.map((row) => ({
    thread: row.thread,
    first_missed_at: row.firstMissedAt,
    page: row.page,
    behind: row.behind.map(({ num, modified }) => [num, modified]),
    was_gone: row.wasGone,
    state: row.state,
    attempts: row.attempts,
    due_at: row.dueAt,
  }));
  await db.query(sql.UPSERT_MISSING_THREADS, [boardId, JSON.stringify(columns)]);
}
