import type {
  IndexSetStore,
  NewIndex,
  RegisteredIndex,
  SetChange,
  SharedIndexSets,
  SharedMember,
} from '../../indexer/index-set/ports.ts';
import type {
  DirtyQueue,
  IndexSet,
  BatchResult,
  BatchResultStore,
  Snapshot,
  SnapshotStore,
} from '../../indexer/live/ports.ts';
import { sliceOf } from '../../mappings/board.ts';
import { indexName } from '../../mappings/elasticsearch/index-names.ts';
import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import type { Post } from '../../mappings/post.ts';
import { indexThreadKey, type IndexThreadJob } from '../../mappings/queues.ts';
import { aPost } from '../support/builders.ts';
import type { CoveredMarks, WaitingRebuilds } from '../../indexer/rebuild/ports.ts';
import type { Scheduler, SimulatedProcess } from './scheduler.ts';
import { SimulatedTasks } from './tasks.ts';

export interface PostgresMutants {
  /** gen is counted per row, and starts again at 1 after the row was deleted. */
  readonly counterGen?: boolean;
  /** Workers cache the index set and read it only sometimes. */
  readonly cachedSet?: boolean;
  /** Dirty rows are cleared regardless of the set's version. */
  readonly noVersionCheck?: boolean;
  /** Dirty rows are cleared regardless of their gen. */
  readonly noGenCheck?: boolean;
  /** Changes of the set do not raise its version. */
  readonly sameVersion?: boolean;
  /** Indices of this state get no live writes. */
  readonly outsideSet?: 'building' | 'standby';
  /** A worker that has lost its task may still change the set. */
  readonly noFence?: boolean;
  /** A dirty row that was claimed is never claimed again. */
  readonly noLease?: boolean;
  /** A rebuild also covers marks whose revs were drawn before it and that commit later. */
  readonly coverByRev?: boolean;
  /** A mark stays covered when its thread is marked again. */
  readonly keepCovered?: boolean;
  /** A rebuild that ends without a swap leaves its marks covered. */
  readonly noUncover?: boolean;
  /** A rebuild covers marks again whenever a worker takes it over, though rows may have been copied. */
  readonly coverAgain?: boolean;
  /** The marks of a rebuild that waited are covered although a worker has begun it. */
  readonly coverBegun?: boolean;
  /** A rebuild that has covered marks keeps the old indices for a rollback. */
  readonly keepStandby?: boolean;
  /** Housekeeping of shared indices reads their members before it counts their documents. */
  readonly earlyMembers?: boolean;
  /** A rebuild that covers marks fills only slices that have a live index. */
  readonly liveSlicesOnly?: boolean;
}

interface Mark extends IndexThreadJob {
  gen: number;
  minRev: number;
  queuedGen: number | null;
  queuedAt: number;
  coveredBy: number | null;
  coveredGen: number | null;
}

interface RegistryRow extends Omit<RegisteredIndex, 'state' | 'ageMs'> {
  readonly state: RegisteredIndex['state'] | 'retired';
  readonly since: number;
}

interface RegisteredSet {
  version: number;
  indices: RegistryRow[];
  heldBy: SimulatedProcess | null;
}

/** Any later mark has another gen. */
export function isCoveredMark({ gen, coveredGen }: Pick<Mark, 'gen' | 'coveredGen'>): boolean {
  return gen === coveredGen;
}

export const BOARD = { id: 1, name: 'sim', sliceSize: 4 } as const;

/** Shared indices of each slice at the beginning; more are created when they are used up. */
const SHARED_BUILDS = 2;

