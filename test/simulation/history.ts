import { Batcher } from '../../indexer/live/batcher.ts';
import { indexBatch, type BatchPorts, type ThreadOutcome } from '../../indexer/live/index-batch.ts';
import { sweepShared } from '../../indexer/index-set/sweep-shared.ts';
import { LiveIndices } from '../../indexer/index-set/live-indices.ts';
import { indexThread } from '../../indexer/live/index-thread.ts';
import { Reindex } from '../../indexer/rebuild/reindex.ts';
import { Rollback } from '../../indexer/rebuild/rollback.ts';
import { copyRange } from '../../indexer/rebuild/copy-range.ts';
import { runRelay } from '../../indexer/live/relay.ts';
import { coverWaiting, uncoverEnded } from '../../indexer/rebuild/cover-marks.ts';
import { runTasks } from '../../indexer/tasks/runner.ts';
import { Signal } from '../../indexer/runtime/signal.ts';
import { indexThreadKey, rebuildRangeKey, type IndexThreadJob, type RebuildRangeJob } from '../../mappings/queues.ts';
import { sliceOf } from '../../mappings/board.ts';
import { keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import { createLogger } from '../../platform/logger.ts';
import { SimulatedElasticsearch, type ElasticsearchMutants } from './elasticsearch.ts';
import { countDrift, findLeftBehind } from './outcome.ts';
import { BOARD, SimulatedPostgres, type PostgresMutants } from './postgres.ts';
import { simulatedVerifier, SimulatedRanges, type RebuildMutants } from './rebuild.ts';
import { SimulatedRedis } from './redis.ts';
import { Scheduler, SimulatedProcess } from './scheduler.ts';

export type Mutants = PostgresMutants &
  ElasticsearchMutants &
  RebuildMutants & {
    /** Every thread takes several snapshots. Not a mutant: all properties must hold. */
    readonly smallSnapshots?: boolean;
  };

export interface HistoryResult {
  /** Documents that are missing, extra or different from PostgreSQL when all work has ended. */
  readonly drift: number;
  /** Threads that are still dirty when no work is left. */
  readonly stuck: number;
  /** Differences that the verification of a rebuild has found before the swap. */
  readonly drifted: number;
  /** Documents that searches no longer found after aliases had moved. */
  readonly stepsBack: number;
  /** Indices that will never be dropped, wrong aliases, and tasks that never end. */
  readonly leftBehind: readonly string[];
  /** Errors that a running indexer would log as defects. */
  readonly defects: readonly Error[];
  readonly steps: number;
  readonly seen: Readonly<Record<Event, number>>;
}

type Event =
  | 'kill'
  | 'freeze'
  | 'redis loss'
  | 'index loss'
  | 'slice'
  | 'rebuild'
  | 'rollback'
  | 'cancel'
  | 'pause'
  | 'overtaken'
  | 'index gone'
  | 'stale'
  | 'busy'
  | 'away'
  | 'cover'
  | 'cover waiting'
  | 'join'
  | 'own'
  | 'clear'
  | 'import';

const THREADS = 2;
/** The nums of one thread lie in different slices. */
const POSTS = 6;
const NEWEST_SLICE = sliceOf(POSTS, BOARD.sliceSize);
const WORKERS = 2;
const CONCURRENT_JOBS = 3;
const MAX_STEPS = 20_000;
/** In one of so many histories the board moves between shared indices and its own. */
const SHARING_EVERY = 3;
const SILENT = createLogger({ logLevel: 'silent', logFormat: 'json' }, 'simulation');

function threadOf(num: number): number {
  return 1 + (num % THREADS);
}

/**
 * Runs one history of writers, two indexer processes, rebuilds and rollbacks, with kills, freezes, lost queues, lost
 * indices, and slow and failing bulk requests. Relay, batcher, batches, jobs, index sets, tasks and rebuilds are the real
 * code; only the stores and the clock are simulated.
 */
export async function runHistory(seed: number, mutants: Mutants = {}): Promise<HistoryResult> {
  const history = new History(seed, mutants);
  return history.run();
}

class History {
  readonly #scheduler: Scheduler;
  readonly #postgres: SimulatedPostgres;
  readonly #redis: SimulatedRedis<IndexThreadJob>;
  readonly #rangeQueue: SimulatedRedis<RebuildRangeJob>;
  readonly #ranges: SimulatedRanges;
  #drifted = 0;
  readonly #elasticsearch: SimulatedElasticsearch;
  readonly #mutants: Mutants;
  readonly #shares: boolean;
  readonly #indexers: SimulatedProcess[] = [];
  readonly #defects: Error[] = [];
  readonly #seen: Record<Event, number> = {
    kill: 0,
    freeze: 0,
    'redis loss': 0,
    'index loss': 0,
    slice: 0,
    rebuild: 0,
    rollback: 0,
    cancel: 0,
    pause: 0,
    overtaken: 0,
    'index gone': 0,
    stale: 0,
    busy: 0,
    away: 0,
    cover: 0,
    'cover waiting': 0,
    join: 0,
    own: 0,
    clear: 0,
    import: 0,
  };
  /** Marks from which on rebuilds of this history cover them. */
  readonly #coverFrom: number;
  readonly #running = new Set<{ readonly process: SimulatedProcess | null }>();

  constructor(seed: number, mutants: Mutants) {
    this.#mutants = mutants;
    this.#scheduler = new Scheduler(seed);
    this.#shares = seed % SHARING_EVERY === 0;
    this.#postgres = new SimulatedPostgres(this.#scheduler, mutants, this.#shares);
    this.#redis = new SimulatedRedis(this.#scheduler, indexThreadKey);
    this.#rangeQueue = new SimulatedRedis(this.#scheduler, rebuildRangeKey);
    this.#ranges = new SimulatedRanges(this.#scheduler, this.#postgres, mutants);
    this.#elasticsearch = new SimulatedElasticsearch(this.#scheduler, mutants);
    for (const name of this.#postgres.neighbours.keys()) this.#elasticsearch.addNeighbour(name);
    this.#coverFrom = this.#scheduler.chance(0.5) ? 1 : Infinity;
    // A rebuild that is cancelled between moving the aliases and recording that returns to indices that lack what it covers.
    this.#elasticsearch.mayStepBack = (id) => this.#postgres.isCovered(threadOf(keyOfDocumentId(id).num));
  }

  async run(): Promise<HistoryResult> {
    const scheduler = this.#scheduler;
    const faultsUntil = 200 + scheduler.below(600);
    Object.assign(this.#elasticsearch.faults, { lost: 0.03, answerLost: 0.1, busy: 0.03 });
    if (scheduler.chance(0.2)) this.#import();
    for (let place = 0; place < WORKERS; place++) this.#startIndexer(place);
    for (let writer = 0; writer < 2; writer++) this.#background(() => this.#write(`writer ${writer}`, faultsUntil));
    this.#background(() => this.#administer(faultsUntil));

    while (scheduler.steps < faultsUntil) {
      if (!(await scheduler.step())) break;
      this.#maybeFault();
    }
    Object.assign(this.#elasticsearch.faults, { lost: 0, answerLost: 0, busy: 0 });
    // A restart restores lost indices that no write has touched since.
    if (this.#seen['index loss'] > 0) this.#restart(0);
    while (scheduler.steps < MAX_STEPS && !this.#isAtRest()) if (!(await scheduler.step())) break;
    const stores = { postgres: this.#postgres, elasticsearch: this.#elasticsearch };
    this.#seen.cover += this.#postgres.covered;
    this.#seen['cover waiting'] += this.#postgres.coveredWaiting;
    for (const { isShared } of this.#postgres.set.indices) this.#seen[isShared ? 'join' : 'own']++;
    const leftBehind = await findLeftBehind(scheduler, stores, (event) => this.#seen[event]++);
    return {
      drift: countDrift(stores, this.#mutants.hardDelete === true),
      stuck: this.#postgres.dirty.size,
      drifted: this.#drifted,
      stepsBack: this.#elasticsearch.stepsBack,
      leftBehind,
      defects: this.#defects,
      steps: scheduler.steps,
      seen: this.#seen,
    };
  }

  /** Before any indexer starts, all posts are imported and a rebuild is requested. Only one slice will have an index when it begins. */
  #import(): void {
    this.#seen.import++;
    for (let num = 1; num <= POSTS; num++) this.#postgres.importPost(num, threadOf(num));
    this.#postgres.tasks.enqueue('reindex');
  }

  /** Runs work that must end before the history is over, unless its process is killed. */
  #background(work: () => Promise<void>, process: SimulatedProcess | null = null): void {
    const entry = { process };
    this.#running.add(entry);
    void work().then(() => this.#running.delete(entry));
  }

  /** Writes during the time of faults, some in bursts, because mistakes show between two writes. */
  async #write(name: string, until: number): Promise<void> {
    const scheduler = this.#scheduler;
    const writer = new SimulatedProcess(name);
    for (let count = 7 + scheduler.below(6); count > 0; count--) {
      await this.#untilStep(writer, scheduler.steps + (scheduler.below(2) * 2 * (until - scheduler.steps)) / count);
      const num = 1 + scheduler.below(POSTS);
      await this.#postgres.write(writer, num, threadOf(num));
    }
  }

  async #untilStep(process: SimulatedProcess, step: number): Promise<void> {
    await this.#scheduler.call(
      process,
      () => undefined,
      () => this.#scheduler.steps >= step,
    );
  }

  /** Starts rebuilds and rollbacks, and pauses or cancels some of them. */
  async #administer(until: number): Promise<void> {
    const scheduler = this.#scheduler;
    const { tasks } = this.#postgres;
    const admin = new SimulatedProcess('admin');
    for (let round = 0; round < 4; round++) {
      await this.#untilStep(admin, scheduler.steps + scheduler.below(until / 3));
      await scheduler.call(admin, () => tasks.enqueue(scheduler.chance(0.7) ? 'reindex' : 'rollback'));
      if (scheduler.chance(0.6)) continue;
      await this.#untilStep(admin, scheduler.steps + scheduler.below(200));
      const isCancelled = scheduler.chance(0.5);
      await scheduler.call(admin, () => {
        const task = tasks.unfinished;
        if (task === undefined || (task.status === 'enqueued' && !isCancelled)) return;
        // A task that no worker has begun ends immediately.
        if (task.status === 'enqueued') task.status = 'cancelled';
        task.requestedAction = isCancelled ? 'cancel' : 'pause';
        this.#seen[isCancelled ? 'cancel' : 'pause']++;
      });
      await this.#untilStep(admin, scheduler.steps + scheduler.below(100));
      await scheduler.call(admin, () => {
        for (const task of tasks.rows) if (task.requestedAction === 'pause') task.requestedAction = 'run';
      });
    }
  }

  #startIndexer(place: number): void {
    const scheduler = this.#scheduler;
    const process = new SimulatedProcess(`indexer ${place}`);
    this.#indexers[place] = process;
    const clock = scheduler.clockOf(process);
    const { random } = scheduler;
    const running = new AbortController().signal;
    const provisioner = new LiveIndices({
      sets: this.#postgres.indexSetStoreOf(process),
      store: this.#elasticsearch.indexStoreOf(process),
      indexPrefix: '',
      onCreated: () => this.#seen.slice++,
      onForeign: () => undefined,
      onRestored: () => undefined,
      onRetired: () => this.#seen['index gone']++,
    });
    const snapshots = this.#postgres.snapshotStoreOf(process);
    const ports: BatchPorts = {
      snapshots: {
        read: (jobs, maxPosts) => snapshots.read(jobs, this.#mutants.smallSnapshots === true ? 2 : maxPosts),
      },
      results: this.#postgres.batchResultStoreOf(process),
      search: this.#elasticsearch.searchStoreOf(process),
      indices: provisioner,
      onCounts: ({ stale, busy }) => {
        this.#seen.stale += stale;
        this.#seen.busy += busy;
      },
      onDefect: (_, error) => this.#defects.push(error),
    };
    const batcher = new Batcher<IndexThreadJob, ThreadOutcome>({
      run: async (jobs) => {
        try {
          return await indexBatch(ports, jobs);
        } catch (error) {
          this.#seen.away++;
          throw error;
        }
      },
      concurrency: 2,
      maxItems: CONCURRENT_JOBS,
      lingerMs: 10,
      clock,
      random,
    });
    const queue = this.#redis.jobQueueOf(process);
    const prepared = this.#seen.import > 0 ? provisioner.ensureLive(BOARD.id, NEWEST_SLICE) : Promise.resolve();
    this.#background(() => prepared.then(() => provisioner.restoreLost(BOARD.id)), process);
    const relay = async () => {
      const onDefect = (error: Error) => this.#defects.push(error);
      await runRelay(
        { dirty: this.#postgres.dirtyQueueOf(process), queue },
        { clock, random, newWork: new Signal(), onDefect },
        running,
      );
    };
    const worker = async () => {
      for (;;) {
        const active = await this.#redis.take(process);
        await indexThread(active.job, { index: (job) => batcher.add(job), clock, random, closing: running });
        await this.#redis.finish(active);
      }
    };
    const onDefect = (error: unknown) => this.#defects.push(error as Error);
    prepared.then(() => this.#startTasks(process, ports)).catch(onDefect);
    relay().catch(onDefect);
    for (let count = 0; count < CONCURRENT_JOBS; count++) worker().catch(onDefect);
  }

  async #startTasks(process: SimulatedProcess, { search, results, indices }: BatchPorts): Promise<void> {
    const scheduler = this.#scheduler;
    const clock = scheduler.clockOf(process);
    const { random } = scheduler;
    const closing = new AbortController().signal;
    const onForeign = () => this.#defects.push(new Error('an index that a rebuild was about to create has documents'));
    const swap = {
      sets: this.#postgres.indexSetStoreOf(process),
      store: this.#elasticsearch.indexStoreOf(process),
      dirty: this.#ranges.dirtyWatchOf(process),
      clock,
      now: () => scheduler.now,
      // The simulated time jumps, which would exceed any limit.
      waitMs: Infinity,
    };
    const reindex = new Reindex({
      ...swap,
      ranges: this.#ranges.planOf(process),
      marks: this.#postgres.coveredMarksOf(process),
      coverFrom: this.#coverFrom,
      queue: this.#rangeQueue.jobQueueOf(process),
      indexPrefix: '',
      onForeign,
      verifier: simulatedVerifier(scheduler, this.#postgres, this.#elasticsearch, process, () => this.#drifted++),
      room: { fits: () => Promise.resolve(true) },
      logger: SILENT,
    });
    const copyRanges = async () => {
      for (;;) {
        const active = await this.#rangeQueue.take(process);
        const onDefect = (_: unknown, error: Error) => this.#defects.push(error);
        const ranges = this.#ranges.rangeCopiesOf(process);
        const ports = { ranges, search, results, indices, onCounts: () => undefined, onDefect };
        const page = { posts: 1 + scheduler.below(3), bytes: 1 + scheduler.below(1_000) };
        await copyRange(active.job, ports, { clock, random, closing, page });
        await this.#rangeQueue.finish(active);
      }
    };
    const onDefect = (error: unknown) => this.#defects.push(error as Error);
    copyRanges().catch(onDefect);
    const sweep = async () => {
      for (;;) {
        await clock.wait(1 + scheduler.below(40_000), closing);
        await sweepShared(
          {
            sets: this.#postgres.sharedSetsOf(process),
            store: swap.store,
            onDropped: () => undefined,
            onCleared: () => this.#seen.clear++,
          },
          closing,
        );
      }
    };
    if (this.#shares) sweep().catch(onDefect);
    const cover = async () => {
      const waiting = this.#postgres.waitingRebuildsOf(process);
      const marks = this.#postgres.coveredMarksOf(process);
      for (;;) {
        await coverWaiting({ sets: swap.sets, marks, waiting, coverFrom: this.#coverFrom }, closing);
        await uncoverEnded(this.#postgres.endedCoversOf(process));
        await clock.wait(1 + scheduler.below(2_000), closing);
      }
    };
    if (this.#coverFrom < Infinity) cover().catch(onDefect);
    const handlers = { reindex, rollback: new Rollback(swap) };
    const store = this.#postgres.tasks.storeOf(process);
    await runTasks(
      { store, handlers, scheduled: true, worker: process.name, clock, random, logger: SILENT, newWork: new Signal() },
      closing,
    );
  }

  #restart(place: number): void {
    const process = this.#indexers[place];
    if (process !== undefined) this.#scheduler.kill(process);
    this.#startIndexer(place);
  }

  #maybeFault(): void {
    const scheduler = this.#scheduler;
    const place = scheduler.below(WORKERS);
    if (scheduler.chance(0.015)) {
      this.#restart(place);
      this.#seen.kill++;
    }
    const process = this.#indexers[place];
    if (process !== undefined && scheduler.chance(0.02)) {
      process.frozenUntil = scheduler.steps + 30 + scheduler.below(150);
      this.#seen.freeze++;
    }
    if (scheduler.chance(0.15)) {
      const isStalled = (holder: SimulatedProcess) => !holder.alive || holder.frozenUntil > scheduler.steps;
      this.#redis.returnStalled(isStalled);
      this.#rangeQueue.returnStalled(isStalled);
    }
    if (scheduler.chance(0.01)) {
      this.#redis.loseEverything();
      this.#rangeQueue.loseEverything();
      this.#seen['redis loss']++;
    }
    if (scheduler.chance(0.0005)) {
      const there = this.#postgres.set.indices.filter(({ state }) => state !== 'retired');
      const lost = there[scheduler.below(there.length)];
      if (lost !== undefined) {
        this.#elasticsearch.drop(lost.name);
        this.#seen['index loss']++;
      }
    }
  }

  #isAtRest(): boolean {
    const isHeld = [...this.#redis.active].some(({ holder }) => holder.alive);
    return (
      ![...this.#running].some(({ process }) => process?.alive !== false) &&
      this.#postgres.dirty.size === 0 &&
      this.#postgres.tasks.unfinished === undefined &&
      this.#redis.waiting.size === 0 &&
      !isHeld &&
      this.#elasticsearch.running === 0
    );
  }
}
