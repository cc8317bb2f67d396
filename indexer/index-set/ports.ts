import type { SetIndex } from '../live/ports.ts';

export interface RegisteredIndex extends SetIndex {
  readonly build: number;
  /** True if the index stores whole posts; false if it stores only the fields that searches read. */
  readonly hasDocuments: boolean;
  /** The rebuild that created it; null for an index that was created for its slice's first post. */
  readonly taskId: number | null;
  /** Milliseconds since the index entered its current state. */
  readonly ageMs: number;
}

export interface RetiredIndex {
  readonly name: string;
  readonly taskId: number | null;
  /** Milliseconds since the index left the set. */
  readonly ageMs: number;
}

export interface NewIndex {
  readonly name: string;
  readonly slice: number;
  readonly build: number;
  readonly hasDocuments: boolean;
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
  /** The highest build of the slice so far, including retired indices; 0 if there is none. */
  highestBuild(slice: number): Promise<number>;
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
   */
  change<T>(boardId: number, work: (set: SetChange) => Promise<T>, holder?: TaskHolder): Promise<T>;
}

/** Purpose of a new index. `filling`: without aliases, with the settings for the fastest writes. */
export type IndexPurpose = 'serving' | 'filling';

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
