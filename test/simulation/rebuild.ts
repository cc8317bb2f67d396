import type {
  CopyState,
  DirtyWatch,
  OpenRange,
  Position,
  RangePlan,
  RangeCopies,
  CopiedPage,
} from '../../indexer/rebuild/ports.ts';
import type { IndexVerifier, Verification } from '../../indexer/verify/verification.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import { sliceOf } from '../../mappings/board.ts';
import { rebuildRangeKey, type RebuildRangeJob } from '../../mappings/queues.ts';
import type { SimulatedElasticsearch } from './elasticsearch.ts';
import { BOARD, isCoveredMark, type SimulatedPostgres } from './postgres.ts';
import type { Scheduler, SimulatedProcess } from './scheduler.ts';

export interface RebuildMutants {
  /** The rebuild does not wait for changes that were made while the rows were copied. */
  readonly noCatchUp?: boolean;
  /** A worker saves its position before Elasticsearch has taken the page. */
  readonly positionFirst?: boolean;
}

interface Range extends RebuildRangeJob {
  readonly lastNum: number;
  done: Position;
  documents: number;
  isDone: boolean;
  queuedAt: number | null;
}

/** So few that every slice has several ranges. */
const POSTS_PER_RANGE = 2;

/** The rows of `rebuild_ranges`, and the reads of a rebuild. Every statement is one step. */
export class SimulatedRanges {
  readonly rows = new Map<string, Range>();
  readonly #scheduler: Scheduler;
  readonly #postgres: SimulatedPostgres;
  readonly #mutants: RebuildMutants;

  constructor(scheduler: Scheduler, postgres: SimulatedPostgres, mutants: RebuildMutants) {
    this.#scheduler = scheduler;
    this.#postgres = postgres;
    this.#mutants = mutants;
  }

