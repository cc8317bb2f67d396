import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { RebuildRangeJob } from '../mappings/queues.ts';
import { CORE_INDEXER_KINDS, MODULE_KINDS } from '../mappings/task.ts';
import { BullQueue, startBullWorker } from '../platform/bull-queue.ts';
import type { Components, IndexerOptions } from './components.ts';
import { MODULES } from './modules.ts';
import { IndexRepair } from './index-set/repair-indices.ts';
import { measureRanges } from './index-set/measure-ranges.ts';
import { sweepBoards } from './index-set/housekeeping.ts';
import { dropRemovedIndices } from './index-set/removed-indices.ts';
import { sweepShared } from './index-set/sweep-shared.ts';
import { ElasticsearchSegments } from './purge-segments/elasticsearch-segments.ts';
import { PostgresTombstones } from './purge-segments/postgres-tombstones.ts';
import { PurgeSegments } from './purge-segments/purge-segments.ts';
import { COPY_PAGE, copyRange, rebuildQueue } from './rebuild/copy-range.ts';
import { COVER_FROM, coverWaiting, uncoverEnded } from './rebuild/cover-marks.ts';
import { PostgresMarks } from './rebuild/postgres-marks.ts';
import { PostgresRanges } from './rebuild/postgres-ranges.ts';
import { RebuildRoom } from './rebuild/rebuild-room.ts';
import { Reindex, SWAP_WAIT_MS } from './rebuild/reindex.ts';
import { Rollback, ROLLBACK_WAIT_MS } from './rebuild/rollback.ts';
import { Signal } from './runtime/signal.ts';
import { runPeriodically, type PeriodicWork, type WorkContext } from './runtime/work-context.ts';
import type { TaskSelection } from './tasks/ports.ts';
import { PostgresTaskStore } from './tasks/postgres-task-store.ts';
import { runTasks, type TaskHandlers } from './tasks/runner.ts';
import { isIndexMissing } from './runtime/store-errors.ts';
import { compact } from './verify/compact.ts';
import { createVerifier } from './verify/verifier.ts';
import { Verifications } from './verify/verifications.ts';
import { VerifyTask } from './verify/verify-task.ts';

/**
 * One runner each, so their number limits the concurrent tasks of a process. Verifications of large boards take long, and scheduled ones
 * are due at the same time: they occupy at most one runner, requested ones at most two. Rebuilds occupy at most MAX_REBUILDS. Short tasks
 * have a runner of their own, and so have the tasks of modules.
 */
const RUNNERS: readonly TaskSelection[] = [
  { kinds: CORE_INDEXER_KINDS, scheduled: true },
  { kinds: CORE_INDEXER_KINDS, scheduled: false },
  { kinds: CORE_INDEXER_KINDS.filter((kind) => kind !== 'verify'), scheduled: true },
  { kinds: ['reindex'], scheduled: true },
  { kinds: CORE_INDEXER_KINDS.filter((kind) => kind !== 'verify' && kind !== 'reindex'), scheduled: true },
  ...(MODULE_KINDS.length === 0 ? [] : [{ kinds: MODULE_KINDS, scheduled: true }]),
];
/** A third concurrent bulk request makes Elasticsearch write more and smaller segments, without being faster. */
const CONCURRENT_RANGES = 2;
const HOUSEKEEPING_MS = 20_000;
const REPAIR_MS = 10_000;
const REMOVED_MS = 2_000;
const BLOCKS_MS = 10_000;
/** One statement that looks for unfinished tasks replaces the polls of all runners, which are five transactions. */
const UNFINISHED_MS = 1_000;
const RUNNER_POLL_MS = 20_000;
const REPORTS_MS = 600_000;
const ADDRESSES_MS = 60_000;
const WAITING_MS = 1_000;
const LEFTOVER_TOMBSTONES_MS = 10_000;
const SCHEDULE_MS = 60_000;
const MS_PER_HOUR = 3_600_000;

export interface TaskWork {
  /** Call it when a task was added or an action requested. */
  onNewTask(): void;
  /** Call it after `closing` has aborted. Waits for running work, for at most `limitMs` milliseconds. */
  close(limitMs: number): Promise<void>;
}

/** Deletes networks of reporters after 7 days, and old reports. report_networks_age, reported_posts_closed. */
const EXPIRE_REPORTS = 'select expire_reports()';

/** Deletes addresses at the end of their time, and old bans. The function names its indexes. */
const EXPIRE_ADDRESSES = 'select expire_addresses()';

/** Deletes addresses of staff from the audit log's side table after 90 days. audit_addresses_expired. */
const EXPIRE_AUDIT_ADDRESSES = 'select expire_audit_addresses()';