/** Every transaction is one step, except those of writers, which hold their thread's rows over several steps. */
export class SimulatedPostgres {
  readonly posts = new Map<number, Post>();
  readonly dirty = new Map<string, Mark>();
  readonly tasks: SimulatedTasks;
  readonly set: RegisteredSet = { version: 1, indices: [], heldBy: null };
  /** Shared indices of another board, by slice; the board can join them. */
  readonly neighbours: ReadonlyMap<string, number>;
  readonly #scheduler: Scheduler;
  readonly #mutants: PostgresMutants;
  readonly #shares: boolean;
  readonly #lockedThreads = new Set<number>();
  /** Marks that a rebuild has covered. */
  covered = 0;
  /** Rebuilds whose marks were covered before a worker began them. */
  coveredWaiting = 0;
  #lastBuild = SHARED_BUILDS;
  #lastRev = 0;
  #lastGen = 0;
  #coveringTask: { readonly id: number; readonly rev: number } | null = null;

  /** `shares`: the board moves between shared indices and its own. */
  constructor(scheduler: Scheduler, mutants: PostgresMutants = {}, shares = false) {
    this.#scheduler = scheduler;
    this.#shares = shares;
    this.#mutants = mutants;
    this.tasks = new SimulatedTasks(scheduler, mutants.coverAgain === true);
    const builds = Array.from({ length: SHARED_BUILDS }, (_, place) => place + 1);
    const slices = [0, 1];
    this.neighbours = new Map(
      slices.flatMap((slice) =>
        builds.map((build): [string, number] => [indexName('', { board: null, slice, build }), slice]),
      ),
    );
  }

  /** Writes a post. The rev is drawn early in the transaction, and others commit in between. */
  async write(writer: SimulatedProcess, num: number, thread: number): Promise<void> {
    const scheduler = this.#scheduler;
    const rev = await scheduler.call(
      writer,
      () => {
        this.#lockedThreads.add(thread);
        return ++this.#lastRev;
      },
      () => !this.#lockedThreads.has(thread),
    );
    await scheduler.call(writer, () => {
      this.#lockedThreads.delete(thread);
      const before = this.posts.get(num);
      if (before?.hidden === true) return; // purged: a later scrape does not restore it
      const hidden = before !== undefined && scheduler.chance(0.3);
      this.posts.set(num, aPost({ board: BOARD.name, num, thread, opener: num === thread, rev, hidden }));
      this.#mark(thread, rev);
    });
  }

  /** Adds a post and its mark in one step, as an import before the history. */
  importPost(num: number, thread: number): void {
    const rev = ++this.#lastRev;
    this.posts.set(num, aPost({ board: BOARD.name, num, thread, opener: num === thread, rev }));
    this.#mark(thread, rev);
  }

