/**
 * Held deletions: posts, threads and files that disappeared together with a large part of their board. They are not marked as
 * deleted until they come back or an admin releases them.
 */
import type { Database } from '../../platform/postgres.ts';

/** The primary keys of the three tables: rows of one board. $1 board. */
const COUNT_HELD = `
select (select count(*)::int from missing_posts where board_id = $1 and state = 'held') as posts,
  (select count(*)::int from missing_threads where board_id = $1 and state = 'held') as threads,
  (select count(*)::int from missing_files where board_id = $1 and state = 'held') as files`;

/** The primary keys of the three tables: rows of one board. $1 board. */
const RELEASE_HELD = `
with posts as (
  update missing_posts set state = 'released', due_at = first_missed_at where board_id = $1 and state = 'held' returning 1
), threads as (
  update missing_threads set state = 'released', due_at = first_missed_at where board_id = $1 and state = 'held' returning 1
), files as (
  update missing_files set state = 'released', due_at = first_missed_at where board_id = $1 and state = 'held' returning 1
)
select (select count(*)::int from posts) as posts, (select count(*)::int from threads) as threads,
  (select count(*)::int from files) as files`;

export interface HeldCounts {
  readonly posts: number;
  readonly threads: number;
  readonly files: number;
}

const NOTHING: HeldCounts = { posts: 0, threads: 0, files: 0 };

export async function countHeld(db: Database, board: { readonly id: number }): Promise<HeldCounts> {
  const { rows } = await db.query<HeldCounts>(COUNT_HELD, [board.id]);
  return rows[0] ?? NOTHING;
}

/** The scraper checks all held rows again and marks those that are still missing as deleted. Returns the counts of released rows. */
export async function releaseHeld(db: Database, board: { readonly id: number }): Promise<HeldCounts> {
  const { rows } = await db.query<HeldCounts>(RELEASE_HELD, [board.id]);
  return rows[0] ?? NOTHING;
}