/**
 * Starts everything beside the live path: the runners that do tasks, the worker that copies ranges (of any process's
 * rebuild), housekeeping of indices, and the schedules that add tasks.
 */
export function startTasks(options: IndexerOptions, components: Components, context: WorkContext): TaskWork {
  const { config, logger } = options;
  const { client, monitors, pool, sets, indices, provisioner, metrics, blocks, ranges } = components;
  const { clock, random, closing } = context;
  const queue = new BullQueue<RebuildRangeJob>(rebuildQueue, context.bull);
  const tombstones = new PostgresTombstones(pool, monitors.postgres);
  const verifications = new Verifications(pool, monitors.postgres);
  const marks = new PostgresMarks(pool, monitors.postgres);
  const room = new RebuildRoom({ pool, client: components.client, monitors, now });
  const handlers: TaskHandlers = Object.assign(
    {},
    ...MODULES.map((module) => module.taskHandlers?.(options, components)),
    createHandlers(options, components, context, { queue, tombstones, verifications, marks, room }),
  );
  const store = new PostgresTaskStore(pool, monitors.postgres);
  const rebuildsAtOnce = () => room.atOnce();
  const runners = RUNNERS.map(({ kinds, scheduled }, position) => {
    const newWork = new Signal();
    const worker = `${hostname()}-${process.pid}-${position}-${randomUUID().slice(0, 8)}`;
    const selected: TaskHandlers = Object.fromEntries(kinds.map((kind) => [kind, handlers[kind]]));
    const runner = {
      store,
      handlers: selected,
      scheduled,
      worker,
      clock,
      random,
      logger,
      newWork,
      rebuildsAtOnce,
      pollMs: RUNNER_POLL_MS,
    };
    return { newWork, ended: runTasks(runner, closing) };
  });
  let hasUnfinished = false;
  const onNewTask = () => {
    for (const { newWork } of runners) newWork.raise();
  };
  const rangeWorker = startRangeWorker(options, components, context);
  const services = MODULES.flatMap((module) => module.start?.(options, components) ?? []);
  const housekeeping = {
    sets,
    store: indices,
    boards: () => sets.boards(),
    keepMs: config.reindexKeepHours * MS_PER_HOUR,
    onDropped: (index: string) => logger.info({ index }, 'index dropped'),
  };
  const sharedSweep = {
    sets,
    store: indices,
    onDropped: housekeeping.onDropped,
    onCleared: (index: string, board: string) =>
      logger.info({ index, board }, 'documents of a board that has left a shared index were deleted'),
  };
  const { indexPrefix } = config;
  const segments = new ElasticsearchSegments({ client, monitor: monitors.elasticsearch, clock });
  const expunge = (index: string) =>
    compact({ segments, clock, pace: async () => closing.throwIfAborted() }, index).catch((error: unknown) => {
      if (isIndexMissing(error)) return true;
      throw error;
    });
  const repair = new IndexRepair({
    sets,
    store: indices,
    provisioner,
    boards: () => sets.boards(),
    endRefills: () => sets.endRefills(),
    onRepair(action, index) {
      metrics.onRepair(action);
      logger.warn({ index, action }, 'a live index cannot be searched; it is repaired');
    },
    onRefilled: (index) => logger.info({ index }, 'an index that was lost has all posts again'),
    now,
  });
  const periodicWork: Omit<PeriodicWork, 'logger'>[] = [
    { name: 'repair of indices', everyMs: REPAIR_MS, run: () => repair.run(closing) },
    {
      name: 'times of documents of older versions',
      everyMs: REPAIR_MS,
      run: () => measureRanges({ ranges, client, monitor: monitors.elasticsearch }, closing),
    },
    { name: 'look for blocked writes', everyMs: BLOCKS_MS, run: () => blocks.run() },
    {
      name: 'look for unfinished tasks',
      everyMs: UNFINISHED_MS,
      async run() {
        hasUnfinished = await store.hasUnfinished();
        if (!hasUnfinished) return;
        onNewTask();
        await store.failInterrupted();
      },
    },
    {
      name: 'deletion of indices of removed boards',
      everyMs: REMOVED_MS,
      run: () =>
        dropRemovedIndices({ pool, sets, store: indices, indexPrefix, expunge, onDropped: housekeeping.onDropped }),
    },
    { name: 'index housekeeping', everyMs: HOUSEKEEPING_MS, run: () => sweepBoards(housekeeping, closing) },
    { name: 'housekeeping of shared indices', everyMs: HOUSEKEEPING_MS, run: () => sweepShared(sharedSweep, closing) },
    {
      name: 'covering of marks of waiting rebuilds',
      everyMs: WAITING_MS,
      run: async () =>
        hasUnfinished &&
        coverWaiting({ sets, marks, waiting: marks, coverFrom: options.sizes?.coverFrom ?? COVER_FROM }, closing),
    },
    {
      name: 'release of marks of ended rebuilds',
      everyMs: HOUSEKEEPING_MS,
      run: () => uncoverEnded(marks),
    },
    {
      name: 'expiry of reports',
      everyMs: REPORTS_MS,
      run: async () => void (await pool.query(EXPIRE_REPORTS)),
    },
    {
      name: 'expiry of addresses',
      everyMs: ADDRESSES_MS,
      run: async () => void (await pool.query(EXPIRE_ADDRESSES)),
    },
    {
      name: 'expiry of addresses in the audit log',
      everyMs: REPORTS_MS,
      run: async () => void (await pool.query(EXPIRE_AUDIT_ADDRESSES)),
    },
    {
      name: 'search for purged posts without a task',
      everyMs: LEFTOVER_TOMBSTONES_MS,
      async run() {
        if ((await tombstones.addMissingTasks()) > 0) onNewTask();
      },
    },
  ];
  periodicWork.push(...MODULES.flatMap((module) => module.periodicWork?.(options, components) ?? []));
  const verifyHours = config.verifyIntervalHours;
  if (verifyHours > 0) {
    const run = () => verifications.enqueueDue(verifyHours).then(() => undefined);
    periodicWork.push({ name: 'verification schedule', everyMs: SCHEDULE_MS, run });
  }
  const periodic = periodicWork.map((work) => runPeriodically({ ...work, logger }, context));
  return {
    onNewTask,
    async close(limitMs) {
      await Promise.all([
        rangeWorker.close(limitMs),
        ...services.map((service) => service.close()),
        ...runners.map(({ ended }) => ended),
        ...periodic,
      ]);
      queue.close();
    },
  };
}

