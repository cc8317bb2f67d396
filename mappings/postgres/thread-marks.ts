/** The table `dirty`: a row marks a thread with posts that the indexer may not have written yet. */
import { DIRTY_CHANNEL } from '../queues.ts';

/** Notifies the indexer when the transaction commits. One call per transaction is enough. */
export const NOTIFY_INDEXER = `pg_notify('${DIRTY_CHANNEL}', '')`;

/**
 * The only statement that adds marks: for the threads of the rows in `written` (thread, rev). The transaction must also select
 * NOTIFY_INDEXER. Index: dirty_pkey.
 */
export const markingThreads = (
  written: string,
  { board, now }: { readonly board: string; readonly now: string },
): string =>
  `insert into dirty (board_id, thread, gen, min_rev, since)
  select ${board}, written.thread, nextval('dirty_gen'), min(written.rev), ${now} from ${written}
  group by written.thread order by written.thread
  on conflict (board_id, thread) do update set gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev)`;

/** The same for a WITH clause. */
export const markDirtyOf = (...marks: Parameters<typeof markingThreads>): string =>
  `${markingThreads(...marks)}
  returning 1`;
