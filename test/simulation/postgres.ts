import type { IndexSetStore, RegisteredIndex, SetChange } from '../../indexer/index-set/ports.ts';
import type {
  DirtyQueue,
  IndexSet,
  Settlement,
  SettlementStore,
  Snapshot,
  SnapshotStore,
} from '../../indexer/ports.ts';
import { sliceOf } from '../../mappings/board.ts';
import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import type { Post } from '../../mappings/post.ts';
import { indexThreadKey, type IndexThreadJob } from '../../mappings/queues.ts';
import { aPost } from '../support/builders.ts';
import type { Scheduler, SimulatedProcess } from './scheduler.ts';

export interface PostgresMutants {
  /** gen counts in the row and starts again at 1 when the row was deleted. */
  readonly counterGen?: boolean;
  /** Workers remember the index set and ask for it now and then. */
  readonly cachedSet?: boolean;
  /** Marks are cleared whatever the set's version is by then. */
  readonly noVersionCheck?: boolean;
  /** Marks are cleared whatever gen they have by then. */
  readonly noGenCheck?: boolean;
  /** What was handed out once is never handed out again. */
  readonly noLease?: boolean;
}

interface Mark extends IndexThreadJob {
  gen: number;
  minRev: number;
  queuedGen: number | null;
  queuedAt: number;
}

interface RegisteredSet {
  version: number;
  indices: (RegisteredIndex | (Omit<RegisteredIndex, 'state'> & { state: 'retired' }))[];
  heldBy: SimulatedProcess | null;
}

export const BOARD = { id: 1, name: 'sim', sliceSize: 4 } as const;

/** Every transaction is one step, but for writers, which hold their thread's rows over several. */
export class SimulatedPostgres {
  readonly posts = new Map<number, Post>();
  readonly dirty = new Map<string, Mark>();
  readonly set: RegisteredSet = { version: 1, indices: [], heldBy: null };
  readonly #scheduler: Scheduler;
  readonly #mutants: PostgresMutants;
  readonly #lockedThreads = new Set<number>();
  #lastRev = 0;
  #lastGen = 0;

  constructor(scheduler: Scheduler, mutants: PostgresMutants = {}) {
    this.#scheduler = scheduler;
    this.#mutants = mutants;
  }

  /** A writer: the rev is taken early in the transaction, others commit in between. */
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
      if (before?.hidden === true) return; // purged: a later scrape never brings it back
      const hidden = before !== undefined && scheduler.chance(0.3);
      this.posts.set(num, aPost({ board: BOARD.name, num, thread, opener: num === thread, rev, hidden }));
      this.#mark(thread, rev);
    });
  }

  #mark(thread: number, rev: number): void {
    const key = indexThreadKey({ boardId: BOARD.id, thread });
    const mark = this.dirty.get(key);
    const gen = this.#mutants.counterGen === true ? (mark?.gen ?? 0) + 1 : ++this.#lastGen;
    this.dirty.set(key, {
      boardId: BOARD.id,
      thread,
      gen,
      minRev: Math.min(mark?.minRev ?? Infinity, rev),
      queuedGen: mark?.queuedGen ?? null,
      queuedAt: mark?.queuedAt ?? 0,
    });
  }

  dirtyQueueOf(process: SimulatedProcess): DirtyQueue {
    return {
      claim: (limit, leaseMs) =>
        this.#scheduler.call(process, () => {
          const now = this.#scheduler.now;
          const isDue = (mark: Mark) =>
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
      indices: this.set.indices.flatMap(({ name, slice, state }) =>
        state === 'retired' ? [] : [{ name, slice, state }],
      ),
    };
  }

  #read(wanted: readonly IndexThreadJob[], maxPosts: number, set: IndexSet): Snapshot {
    let room = maxPosts;
    const threads = wanted.flatMap((job) => {
      const mark = this.dirty.get(indexThreadKey(job));
      if (mark === undefined) return [];
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

  settlementStoreOf(process: SimulatedProcess): SettlementStore {
    return { settle: (settlement) => this.#scheduler.call(process, () => this.#settle(settlement)) };
  }

  #settle({ clear }: Settlement): Set<string> {
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

  indexSetStoreOf(process: SimulatedProcess): IndexSetStore {
    return {
      change: async (_, work) => {
        await this.#scheduler.call(
          process,
          () => {
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
        }
      },
    };
  }

  #changeOf(onCommit: (() => void)[]): SetChange {
    const inSlice = (post: Post, slice: number) => sliceOf(post.num, BOARD.sliceSize) === slice;
    return {
      board: BOARD.name,
      indices: this.set.indices.flatMap((index) => (index.state === 'retired' ? [] : [index])),
      highestBuild: async (slice) =>
        Math.max(0, ...this.set.indices.filter((index) => index.slice === slice).map(({ build }) => build)),
      addLive: async (index) => {
        onCommit.push(() => {
          this.set.indices.push({ ...index, mappingVersion: MAPPING_VERSION, state: 'live' });
          this.set.version++;
        });
      },
      markSlice: async (slice) => {
        onCommit.push(() => {
          for (const post of this.posts.values()) if (inSlice(post, slice)) this.#mark(post.thread, 1);
        });
      },
    };
  }
}
