/**
 * Pending hides: posts that are hidden in PostgreSQL but that Elasticsearch may still return. Every search excludes them by document
 * id, so that not only pages but also totals are correct immediately. The list is empty except for seconds after a moderator hides a
 * post.
 */
import type { Pool } from 'pg';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { prepared } from '../../platform/postgres.ts';

export interface PendingHides {
  /** Document ids, newest hide first, at most MAX_EXCLUDED. */
  readonly ids: readonly string[];
  /** Number of pending hides beyond MAX_EXCLUDED: `ids` leaves them out, so a query cannot exclude them. */
  readonly notExcluded: number;
}

/** Excluding this many ids costs Elasticsearch a few milliseconds; a whole thread fits. */
export const MAX_EXCLUDED = 2_000;

/** Upper bound, also in the function prune_pending_hides, for the time between a thread's mark in `dirty` being deleted and Elasticsearch's refresh: one second normally, some ten while indices are swapped. */
export const REFRESHED_WITHIN = `interval '60 seconds'`;

/**
 * Posts that were hidden or indexed less than REFRESHED_WITHIN ago, wait for the indexer, or are in quarantine. The table is nearly
 * always empty, and then nothing else is read: the LIMIT keeps the planner from starting with `dirty`, which may be large.
 * Indexes: dirty_pkey, quarantine_pkey.
 */
const WAITING_SQL = `
  left join lateral (
    select true as is_waiting from dirty d where d.board_id = h.board_id and d.thread = h.thread limit 1
  ) dirty on true
  where (h.since > now() - ${REFRESHED_WITHIN} or is_waiting or is_quarantined(h.board_id, h.num, h.subnum))`;

/** Whether any board has pending hides. */
export const HAS_PENDING_HIDES_SQL = `exists (select from pending_hides h ${WAITING_SQL})`;

/** $1 names of boards, null for all; $2 limit, null for none. */
const SELECT_PENDING_HIDES = `
  select b.name as board, h.num, h.subnum, count(*) over () as total
  from pending_hides h
  join boards b on b.id = h.board_id
  ${WAITING_SQL}
    and ($1::text[] is null or b.name = any ($1::text[]))
  order by h.since desc
  limit $2`;

interface PendingHideRow {
  readonly board: string;
  readonly num: string;
  readonly subnum: number;
  readonly total: string;
}

/** `boards`: names; null for all boards. */
export async function loadPendingHides(pool: Pool, boards: readonly string[] | null): Promise<PendingHides> {
  const { rows } = await pool.query<PendingHideRow>(prepared(SELECT_PENDING_HIDES, [boards, MAX_EXCLUDED]));
  return { ids: rows.map(idOf), notExcluded: Number(rows[0]?.total ?? 0) - rows.length };
}

/** Document ids of all pending hides, for the fallback snapshot. */
export async function loadAllPendingHides(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<PendingHideRow>(SELECT_PENDING_HIDES, [null, null]);
  return rows.map(idOf);
}

function idOf({ board, num, subnum }: PendingHideRow): string {
  return documentId({ board, num: Number(num), subnum });
}
