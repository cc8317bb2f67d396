/** The table `dirty`: a row marks a thread with posts that the indexer may not have written yet. */
import { DIRTY_CHANNEL } from '../mappings/queues.ts';

/** Notifies the indexer when the transaction commits. One call per transaction is enough. */
export const NOTIFY_INDEXER = `pg_notify('${DIRTY_CHANNEL}', '')`;

/**
 * SQL for a WITH clause that marks the threads of the rows in `written` (thread, rev). The statement must also select NOTIFY_INDEXER.
 * Index: dirty_pkey.
 */
export const markDirtyOf = (
  written: string,
  { board, now }: { readonly board: string; readonly now: string },
): string =>
  `insert into dirty (board_id, thread, gen, min_rev, since)
  select ${board}, thread, nextval('dirty_gen'), min(rev), ${now} from ${written} group by thread order by thread
  on conflict (board_id, thread) do update set
    gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev)
  returning 1`;
