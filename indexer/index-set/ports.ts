import type { SetIndex } from '../ports.ts';

export interface RegisteredIndex extends SetIndex {
  readonly build: number;
  readonly mappingVersion: number;
}

export interface NewIndex {
  readonly name: string;
  readonly slice: number;
  readonly build: number;
}

/** One board's set inside a transaction that no other change of the same set can overlap. */
export interface SetChange {
  readonly board: string;
  readonly indices: readonly RegisteredIndex[];
  /** The slice's highest build so far, retired ones included; 0 for none. */
  highestBuild(slice: number): Promise<number>;
  /** Registers an index as live and raises the set's version. */
  addLive(index: NewIndex): Promise<void>;
  /** Marks every thread with a post in this slice, from its first rev on. */
  markSlice(slice: number): Promise<void>;
}

export interface IndexSetStore {
  /** Commits what `work` did when it ends, and nothing when it throws. */
  change<T>(boardId: number, work: (set: SetChange) => Promise<T>): Promise<T>;
}

export interface IndexStore {
  /** Makes an index with the board's aliases in one call. Answers false when there is one of this name already. */
  create(name: string, board: string): Promise<boolean>;
  /** Those of the board's `names` that there is no index of. */
  findMissing(board: string, names: readonly string[]): Promise<readonly string[]>;
  countDocuments(name: string): Promise<number>;
  /** Takes an index out of every search. */
  removeAliases(name: string): Promise<void>;
}
