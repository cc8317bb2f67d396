/** The changes that are not indexed yet, for metrics. */
import type pg from 'pg';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import { IS_NOT_COVERED } from './sql.ts';

export interface BoardBacklog {
  readonly board: string;
  /** Dirty threads. */
  readonly dirty: number;
  /** Age of the oldest dirty row that is not covered; 0 without one. */
  readonly lagSeconds: number;
  /** Documents that still differed after the last verification; null before the first one. */
  readonly drift: number | null;
  readonly verifiedAgeSeconds: number;
}

export interface Backlog {
  readonly boards: readonly BoardBacklog[];
  /** Age of the oldest dirty row of all boards that is not covered; 0 without one. */
  readonly oldestSeconds: number;
  /** Documents in quarantine. */
  readonly quarantined: number;
}

/**
 * Excludes covered marks: they wait for a rebuild, whose task shows its progress, and their age would suggest a blocked live path. Reads
 * dirty and quarantine whole: dirty contains only threads that are not indexed yet, and both are small.
 */
const READ_BACKLOG = `
  select coalesce(extract(epoch from clock_timestamp() - min(since) filter (where ${IS_NOT_COVERED})), 0) as oldest_seconds,
         (select count(*) from quarantine) as quarantined
    from dirty`;

/** Reads dirty whole, which is small; verifications by its primary key. */
const READ_BOARD_BACKLOGS = `
  select b.name as board, coalesce(d.threads, 0) as dirty,
         greatest(0, coalesce(extract(epoch from clock_timestamp() - d.oldest), 0)) as lag_seconds, v.drift,
         extract(epoch from clock_timestamp() - coalesce(v.verified_at, b.created_at)) as verified_age_seconds
    from boards b
    left join (select board_id, count(*) as threads, min(since) filter (where ${IS_NOT_COVERED}) as oldest from dirty group by board_id) d
         on d.board_id = b.id
    left join verifications v on v.board_id = b.id
   order by b.name`;

/** @throws UnavailableError when PostgreSQL is unavailable. */
export async function readBacklog(pool: pg.Pool, monitor: StoreMonitor): Promise<Backlog> {
  return monitor.track(() =>
    fromPostgres(async () => {
      const totals = await pool.query<{ oldest_seconds: string; quarantined: string }>(READ_BACKLOG);
      const boards = await pool.query<{
        board: string;
        dirty: string;
        lag_seconds: string;
        drift: string | null;
        verified_age_seconds: string;
      }>(READ_BOARD_BACKLOGS);
      return {
        boards: boards.rows.map((row) => ({
          board: row.board,
          dirty: Number(row.dirty),
          lagSeconds: Number(row.lag_seconds),
          drift: row.drift === null ? null : Number(row.drift),
          verifiedAgeSeconds: Number(row.verified_age_seconds),
        })),
        oldestSeconds: Number(totals.rows[0]?.oldest_seconds ?? 0),
        quarantined: Number(totals.rows[0]?.quarantined ?? 0),
      };
    }),
  );
}
