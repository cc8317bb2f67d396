/** The table `dirty`: a row says that the indexer may not have written all posts of the thread yet. */
import { DIRTY_CHANNEL } from '../mappings/queues.ts';

/** Wakes the indexer when the transaction commits; once per transaction is enough. */
export const TELL_INDEXER = `pg_notify('${DIRTY_CHANNEL}', '')`;

/**
 * Within a statement that writes posts: marks the threads of its rows `written`. The statement selects TELL_INDEXER itself.
 * dirty_pkey.
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
