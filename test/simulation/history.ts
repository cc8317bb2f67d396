import { Gather } from '../../indexer/gather.ts';
import { indexBatch, type BatchPorts, type ThreadOutcome } from '../../indexer/index-batch.ts';
import { LiveIndices } from '../../indexer/index-set/live-indices.ts';
import { indexThread } from '../../indexer/index-thread.ts';
import { runRelay } from '../../indexer/relay.ts';
import { Wake } from '../../indexer/wake.ts';
import { sliceOf } from '../../mappings/board.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import type { IndexThreadJob } from '../../mappings/queues.ts';
import { SimulatedElasticsearch, type ElasticsearchMutants } from './elasticsearch.ts';
import { BOARD, SimulatedPostgres, type PostgresMutants } from './postgres.ts';
import { rebuildOnce } from './rebuild.ts';
import { SimulatedRedis } from './redis.ts';
import { Scheduler, SimulatedProcess } from './scheduler.ts';

export type Mutants = PostgresMutants &
  ElasticsearchMutants & {
    /** The snapshot cuts threads so short that every one takes several rounds. Not a mutant: everything must hold. */
    readonly smallSnapshots?: boolean;
  };

export interface HistoryResult {
  /** Documents that are missing, extra or not what PostgreSQL holds when everything has come to rest. */
  readonly drift: number;
  /** Threads still marked when no step is left: work that nobody does. */
  readonly stuck: number;
  /** Errors that a running indexer would log as defects. */
  readonly defects: readonly Error[];
  readonly steps: number;
  readonly seen: Readonly<Record<Event, number>>;
}

type Event = 'kill' | 'freeze' | 'redis loss' | 'index loss' | 'slice' | 'rebuild' | 'stale' | 'busy' | 'away';

const THREADS = 2;
/** Nums of one thread lie in different slices. */
const POSTS = 6;
const WORKERS = 2;
const JOBS_AT_ONCE = 3;
const MAX_STEPS = 5_000;

/**
 * One history of writers, two indexer processes, a rebuild, kills, freezes, lost queues, lost indices, slow and failing
 * bulks. Relay, gathering, batches, jobs and index sets are the product's own code.
 */
export async function runHistory(seed: number, mutants: Mutants = {}): Promise<HistoryResult> {
  const history = new History(seed, mutants);
  return history.run();
}