  planOf(process: SimulatedProcess): RangePlan {
    const call = <T>(work: () => T) => this.#scheduler.call(process, work);
    return {
      plan: (task, { slice, sliceSize }) =>
        call(() => {
          const planned = this.#rangesOf(task.id).filter((range) => range.slice === slice);
          const firstNum = Math.max(slice * sliceSize, ...planned.map(({ lastNum }) => lastNum + 1));
          const end = (slice + 1) * sliceSize;
          if (firstNum >= end) return false;
          const lastNum = Math.min(firstNum + POSTS_PER_RANGE, end) - 1;
          this.#add({ taskId: task.id, slice, firstNum }, lastNum);
          return lastNum < end - 1;
        }),
      claim: (taskId, limit, leaseMs) =>
        call(() => {
          const { now } = this.#scheduler;
          const due = this.#rangesOf(taskId).filter(
            ({ isDone, queuedAt }) => !isDone && (queuedAt === null || queuedAt < now - leaseMs),
          );
          return due.slice(0, limit).map((range) => {
            range.queuedAt = now;
            return { taskId, slice: range.slice, firstNum: range.firstNum };
          });
        }),
      state: (taskId) => call(() => this.#stateOf(taskId)),
      deleteAll: (task) =>
        call(() => {
          if (!this.#postgres.tasks.isHeld(task)) return;
          for (const range of this.#rangesOf(task.id)) this.rows.delete(rebuildRangeKey(range));
        }),
    };
  }

  rangeCopiesOf(process: SimulatedProcess): RangeCopies {
    const call = <T>(work: () => T) => this.#scheduler.call(process, work);
    return {
      open: (job) => call(() => this.#open(job)),
      isWanted: (range) => call(() => this.#open(range) !== null),
      read: async (range, after, limit, take) => {
        const page = await call(() =>
          [...this.#postgres.posts.values()]
            .filter(({ num }) => num > after.num && num <= range.lastNum)
            .sort((a, b) => a.num - b.num)
            .slice(0, limit),
        );
        for (const post of page) take(post);
      },
      save: (range, page) => call(() => this.#save(range, page)),
    };
  }

  dirtyWatchOf(process: SimulatedProcess): DirtyWatch {
    const call = <T>(work: () => T) => this.#scheduler.call(process, work);
    return {
      drawBarrier: () => call(() => this.#postgres.drawRev()),
      countDirtyBelow: (_, barrier) =>
        call(() => {
          if (this.#mutants.noCatchUp === true) return 0;
          const open = [...this.#postgres.dirty.values()].filter((mark) => !isCoveredMark(mark));
          return open.filter(({ minRev }) => minRev < barrier).length;
        }),
    };
  }

  #rangesOf(taskId: number): Range[] {
    return [...this.rows.values()].filter((range) => range.taskId === taskId);
  }

  #add(job: RebuildRangeJob, lastNum: number): void {
    const done = { num: job.firstNum - 1, subnum: 0 };
    this.rows.set(rebuildRangeKey(job), { ...job, lastNum, done, documents: 0, isDone: false, queuedAt: null });
  }

  #stateOf(taskId: number): CopyState {
    const ranges = this.#rangesOf(taskId);
    const documents = ranges.reduce((sum, range) => sum + range.documents, 0);
    return {
      documents,
      refused: 0,
      planned: documents,
      open: ranges.filter(({ isDone }) => !isDone).length,
      isBehind: false,
    };
  }

  #isRunning(taskId: number): boolean {
    const task = this.#postgres.tasks.rows[taskId - 1];
    return task?.status === 'processing' && task.requestedAction === 'run';
  }

  #open(job: RebuildRangeJob): OpenRange | null {
    const range = this.rows.get(rebuildRangeKey(job));
    const index = this.#postgres.set.indices.find(
      ({ taskId, slice, state }) => taskId === job.taskId && slice === job.slice && state === 'building',
    );
    if (range === undefined || range.isDone || index === undefined || !this.#isRunning(job.taskId)) return null;
    if (this.#mutants.positionFirst === true) range.isDone = true;
    const { id: boardId, name: board } = BOARD;
    return {
      ...job,
      boardId,
      board,
      indexName: index.name,
      hasDocuments: true,
      mappingVersion: index.mappingVersion,
      epoch: 1,
      lastNum: range.lastNum,
      done: range.done,
    };
  }

  #save(job: RebuildRangeJob, { from, to, documents, isLast }: CopiedPage): boolean {
    const range = this.rows.get(rebuildRangeKey(job));
    if (range === undefined || range.isDone || range.done.num !== from.num) return false;
    const goesOn = this.#isRunning(job.taskId);
    Object.assign(range, { done: to, documents: range.documents + documents, isDone: isLast });
    range.queuedAt = goesOn ? this.#scheduler.now : null;
    return goesOn;
  }
}

/** Compares both stores at one moment: a row of a thread that is not dirty differs from its document only through drift. */
export function simulatedVerifier(
  scheduler: Scheduler,
  postgres: SimulatedPostgres,
  elasticsearch: SimulatedElasticsearch,
  process: SimulatedProcess,
  onDrift: () => void,
): IndexVerifier {
  return {
    async verify({ indices }): Promise<Verification> {
      const drift = await scheduler.call(process, () => {
        const wanted = postgres.set.indices.filter(({ name, state }) => indices?.includes(name) && state !== 'retired');
        const open = [...postgres.dirty.values()].filter((mark) => !isCoveredMark(mark));
        const marked = new Set(open.map(({ thread }) => thread));
        const rows = [...postgres.posts.values()].filter(({ thread }) => !marked.has(thread));
        return wanted.flatMap(({ name, slice }) =>
          rows.filter(
            (post) =>
              sliceOf(post.num, BOARD.sliceSize) === slice &&
              elasticsearch.indices.has(name) &&
              elasticsearch.indices.get(name)?.get(documentId(post))?.version !== documentVersion(1, post.rev),
          ),
        ).length;
      });
      if (drift > 0) onDrift();
      return {
        found: drift,
        drift,
        documents: 0,
        ranges: 0,
        pending: 0,
        quarantined: 0,
        rewritten: 0,
        uncompared: 0,
        kinds: {},
        samples: [],
        outdated: [],
        replaced: [],
        unindexed: [],
      };
    },
  };
}