  #mark(thread: number, rev: number): void {
    const key = indexThreadKey({ boardId: BOARD.id, thread });
    const mark = this.dirty.get(key);
    const gen = this.#mutants.counterGen === true ? (mark?.gen ?? 0) + 1 : ++this.#lastGen;
    const coveredBy = this.#coverOf(rev, mark);
    this.dirty.set(key, {
      boardId: BOARD.id,
      thread,
      gen,
      minRev: Math.min(mark?.minRev ?? Infinity, rev),
      queuedGen: mark?.queuedGen ?? null,
      queuedAt: mark?.queuedAt ?? 0,
      coveredBy,
      coveredGen: coveredBy === null ? null : gen,
    });
  }

  /** The task that covers a new mark: none, except for two mutants. */
  #coverOf(rev: number, before: Mark | undefined): number | null {
    const { coverByRev, keepCovered } = this.#mutants;
    if (keepCovered === true && before?.coveredBy != null) return before.coveredBy;
    const covering = this.#coveringTask;
    if (coverByRev !== true || covering === null || rev >= covering.rev) return null;
    const isBuilding = this.set.indices.some(({ taskId, state }) => taskId === covering.id && state === 'building');
    return isBuilding ? covering.id : null;
  }

  /** Returns whether a rebuild copies the posts of this thread's mark. */
  isCovered(thread: number): boolean {
    const mark = this.dirty.get(indexThreadKey({ boardId: BOARD.id, thread }));
    return mark !== undefined && isCoveredMark(mark);
  }

  coveredMarksOf(process: SimulatedProcess): CoveredMarks {
    const each = (taskId: number, limit: number, work: (key: string, mark: Mark) => void) =>
      this.#scheduler.call(process, () => {
        const covered = [...this.dirty].filter(([, mark]) => mark.coveredBy === taskId).slice(0, limit);
        for (const [key, mark] of covered) work(key, mark);
        return covered.length;
      });
    return {
      count: (_, limit) =>
        this.#scheduler.call(process, () => {
          const marks = Math.min(limit, this.dirty.size);
          return { own: marks, all: marks };
        }),
      clear: (taskId) =>
        this.#scheduler.call(process, () => {
          const covered = [...this.dirty].filter(([, mark]) => mark.coveredBy === taskId && isCoveredMark(mark));
          for (const [key] of covered.slice(0, 1)) this.dirty.delete(key);
          return Math.min(1, covered.length);
        }),
      uncover: async (taskId) => {
        if (this.#mutants.noUncover === true) return 0;
        return each(taskId, 1, (_, mark) => Object.assign(mark, { coveredBy: null, coveredGen: null }));
      },
    };
  }

  endedCoversOf(process: SimulatedProcess): { uncoverEnded(): Promise<number> } {
    const hasEnded = ({ coveredBy }: Mark) =>
      coveredBy !== null && !['enqueued', 'processing'].includes(this.tasks.rows[coveredBy - 1]?.status ?? '');
    return {
      uncoverEnded: () =>
        this.#scheduler.call(process, () => {
          const ended = this.#mutants.noUncover === true ? [] : [...this.dirty.values()].filter(hasEnded).slice(0, 1);
          for (const mark of ended) Object.assign(mark, { coveredBy: null, coveredGen: null });
          return ended.length;
        }),
    };
  }

  waitingRebuildsOf(process: SimulatedProcess): WaitingRebuilds {
    const isWaiting = ({ kind, status, details }: SimulatedTasks['rows'][number]) =>
      kind === 'reindex' &&
      (status === 'enqueued' || (this.#mutants.coverBegun === true && status === 'processing')) &&
      !('covered' in details);
    return {
      uncovered: () =>
        this.#scheduler.call(process, () =>
          // No worker has raised the fence.
          this.tasks.rows.filter(isWaiting).map(({ id }) => ({ id, fence: 0, boardId: BOARD.id })),
        ),
      recordCovered: ({ id, fence }, marks) =>
        this.#scheduler.call(process, () => {
          const row = this.tasks.rows[id - 1];
          if (row?.fence !== fence || row.status !== 'enqueued') return;
          row.details = { ...row.details, covered: marks };
          this.coveredWaiting++;
        }),
    };
  }

  dirtyQueueOf(process: SimulatedProcess): DirtyQueue {
    return {
      claim: (limit, leaseMs) =>
        this.#scheduler.call(process, () => {
          const now = this.#scheduler.now;
          const isDue = (mark: Mark) =>
            !isCoveredMark(mark) &&
            !this.#lockedThreads.has(mark.thread) &&
            (mark.queuedGen !== mark.gen || (this.#mutants.noLease !== true && mark.queuedAt < now - leaseMs));
          const claimed = [...this.dirty.values()]
            .filter(isDue)
            .sort((a, b) => a.gen - b.gen)
            .slice(0, limit);
          for (const mark of claimed) {
            mark.queuedGen = mark.gen;
            mark.queuedAt = now;
          }
          return claimed.map(({ boardId, thread }) => ({ boardId, thread }));
        }),
    };
  }

  snapshotStoreOf(process: SimulatedProcess): SnapshotStore {
    let remembered: IndexSet | null = null;
    return {
      read: (wanted, maxPosts) =>
        this.#scheduler.call(process, () => {
          if (remembered === null || this.#mutants.cachedSet !== true || this.#scheduler.chance(0.2)) {
            remembered = this.#readSet();
          }
          return this.#read(wanted, maxPosts, remembered);
        }),
    };
  }

  #readSet(): IndexSet {
    return {
      version: this.set.version,
      indices: this.set.indices.flatMap(({ name, slice, state, mappingVersion }) =>
        state === 'retired' || state === this.#mutants.outsideSet ? [] : [{ name, slice, state, mappingVersion }],
      ),
    };
  }

  #read(wanted: readonly IndexThreadJob[], maxPosts: number, set: IndexSet): Snapshot {
    let room = maxPosts;
    const threads = wanted.flatMap((job) => {
      const mark = this.dirty.get(indexThreadKey(job));
      if (mark === undefined || isCoveredMark(mark)) return [];
      const changed = this.postsOf(job.thread)
        .filter(({ rev }) => rev >= mark.minRev)
        .sort((a, b) => a.rev - b.rev);
      const posts = changed.slice(0, room);
      room -= posts.length;
      const isWhole = posts.length === changed.length;
      const resumeFrom = isWhole ? null : (posts.at(-1)?.rev ?? mark.minRev - 1) + 1;
      return [{ ...job, gen: mark.gen, sliceSize: BOARD.sliceSize, posts, resumeFrom, quarantined: [] }];
    });
    return { epoch: 1, sets: new Map([[BOARD.id, set]]), threads };
  }

  postsOf(thread: number): Post[] {
    return [...this.posts.values()].filter((post) => post.thread === thread);
  }

  batchResultStoreOf(process: SimulatedProcess): BatchResultStore {
    return { commitBatch: (result) => this.#scheduler.call(process, () => this.#commitBatch(result)) };
  }

  #commitBatch({ clear }: BatchResult): Set<string> {
    const settled = new Set<string>();
    for (const { boardId, thread, gen, setVersion, resumeFrom } of clear) {
      const key = indexThreadKey({ boardId, thread });
      const mark = this.dirty.get(key);
      if (mark === undefined || this.#lockedThreads.has(thread)) continue;
      if (mark.gen !== gen && this.#mutants.noGenCheck !== true) continue;
      if (this.set.version !== setVersion && this.#mutants.noVersionCheck !== true) continue;
      if (resumeFrom === null) this.dirty.delete(key);
      else mark.minRev = resumeFrom;
      settled.add(key);
    }
    return settled;
  }

  /** Draws a rev as a barrier; no row gets it. */
  drawRev(): number {
    return ++this.#lastRev;
  }

  indexSetStoreOf(process: SimulatedProcess): IndexSetStore {
    return {
      read: () => this.#scheduler.call(process, () => this.#registered()),
      change: async (_, work, holder) => {
        await this.#scheduler.call(
          process,
          () => {
            const isChecked =
              this.#mutants.noFence !== true && !(this.#mutants.coverBegun === true && holder?.fence === 0);
            if (holder !== undefined && isChecked) this.tasks.hold(process, holder);
            this.set.heldBy = process;
          },
          () => this.set.heldBy === null || !this.set.heldBy.alive,
        );
        const onCommit: (() => void)[] = [];
        try {
          const result = await work(this.#changeOf(onCommit));
          await this.#scheduler.call(process, () => {
            for (const action of onCommit) action();
          });
          return result;
        } finally {
          if (this.set.heldBy === process) this.set.heldBy = null;
          this.tasks.release(process);
        }
      },
    };
  }

  sharedSetsOf(process: SimulatedProcess): SharedIndexSets {
    const members = (): SharedMember[] => {
      const own = this.set.indices.filter(({ isShared }) => isShared);
      return [
        ...own.map(({ name, state, since }) => ({
          index: name,
          board: BOARD.name,
          boardId: BOARD.id,
          state,
          ageMs: this.#scheduler.now - since,
        })),
        ...[...this.neighbours.keys()].map((index) => ({
          index,
          board: 'other',
          boardId: 2,
          state: 'live' as const,
          ageMs: 0,
        })),
      ];
    };
    let early: readonly SharedMember[] = [];
    return {
      shared: () =>
        this.#scheduler.call(process, () => {
          const now = members();
          const read = this.#mutants.earlyMembers === true ? early : now;
          early = now;
          return read;
        }),
      holdShared: async (work) =>
        work(
          await this.#scheduler.call(
            process,
            () => members(),
            () => this.set.heldBy === null || !this.set.heldBy.alive,
          ),
        ),
      moveGrown: async () => 0,
    };
  }

  #registered(): RegisteredIndex[] {
    return this.set.indices.flatMap(({ state, since, ...index }) =>
      state === 'retired' ? [] : [{ ...index, state, ageMs: this.#scheduler.now - since }],
    );
  }

  #changeOf(onCommit: (() => void)[]): SetChange {
    const { set } = this;
    const inSlice = (post: Post, slice: number) => sliceOf(post.num, BOARD.sliceSize) === slice;
    const raiseVersion = () => {
      if (this.#mutants.sameVersion !== true) set.version++;
    };
    const add = async (state: 'live' | 'building', taskId: number | null, indices: readonly NewIndex[]) => {
      onCommit.push(() => {
        for (const index of indices) {
          this.#assertRoom(index.slice, state);
          set.indices.push({ ...index, mappingVersion: MAPPING_VERSION, taskId, state, since: this.#scheduler.now });
        }
        raiseVersion();
      });
    };
    const move = (names: readonly string[], state: RegistryRow['state']) => {
      set.indices = set.indices.map((index) =>
        names.includes(index.name) ? { ...index, state, since: this.#scheduler.now } : index,
      );
    };
    return {
      board: BOARD.name,
      hasDocuments: true,
      indices: this.#registered(),
      highestBuild: async (slice) =>
        Math.max(
          0,
          ...set.indices.filter((index) => index.slice === slice && !index.isShared).map(({ build }) => build),
        ),
      // The board's size changes at any time.
      sharesIndices: async () => this.#shares && this.#scheduler.chance(0.5),
      joinable: async (slice) =>
        [...this.neighbours]
          .filter(([name, of]) => of === slice && !set.indices.some((index) => index.name === name))
          .map(([name]) => ({ name, build: Number(name.slice(name.lastIndexOf('-') + 1)) })),
      nextSharedBuild: async () => ++this.#lastBuild,
      addLive: (index) => add('live', null, [index]),
      addBuilding: (indices, taskId) => add('building', taskId, indices),
      retire: async (names) => {
        onCommit.push(() => {
          move(names, 'retired');
          raiseVersion();
        });
      },
      swap: async (toLive, toStandby) => {
        onCommit.push(() => {
          move(toStandby, 'standby');
          move(toLive, 'live');
          raiseVersion();
        });
      },
      setCurrentMapping: async () => undefined,
      retired: async () =>
        set.indices
          .filter(({ state }) => state === 'retired')
          .map(({ name, isShared, taskId, since }) => ({ name, isShared, taskId, ageMs: this.#scheduler.now - since })),
      startRefill: async ({ slice }) => {
        onCommit.push(() => {
          for (const post of this.posts.values()) if (inSlice(post, slice)) this.#mark(post.thread, 1);
        });
      },
      slicesWithPosts: async () => {
        const posts = this.#mutants.liveSlicesOnly === true ? [] : [...this.posts.values()];
        return [...new Set(posts.map(({ num }) => sliceOf(num, BOARD.sliceSize)))];
      },
      cover: async (taskId) => {
        onCommit.push(() => this.#cover(taskId));
        return { marks: 1, last: 0 };
      },
      isCovering: async (taskId) =>
        this.#mutants.keepStandby !== true &&
        [...this.dirty.values()].some((mark) => mark.coveredBy === taskId && isCoveredMark(mark)),
    };
  }

  /** Covers the marks that are committed and that no writer holds. */
  #cover(taskId: number): void {
    this.#coveringTask = { id: taskId, rev: this.#lastRev + 1 };
    for (const mark of this.dirty.values()) {
      if (this.#lockedThreads.has(mark.thread)) continue;
      Object.assign(mark, { coveredBy: taskId, coveredGen: mark.gen });
      this.covered++;
    }
  }

  /** Checks a unique index of the table. */
  #assertRoom(slice: number, state: RegistryRow['state']): void {
    if (this.set.indices.some((index) => index.slice === slice && index.state === state)) {
      throw new Error(`slice ${slice} has two indices that are ${state}`);
    }
  }
}
