/** Figures of each board that this process polls, beside the metrics, and whether it has gone quiet. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { HARVEST_STATUS_SECONDS, harvestStatusKey, type HarvestStatus } from '../../mappings/harvest-status.ts';
import type { Board } from '../../mappings/board.ts';
import { toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ScraperMetrics } from '../metrics.ts';
import { isQuiet } from './quiet-detector.ts';

/** posts_num or posts_pkey, from its end: when a board's newest posts were written. $1 board. */
const SELECT_NEWEST_TIMES = `
select time_posted as time from posts where board_id = $1 order by num desc limit 200`;

const RATE_MINUTES = 10;
const REPORT_EVERY_MS = 5_000;
const LISTEN_EVERY_MS = 60_000;

type Figures = { -readonly [K in keyof HarvestStatus]: HarvestStatus[K] } & { errors: Record<string, number> };

interface Watched {
  readonly figures: Figures;
  /** Posts by minute since 1970. */
  readonly added: Map<number, number>;
  reportedAt: number;
  listenedAt: number;
}

export interface HarvestStatusRecorder {
  /** Counts what it passes on. */
  readonly metrics: ScraperMetrics;
  /** After a look at the board: tells admins, now and then. A Redis that is away is no reason to stop. */
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
  const boards = new Map<string, Watched>();
  const of = (board: string): Watched => {
    const known = boards.get(board) ?? emptyWatched(now());
    boards.set(board, known);
    return known;
  };
  const listen = async (board: Board, watched: Watched): Promise<void> => {
    watched.listenedAt = now().getTime();
    const { rows } = await pool.query<{ time: Date }>(SELECT_NEWEST_TIMES, [board.id]);
    const quiet = isQuiet(
      rows.map(({ time }) => time),
      now(),
    );
    if (quiet && !watched.figures.quiet) {
      logger.warn(
        { board: board.name, newest: rows[0]?.time },
        'the board has gone quiet: it is never so long without a post',
      );
    }
    watched.figures.quiet = quiet;
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
      onWrite(board, result, posts) {
        metrics.onWrite(board, result, posts);
        const { figures, added } = of(board);
        figures.posts += result.added;
        figures.deleted_posts += result.deleted;
        figures.held += result.held;
        const minute = minuteOf(now());
        added.set(minute, (added.get(minute) ?? 0) + result.added);
      },
      onThreadGone(board, fate) {
        metrics.onThreadGone(board, fate);
        if (fate === 'deleted') of(board).figures.deleted_threads++;
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
      const watched = of(board.name);
      const at = now().getTime();
      if (at - watched.listenedAt >= LISTEN_EVERY_MS) await listen(board, watched);
      if (at - watched.reportedAt < REPORT_EVERY_MS) return;
      watched.reportedAt = at;
      const status = {
        ...watched.figures,
        at: new Date(at).toISOString(),
        posts_per_minute: rateOf(watched.added, minuteOf(now())),
      };
      await redis
        .set(harvestStatusKey(prefix, board.name), JSON.stringify(status), 'EX', HARVEST_STATUS_SECONDS)
        .catch((error: unknown) => logger.debug({ err: toError(error) }, 'cannot tell how the harvest goes'));
    },
  };
}

function emptyWatched(now: Date): Watched {
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
    listenedAt: 0,
  };
}

function count(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1;
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}

/** Of whole minutes; older ones are forgotten. */
function rateOf(added: Map<number, number>, minute: number): number {
  for (const at of added.keys()) if (at <= minute - RATE_MINUTES) added.delete(at);
  return [...added.values()].reduce((sum, posts) => sum + posts, 0) / RATE_MINUTES;
}
