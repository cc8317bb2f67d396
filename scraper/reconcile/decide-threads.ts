/** Decides how missing threads ended. Each is requested once more, and the source's archive once for all of them. */
import { markArchived } from '../../store/change-posts.ts';
import { lockThread } from '../../store/post-lock.ts';
import type { BoardHarvest } from '../board-harvest.ts';
import { postponed } from '../deletions/judge-posts.ts';
import { deletePosts } from '../deletions/record-missing.ts';
import { withLease } from '../leases/board-leases.ts';
import { acceptParsed, request } from '../net/request.ts';
import { isReadWhole } from '../sources/parse-result.ts';
import { refetchThread } from '../threads/harvest-thread.ts';
import { threadEndOf, type MissingThread, type ThreadEvidence } from './judge-threads.ts';
import { readList, readMissing, saveMissing } from './missing-threads.ts';
import { DROP_MISSING_THREADS, FORGET_UNDECIDED_POSTS, IS_ARCHIVED, SELECT_OPENER } from './sql.ts';

/** Call it only if the stored list is the newest. Returns whether any thread was decided. */
export async function decideThreads(harvest: BoardHarvest): Promise<boolean> {
  const { context, board } = harvest;
  const now = context.now();
  const due = (await readMissing(context.pool, board.id)).filter(({ dueAt }) => dueAt <= now);
  if (due.length === 0) return false;
  const archive = await readArchive(harvest);
  let hasDecided = false;
  for (const row of due) hasDecided = (await decideThread(harvest, row, archive)) || hasDecided;
  return hasDecided;
}

/** The source's archived threads; null for a board without an archive. */
type Archive = { readonly nums: ReadonlySet<number>; readonly isWhole: boolean } | null | 'unknown';

async function readArchive(harvest: BoardHarvest): Promise<Archive> {
  const { board } = harvest;
  const { archive } = harvest.source;
  if (archive === undefined) return null;
  const document = { url: archive.url(board), thread: null };
  const answer = await request(harvest, { ...document, validator: null });
  if (answer.kind === 'gone') return null;
  if (answer.kind !== 'fetched') return 'unknown';
  const reading = archive.read(answer.body, board);
  const nums = await acceptParsed(harvest, document, reading);
  return nums === null ? 'unknown' : { nums: new Set(nums), isWhole: isReadWhole(reading) };
}

function isArchived(archive: Archive, thread: number): ThreadEvidence['isArchived'] {
  if (archive === null || archive === 'unknown') return archive;
  // An entry that cannot be read may be this thread.
  return archive.nums.has(thread) || (archive.isWhole ? false : 'unknown');
}

async function decideThread(harvest: BoardHarvest, row: MissingThread, archive: Archive): Promise<boolean> {
  const { context, board, settings } = harvest;
  const document = await requestDocument(harvest, row.thread);
  const now = context.now();
  return withLease(context.pool, board, async (client) => {
    const lock = await lockThread(client, board.id, row.thread);
    const { rows } = await client.query<{ sticky: boolean | null }>(SELECT_OPENER, [board.id, row.thread]);
    const evidence: ThreadEvidence = {
      document,
      list: (await readList(client, board.id)) ?? { version: 0, threads: [] },
      isArchived: isArchived(archive, row.thread),
      wasSticky: rows[0]?.sticky === true,
    };
    const end = threadEndOf(row, evidence, settings.deletedThreadsThresholdPage, now);
    if (end === 'undecided' || end === 'gone') {
      await saveMissing(client, board.id, [{ ...postponed(row, now), wasGone: row.wasGone || end === 'gone' }]);
      return false;
    }
    context.logger.info({ board: board.name, thread: row.thread, page: row.page, end }, 'a thread has left the board');
    await client.query(DROP_MISSING_THREADS, [board.id, [row.thread]]);
    await client.query(FORGET_UNDECIDED_POSTS, [board.id, row.thread]);
    context.metrics.onThreadGone(board.name, end);
    if (end === 'deleted') await deletePosts(lock, row.thread, new Map([[row.thread, row.firstMissedAt]]), now);
    else if (end === 'archived') await markArchived(lock, row.thread, row.firstMissedAt, now);
    return true;
  });
}

/** Requests the thread's document, and stores it if it still exists. */
async function requestDocument(harvest: BoardHarvest, thread: number): Promise<ThreadEvidence['document']> {
  const { context, board } = harvest;
  const outcome = await refetchThread(harvest, thread);
  if (outcome === 'gone') return 'gone';
  if (outcome === 'failed') return 'unknown';
  const { rows } = await context.pool.query<{ archived: boolean }>(IS_ARCHIVED, [board.id, thread]);
  return rows[0]?.archived === true ? 'archived' : 'alive';
}