/** Milliseconds of a monotonic clock. */
const now = () => performance.now();

interface TaskStores {
  readonly queue: BullQueue<RebuildRangeJob>;
  readonly tombstones: PostgresTombstones;
  readonly verifications: Verifications;
  readonly marks: PostgresMarks;
  readonly room: RebuildRoom;
}

function createHandlers(
  { config, logger, stores, sizes }: IndexerOptions,
  { client, pool, monitors, sets, indices, provisioner, metrics, onForeign }: Components,
  { clock, random }: WorkContext,
  { queue, tombstones, verifications, marks, room }: TaskStores,
): TaskHandlers {
  const { indexPrefix } = config;
  const ranges = new PostgresRanges(pool, monitors.postgres);
  const verifier = createVerifier({
    pool,
    client,
    monitors,
    provisioner,
    indexPrefix,
    clock,
    random,
    addresses: stores,
    onFound: metrics.onDrift,
  });
  const swap = { sets, store: indices, dirty: ranges, clock, now };
  const segments = new ElasticsearchSegments({ client, monitor: monitors.elasticsearch, clock });
  return {
    reindex: new Reindex({
      ...swap,
      ranges,
      marks,
      room,
      coverFrom: sizes?.coverFrom ?? COVER_FROM,
      queue,
      waitMs: SWAP_WAIT_MS,
      indexPrefix,
      onForeign,
      verifier,
      logger,
    }),
    rollback: new Rollback({ ...swap, waitMs: ROLLBACK_WAIT_MS }),
    verify: new VerifyTask({ verifier, verifications, now }),
    purge_segments: new PurgeSegments({ sets, tombstones, segments, indices, clock }),
  };
}

function startRangeWorker(
  { logger, sizes }: IndexerOptions,
  { pool, monitors, provisioner, metrics, search, syncStore }: Components,
  { bull, clock, random, closing }: WorkContext,
) {
  const ports = {
    ranges: new PostgresRanges(pool, monitors.postgres),
    search,
    results: syncStore,
    indices: provisioner,
    onCounts: metrics.onCounts,
    onDefect: (job: RebuildRangeJob, error: Error) =>
      logger.error({ err: error, ...job }, 'a range of a rebuild could not be copied; it is retried'),
  };
  return startBullWorker(rebuildQueue, {
    ...bull,
    concurrency: CONCURRENT_RANGES,
    process: (job) => copyRange(job, ports, { clock, random, closing, page: sizes?.copyPage ?? COPY_PAGE }),
    onError: (error) => logger.debug({ err: error }, 'queue error'),
  });
}
