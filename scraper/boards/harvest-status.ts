/**
 * Counts the harvest of each board that this process polls, for the admin pages, and detects boards that have gone
 * quiet.
 */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { HARVEST_STATUS_SECONDS, harvestStatusKey, type HarvestStatus } from '../../mappings/harvest-status.ts';
import type { Board } from '../../mappings/board.ts';
import { toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ScraperMetrics } from '../metrics.ts';
import { isQuiet } from './quiet-detector.ts';

/** Index: posts_num or posts_pkey, backwards: times of the board's newest posts. $1 board. */
const SELECT_NEWEST_TIMES = `
select time_posted as time from posts where board_id = $1 order by num desc limit 200`;

const RATE_MINUTES = 10;
const REPORT_EVERY_MS = 5_000;
const QUIET_CHECK_EVERY_MS = 60_000;

type Figures = { -readonly [K in keyof HarvestStatus]: HarvestStatus[K] } & { errors: Record<string, number> };

interface BoardCounts {
  readonly figures: Figures;
  /** Posts by minute since 1970. */
  readonly added: Map<number, number>;
  reportedAt: number;
  quietCheckedAt: number;
}

export interface HarvestStatusRecorder {
  /** Metrics that also update the harvest status. */
  readonly metrics: ScraperMetrics;
  /** Call it after each poll. Writes the status to Redis every few seconds; a failure is only logged. */
  report(board: Board): Promise<void>;
}

export interface HarvestStatusOptions {
  readonly metrics: ScraperMetrics;
  readonly pool: pg.Pool;
  readonly redis: Redis;
  readonly prefix: string;
  readonly logger: Logger;
  readonly now: () => Date;
}

export function createHarvestStatusRecorder({
  metrics,
  pool,
  redis,
  prefix,
  logger,
  now,
}: HarvestStatusOptions): HarvestStatusRecorder {
  const boards = new Map<string, BoardCounts>();
  const of = (board: string): BoardCounts => {
    const known = boards.get(board) ?? newBoardCounts(now());
    boards.set(board, known);
    return known;
  };
  const checkQuiet = async (board: Board, counts: BoardCounts): Promise<void> => {
    counts.quietCheckedAt = now().getTime();
    const { rows } = await pool.query<{ time: Date }>(SELECT_NEWEST_TIMES, [board.id]);
    const quiet = isQuiet(
      rows.map(({ time }) => time),
      now(),
    );
    if (quiet && !counts.figures.quiet) {
      logger.warn({ board: board.name, newest: rows[0]?.time }, 'the board has had no new post for unusually long');
    }
    counts.figures.quiet = quiet;
    metrics.onQuiet(board.name, quiet);
  };
  return {
    metrics: {
      ...metrics,
      onAnswer(board, kind) {
        metrics.onAnswer(board, kind);
        const { figures } = of(board);
        figures.requests++;
        if (kind === 'not-modified') figures.unchanged++;
        if (kind === 'slow-down' || kind === 'failed' || kind === 'proxy_error') count(figures.errors, kind);
      },
      onRefusal(board, reason) {
        metrics.onRefusal(board, reason);
        count(of(board).figures.errors, reason);
      },
      onRefusedEntries(board, reason, entries) {
        metrics.onRefusedEntries(board, reason, entries);
        count(of(board).figures.errors, 'refused_entries', entries);
      },
      onParseWarnings(board, warnings) {
        metrics.onParseWarnings(board, warnings);
        const fields = [...warnings].filter(([warning]) => warning.startsWith('unreadable_field:'));
        const dropped = fields.reduce((sum, [, times]) => sum + times, 0);
        if (dropped > 0) count(of(board).figures.errors, 'unreadable_fields', dropped);
      },
      onWrite(board, result, posts) {
        metrics.onWrite(board, result, posts);
        const { figures, added } = of(board);
        figures.posts += result.added;
        figures.deleted_posts += result.deleted;
        figures.held += result.held;
        const minute = minuteOf(now());
        added.set(minute, (added.get(minute) ?? 0) + result.added);
      },
      onThreadGone(board, end) {
        metrics.onThreadGone(board, end);
        if (end === 'deleted') of(board).figures.deleted_threads++;
      },
      onHold(board, threads) {
        metrics.onHold(board, threads);
        of(board).figures.held += threads;
      },
      onSaved(board, threads) {
        metrics.onSaved(board, threads);
        of(board).figures.saved += threads;
      },
      onSuccess(board, at) {
        metrics.onSuccess(board, at);
        of(board).figures.last_success = at.toISOString();
      },
    },
    async report(board) {
      const counts = of(board.name);
      const at = now().getTime();
      if (at - counts.quietCheckedAt >= QUIET_CHECK_EVERY_MS) await checkQuiet(board, counts);
      if (at - counts.reportedAt < REPORT_EVERY_MS) return;
      counts.reportedAt = at;
      const status = {
        ...counts.figures,
        at: new Date(at).toISOString(),
        posts_per_minute: rateOf(counts.added, minuteOf(now())),
      };
      await redis
        .set(harvestStatusKey(prefix, board.name), JSON.stringify(status), 'EX', HARVEST_STATUS_SECONDS)
        .catch((error: unknown) => logger.debug({ err: toError(error) }, 'cannot write the harvest status to Redis'));
    },
  };
}

function newBoardCounts(now: Date): BoardCounts {
  const at = now.toISOString();
  return {
    figures: {
      at,
      since: at,
      last_success: null,
      requests: 0,
      unchanged: 0,
      saved: 0,
      posts: 0,
      posts_per_minute: 0,
      errors: {},
      deleted_posts: 0,
      deleted_threads: 0,
      held: 0,
      quiet: false,
    },
    added: new Map(),
    reportedAt: 0,
    quietCheckedAt: 0,
  };
}

function count(counts: Record<string, number>, kind: string, by = 1): void {
  counts[kind] = (counts[kind] ?? 0) + by;
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}

/** Posts per minute over the last whole minutes; older counts are deleted. */
function rateOf(added: Map<number, number>, minute: number): number {
  for (const at of added.keys()) if (at <= minute - RATE_MINUTES) added.delete(at);
  return [...added.values()].reduce((sum, posts) => sum + posts, 0) / RATE_MINUTES;
}
