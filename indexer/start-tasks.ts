import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { RebuildRangeJob } from '../mappings/queues.ts';
import { TASK_KINDS } from '../mappings/task.ts';
import { BullQueue, startBullWorker, type BullOptions } from '../platform/bull-queue.ts';
import { toError, UnavailableError } from '../platform/errors.ts';
import { rebuildQueue } from './queue-kinds.ts';
import { ElasticsearchSegments } from './purge-segments/elasticsearch-segments.ts';
import { PurgeSegments } from './purge-segments/purge-segments.ts';
import { PostgresTombstones } from './purge-segments/postgres-tombstones.ts';
import { sweepTombstones } from './purge-segments/sweep.ts';
import { runHousekeeping } from './index-set/housekeeping.ts';
import type { IndexerOptions, IndexerParts } from './indexer.ts';
import type { Clock, Random } from './runtime/clock.ts';
import { PostgresRanges } from './rebuild/postgres-ranges.ts';
import { Reindex, SWAP_PATIENCE_MS } from './rebuild/reindex.ts';
import { Rollback, ROLLBACK_PATIENCE_MS } from './rebuild/rollback.ts';
import { PAGE, walkRange } from './rebuild/copy-range.ts';
import type { TaskChoice } from './tasks/ports.ts';
import { PostgresTaskStore } from './tasks/postgres-task-store.ts';
import { runTasks, type TaskHandlers } from './tasks/runner.ts';
import { createVerifier } from './verify/create.ts';
import { PostgresVerifications } from './verify/verifications.ts';
import { runSchedule } from './verify/schedule.ts';
import { VerifyTask } from './verify/verify-task.ts';
import { Signal } from './runtime/signal.ts';

/**
 * Tasks that one process does at once. Verifications of large boards take long, and those that come due come all together:
 * they hold one place, those that people ask for two, and no other task waits for any of them. A rollback waits for none.
 */
const PLACES: readonly TaskChoice[] = [
  { kinds: TASK_KINDS, scheduled: true },
  { kinds: TASK_KINDS, scheduled: false },
  { kinds: TASK_KINDS.filter((kind) => kind !== 'verify'), scheduled: true },
  { kinds: ['rollback'], scheduled: true },
];
/** Ranges that one process walks at once: with a third bulk under way Elasticsearch writes more and smaller segments, and is no faster. */
const WALKS = 2;
const MS_AN_HOUR = 3_600_000;

export interface TaskWorkOptions {
  readonly bull: BullOptions;
  readonly clock: Clock;
  readonly random: Random;
  readonly closing: AbortSignal;
}

export interface TaskWork {
  /** Call it when a task was added or an action requested. */
  onNewTask(): void;
  /** After `closing` has aborted: waits for what is under way, `limitMs` at most. */
  close(limitMs: number): Promise<void>;
}

/** Does tasks, walks ranges of rebuilds (of any process's task), and keeps house among the indices. */
export function startTasks(options: IndexerOptions, parts: IndexerParts, work: TaskWorkOptions): TaskWork {
  const { config, logger } = options;
  const { client, pool, outages, sets, indices, keeper, metrics, search, syncStore } = parts;
  const { bull, clock, random, closing } = work;
  const ranges = new PostgresRanges(pool, outages.postgres);
  const queue = new BullQueue<RebuildRangeJob>(rebuildQueue, bull);
  const walker = startBullWorker(rebuildQueue, {
    ...bull,
    concurrency: WALKS,
    process: (job) =>
      walkRange(
        job,
        {
          walks: ranges,
          search,
          settlements: syncStore,
          indices: keeper,
          onCounts: metrics.onCounts,
          onDefect: (range, error) =>
            logger.error({ err: error, ...range }, 'a range cannot be walked; it is tried again'),
        },
        { clock, random, closing, page: PAGE },
      ),
    onError: (error) => logger.debug({ err: error }, 'queue'),
  });
  const { indexPrefix } = config;
  const onFound = metrics.onDrift;
  const addresses = options.stores;
  const verifier = createVerifier({ pool, client, outages, keeper, indexPrefix, clock, random, addresses, onFound });
  const verifications = new PostgresVerifications(pool, outages.postgres);
  const exchange = { sets, store: indices, marks: ranges, clock, now: () => performance.now() };
  const tombstones = new PostgresTombstones(pool, outages.postgres);
  const segments = new ElasticsearchSegments({ client, indices, outage: outages.elasticsearch, clock });
  const handlers: TaskHandlers = {
    reindex: new Reindex({
      ...exchange,
      ranges,
      queue,
      patienceMs: SWAP_PATIENCE_MS,
      indexPrefix,
      onForeign: (index) =>
        logger.warn({ index }, 'an index of this name has documents of another database; it is passed'),
      verifier,
      logger,
    }),
    rollback: new Rollback({ ...exchange, patienceMs: ROLLBACK_PATIENCE_MS }),
    verify: new VerifyTask({ verifier, verifications, now: () => performance.now() }),
    purge_segments: new PurgeSegments({ sets, tombstones, segments, clock }),
  };
  const store = new PostgresTaskStore(pool, outages.postgres);
  const signals: Signal[] = [];
  const runners = PLACES.map(({ kinds, scheduled }, place) => {
    const newWork = new Signal();
    signals.push(newWork);
    const worker = `${hostname()}-${process.pid}-${place}-${randomUUID().slice(0, 8)}`;
    const offered: TaskHandlers = Object.fromEntries(kinds.map((kind) => [kind, handlers[kind]]));
    return runTasks({ store, handlers: offered, scheduled, worker, clock, random, logger, newWork }, closing);
  });
  const housekeeping = runHousekeeping(
    {
      sets,
      store: indices,
      boards: () => sets.boards(),
      keepMs: config.reindexKeepHours * MS_AN_HOUR,
      onDropped: (index) => logger.info({ index }, 'index dropped'),
      onError: (error) => {
        if (!(error instanceof UnavailableError)) logger.error({ err: toError(error) }, 'housekeeping');
      },
    },
    { clock, random },
    closing,
  );
  const raiseAll = () => {
    for (const signal of signals) signal.raise();
  };
  const onSweepError = (error: unknown) => {
    if (!(error instanceof UnavailableError)) logger.error({ err: toError(error) }, 'sweep of tombstones');
  };
  const sweep = sweepTombstones({ tombstones, onStarted: raiseAll, onError: onSweepError }, { clock, random }, closing);
  const onScheduleError = (error: unknown) => {
    if (!(error instanceof UnavailableError)) logger.error({ err: toError(error) }, 'schedule');
  };
  const hours = config.verifyIntervalHours;
  const schedule =
    hours === 0
      ? Promise.resolve()
      : runSchedule(
          { enqueueDue: () => verifications.enqueueDue(hours), clock, random, onError: onScheduleError },
          closing,
        );
  return {
    onNewTask: raiseAll,
    async close(limitMs) {
      await Promise.all([walker.close(limitMs), ...runners, housekeeping, sweep, schedule]);
      await queue.close();
    },
  };
}
