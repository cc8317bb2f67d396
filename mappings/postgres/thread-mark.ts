/** What every writer of posts says beside the rows, so that all of them say it alike. */
import { DIRTY_CHANNEL } from '../queues.ts';

/** Writers of one thread go one after another. Two keys: the board, and a hash of the thread; a collision only waits. */
export const LOCK_THREAD = 'select pg_advisory_xact_lock($1::int, hashint8($2::bigint))';

const MARKED_AGAIN = `on conflict (board_id, thread) do update set
    gen = nextval('dirty_gen'), min_rev = least(dirty.min_rev, excluded.min_rev)
  returning 1`;

/** Once a transaction is enough. */
export const TELL_INDEXER = `pg_notify('${DIRTY_CHANNEL}', '')`;

/**
 * The indexer is to look at this thread from a rev on; it hears so when the transaction commits, and not before. dirty_pkey.
 * $1 board, $2 thread, $3 least new rev, $4 now.
 */
export const MARK_DIRTY = `
with marked as (
  insert into dirty (board_id, thread, gen, min_rev, since)
  values ($1, $2, nextval('dirty_gen'), $3, $4)
  ${MARKED_AGAIN}
)
select ${TELL_INDEXER} from marked`;

/** The same within a statement that writes posts, of the threads of its rows `written`; it says TELL_INDEXER itself. */
export const markDirtyOf = (
  written: string,
  { board, now }: { readonly board: string; readonly now: string },
): string =>
  `insert into dirty (board_id, thread, gen, min_rev, since)
  select ${board}, thread, nextval('dirty_gen'), min(rev), ${now} from ${written} group by thread
  ${MARKED_AGAIN}`;