class History {
  readonly #scheduler: Scheduler;
  readonly #postgres: SimulatedPostgres;
  readonly #redis: SimulatedRedis;
  readonly #elasticsearch: SimulatedElasticsearch;
  readonly #mutants: Mutants;
  readonly #indexers: SimulatedProcess[] = [];
  readonly #defects: Error[] = [];
  readonly #seen: Record<Event, number> = {
    kill: 0,
    freeze: 0,
    'redis loss': 0,
    'index loss': 0,
    slice: 0,
    rebuild: 0,
    stale: 0,
    busy: 0,
    away: 0,
  };
  readonly #underWay = new Set<{ readonly process: SimulatedProcess | null }>();

  constructor(seed: number, mutants: Mutants) {
    this.#mutants = mutants;
    this.#scheduler = new Scheduler(seed);
    this.#postgres = new SimulatedPostgres(this.#scheduler, mutants);
    this.#redis = new SimulatedRedis(this.#scheduler);
    this.#elasticsearch = new SimulatedElasticsearch(this.#scheduler, mutants);
  }

  async run(): Promise<HistoryResult> {
    const scheduler = this.#scheduler;
    const faultsUntil = 150 + scheduler.below(250);
    Object.assign(this.#elasticsearch.faults, { lost: 0.03, answerLost: 0.1, busy: 0.03 });
    for (let place = 0; place < WORKERS; place++) this.#startIndexer(place);
    for (let writer = 0; writer < 2; writer++) this.#background(() => this.#write(`writer ${writer}`, faultsUntil));
    this.#background(() => this.#rebuild(faultsUntil));

    while (scheduler.steps < faultsUntil) {
      if (!(await scheduler.step())) break;
      this.#maybeFault();
    }
    Object.assign(this.#elasticsearch.faults, { lost: 0, answerLost: 0, busy: 0 });
    // One restart repairs what was lost while everybody looked elsewhere.
    if (this.#seen['index loss'] > 0) this.#restart(0);
    while (scheduler.steps < MAX_STEPS && !this.#isAtRest()) if (!(await scheduler.step())) break;
    return {
      drift: this.#drift(),
      stuck: this.#postgres.dirty.size,
      defects: this.#defects,
      steps: scheduler.steps,
      seen: this.#seen,
    };
  }

  /** What must have ended before a history is at rest, unless its process has died. */
  #background(work: () => Promise<void>, process: SimulatedProcess | null = null): void {
    const entry = { process };
    this.#underWay.add(entry);
    void work().then(() => this.#underWay.delete(entry));
  }

  /** Spread over the time of faults, some in bursts: what goes wrong goes wrong between two writes. */
  async #write(name: string, until: number): Promise<void> {
    const scheduler = this.#scheduler;
    const writer = new SimulatedProcess(name);
    for (let count = 7 + scheduler.below(6); count > 0; count--) {
      await this.#untilStep(writer, scheduler.steps + (scheduler.below(2) * 2 * (until - scheduler.steps)) / count);
      const num = 1 + scheduler.below(POSTS);
      await this.#postgres.write(writer, num, 1 + (num % THREADS));
    }
  }

  async #untilStep(process: SimulatedProcess, step: number): Promise<void> {
    await this.#scheduler.call(
      process,
      () => undefined,
      () => this.#scheduler.steps >= step,
    );
  }

  async #rebuild(until: number): Promise<void> {
    const scheduler = this.#scheduler;
    const process = new SimulatedProcess('rebuild');
    for (let round = 0; round < 2; round++) {
      await this.#untilStep(process, scheduler.below(until));
      await rebuildOnce(scheduler, this.#postgres, this.#elasticsearch, process);
      this.#seen.rebuild++;
    }
  }

  #startIndexer(place: number): void {
    const scheduler = this.#scheduler;
    const process = new SimulatedProcess(`indexer ${place}`);
    this.#indexers[place] = process;
    const clock = scheduler.clockOf(process);
    const { random } = scheduler;
    const running = new AbortController().signal;
    const keeper = new LiveIndices({
      sets: this.#postgres.indexSetStoreOf(process),
      store: this.#elasticsearch.indexStoreOf(process),
      indexPrefix: '',
      onMade: () => this.#seen.slice++,
      onForeign: () => undefined,
      onRestored: () => undefined,
    });
    const snapshots = this.#postgres.snapshotStoreOf(process);
    const ports: BatchPorts = {
      snapshots: {
        read: (jobs, maxPosts) => snapshots.read(jobs, this.#mutants.smallSnapshots === true ? 2 : maxPosts),
      },
      settlements: this.#postgres.settlementStoreOf(process),
      search: this.#elasticsearch.searchStoreOf(process),
      indices: keeper,
      onCounts: ({ stale, busy }) => {
        this.#seen.stale += stale;
        this.#seen.busy += busy;
      },
      onDefect: (_, error) => this.#defects.push(error),
    };
    const gather = new Gather<IndexThreadJob, ThreadOutcome>({
      run: async (jobs) => {
        try {
          return await indexBatch(ports, jobs);
        } catch (error) {
          this.#seen.away++;
          throw error;
        }
      },
      lanes: 2,
      maxItems: JOBS_AT_ONCE,
      lingerMs: 10,
      clock,
      random,
    });
    const queue = this.#redis.jobQueueOf(process);
    this.#background(() => keeper.restoreLost(BOARD.id), process);
    const relay = async () => {
      const onDefect = (error: Error) => this.#defects.push(error);
      await runRelay(
        { dirty: this.#postgres.dirtyQueueOf(process), queue },
        { clock, random, wake: new Wake(), onDefect },
        running,
      );
    };
    const worker = async () => {
      for (;;) {
        const active = await this.#redis.take(process);
        await indexThread(active.job, { gather: (job) => gather.add(job), clock, random, closing: running });
        await this.#redis.finish(active);
      }
    };
    const onDefect = (error: unknown) => this.#defects.push(error as Error);
    relay().catch(onDefect);
    for (let count = 0; count < JOBS_AT_ONCE; count++) worker().catch(onDefect);
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
      this.#redis.returnStalled((holder) => !holder.alive || holder.frozenUntil > scheduler.steps);
    }
    if (scheduler.chance(0.01)) {
      this.#redis.loseEverything();
      this.#seen['redis loss']++;
    }
    if (scheduler.chance(0.0005)) {
      const live = this.#postgres.set.indices.find(({ state }) => state === 'live');
      if (live !== undefined) {
        this.#elasticsearch.drop(live.name);
        this.#seen['index loss']++;
      }
    }
  }

  #isAtRest(): boolean {
    const isHeld = [...this.#redis.active].some(({ holder }) => holder.alive);
    return (
      ![...this.#underWay].some(({ process }) => process?.alive !== false) &&
      this.#postgres.dirty.size === 0 &&
      this.#redis.waiting.size === 0 &&
      !isHeld &&
      this.#elasticsearch.underWay === 0
    );
  }

  #drift(): number {
    const live = this.#postgres.set.indices.filter(({ state }) => state === 'live');
    const found = new Map<string, { version: number; rev: number }>();
    let drift = 0;
    for (const { name } of live) {
      for (const [id, document] of this.#elasticsearch.indices.get(name) ?? []) {
        if (found.has(id)) drift++;
        found.set(id, document);
      }
    }
    for (const post of this.#postgres.posts.values()) {
      const id = documentId(post);
      const document = found.get(id);
      found.delete(id);
      const isPurgedAway = this.#mutants.hardDelete === true && post.hidden && document === undefined;
      const isInPlace = live.some(
        ({ name, slice }) =>
          slice === sliceOf(post.num, BOARD.sliceSize) && this.#elasticsearch.indices.get(name)?.has(id),
      );
      const isSame = document?.version === documentVersion(1, post.rev) && document.rev === post.rev && isInPlace;
      if (!isSame && !isPurgedAway) drift++;
    }
    return drift + found.size;
  }
}
