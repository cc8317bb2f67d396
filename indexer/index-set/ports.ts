import type { SetIndex, SetState } from '../live/ports.ts';

export interface RegisteredIndex extends SetIndex {
  readonly build: number;
  /** True if the index stores whole posts; false if it stores only the fields that searches read. */
  readonly hasDocuments: boolean;
  /** True if other boards may have documents in the index. */
  readonly isShared: boolean;
  /** The rebuild that created it; null for an index that was created for its slice's first post. */
  readonly taskId: number | null;
  /** Milliseconds since the index entered its current state. */
  readonly ageMs: number;
}

export interface RetiredIndex {
  readonly name: string;
  readonly isShared: boolean;
  readonly taskId: number | null;
  /** Milliseconds since the index left the set. */
  readonly ageMs: number;
}

export interface NewIndex {
  readonly name: string;
  readonly slice: number;
  readonly build: number;
  readonly hasDocuments: boolean;
  readonly isShared: boolean;
}

/** A board that has documents in a shared index, or had some. */
export interface SharedMember {
  readonly index: string;
  readonly board: string;
  readonly boardId: number;
  readonly state: SetState | 'retired';
  /** Milliseconds since the board entered this state. */
  readonly ageMs: number;
}

/** A task with the fence under which its worker holds it. Other workers cannot make changes for the task. */
export interface TaskHolder {
  readonly id: number;
  readonly fence: number;
}

/** One board's index set, inside a transaction that excludes every other change of the same set. */
export interface SetChange {
  readonly board: string;
  /** True if new indices store documents, according to the settings of the board. */
  readonly hasDocuments: boolean;
  /** The state at the beginning of the transaction. */
  readonly indices: readonly RegisteredIndex[];
  /** The highest build of the slice's own indices so far, including retired ones; 0 if there is none. */
  highestBuild(slice: number): Promise<number>;
  /** Returns whether the board is so small that its new indices are shared ones. Then it holds the lock of all shared indices. */
  sharesIndices(): Promise<boolean>;
  /** Shared indices of the slice that the board can join: never one that it has been in, because documents may be left. */
  joinable(slice: number): Promise<readonly Pick<NewIndex, 'name' | 'build'>[]>;
  /** A build that no shared index has had. */
  nextSharedBuild(): Promise<number>;
  /** Registers a live index, and raises the set's version. */
  addLive(index: NewIndex): Promise<void>;
  /** Registers indices that a rebuild is going to fill, and raises the set's version. */
  addBuilding(indices: readonly NewIndex[], taskId: number): Promise<void>;
  /** Removes indices from the set for good, deletes their quarantined documents, and raises the set's version. */
  retire(names: readonly string[]): Promise<void>;
  /** Makes `toLive` live and `toStandby` standby, and raises the set's version. */
  swap(toLive: readonly string[], toStandby: readonly string[]): Promise<void>;
  /** Records that an index was created again, with this program's mapping. */
  setCurrentMapping(name: string): Promise<void>;
  /** Reads the indices that have left the set and are not deleted yet. */
  retired(): Promise<readonly RetiredIndex[]>;
  /**
   * For a live index that was lost: makes every thread with a post in its slice dirty, from its first rev on, and records that the
   * index lacks posts until they are indexed.
   */
  startRefill(index: Pick<NewIndex, 'name' | 'slice'>): Promise<void>;
  /** The slices in which the board has posts. */
  slicesWithPosts(): Promise<readonly number[]>;
  /**
   * Covers up to `limit` marks of threads above `after`, in their order: marks whose posts every later reader sees. It skips marks that a
   * writer holds, and marks of threads with hidden posts that searches still have to exclude, because these must not wait.
   */
  cover(taskId: number, after: number, limit: number): Promise<CoveredBatch>;
  /** Returns whether the task covers any mark. */
  isCovering(taskId: number): Promise<boolean>;
}

export interface CoveredBatch {
  readonly marks: number;
  /** The highest covered thread. */
  readonly last: number;
}

export interface IndexSetStore {
  /** Reads the board's set without locking it. */
  read(boardId: number): Promise<readonly RegisteredIndex[]>;
  /**
   * Runs `work` with the set locked. Commits its changes when it returns, and none of them when it throws.
   * @throws TaskLostError when `holder` no longer holds its task.
   *
   * If the set has a shared index, other changes of sets with shared indices wait too.
   */
  change<T>(boardId: number, work: (set: SetChange) => Promise<T>, holder?: TaskHolder): Promise<T>;
}

/** The index sets of all boards, as far as they share indices. */
export interface SharedIndexSets {
  /** Reads every board that is or was in a shared index. */
  shared(): Promise<readonly SharedMember[]>;
  /** Runs `work` while no board joins or leaves a shared index. */
  holdShared<T>(work: (members: readonly SharedMember[]) => Promise<T>): Promise<T>;
  /** Requests rebuilds of boards that are too large for shared indices. `documents`: in shared indices, by board. Returns how many. */
  moveGrown(documents: ReadonlyMap<number, number>): Promise<number>;
}

/**
 * Purpose of a new index. `filling`: without aliases, with the settings for the fastest writes. `shared`: without aliases, with the
 * settings of a serving index.
 */
export type IndexPurpose = 'serving' | 'filling' | 'shared';

export interface AliasMove {
  readonly add: readonly string[];
  /** These indices must exist; they need not have the aliases. */
  readonly remove: readonly string[];
}

export interface IndexStore {
  /** Returns false when the index exists already. `serving` indices get the board's aliases in the same request. */
  create(name: string, board: string, purpose: IndexPurpose, hasDocuments: boolean): Promise<boolean>;
  /** Deletes indices; ignores those that do not exist. */
  drop(names: readonly string[]): Promise<void>;
  /** Names of all existing indices of the board, in the set or not. */
  list(board: string): Promise<readonly string[]>;
  /** Returns those of the board's indices `names` that do not exist. */
  findMissing(board: string, names: readonly string[]): Promise<readonly string[]>;
  countDocuments(name: string): Promise<number>;
  /** Counts the documents of each board in each shared index, by name. An index that cannot be searched is left out. */
  countShared(): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>>;
  /** Deletes some documents of a board that were in a shared index when the call began. Returns how many. */
  deleteSome(name: string, board: string): Promise<number>;
  /** Removes all aliases of an index, so that no search reads it. */
  removeAliases(name: string): Promise<void>;
  /** Changes the board's aliases in one atomic request. */
  moveAliases(board: string, move: AliasMove): Promise<void>;
  refresh(names: readonly string[]): Promise<void>;
  /** Gives a filled index the settings of a serving one, and makes its documents visible and durable. */
  endFilling(name: string): Promise<void>;
  /**
   * Returns the state of the shard copies that the index's settings require. coming: some are being made · stuck: some are missing and
   * none is being made.
   */
  copies(name: string): Promise<'all' | 'coming' | 'stuck'>;
  /** Sets how often new documents become visible. never: only on request · rarely: for indices that serve no searches. */
  setRefresh(names: readonly string[], pace: 'always' | 'rarely' | 'never'): Promise<void>;
}
