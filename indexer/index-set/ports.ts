import type { SetIndex } from '../live/ports.ts';

export interface RegisteredIndex extends SetIndex {
  readonly build: number;
  readonly mappingVersion: number;
  /** The rebuild that made it; null for one that was made for its slice's first post. */
  readonly taskId: number | null;
  /** Since it took its present state. */
  readonly ageMs: number;
}

export interface RetiredIndex {
  readonly name: string;
  readonly taskId: number | null;
  /** Since it left. */
  readonly ageMs: number;
}

export interface NewIndex {
  readonly name: string;
  readonly slice: number;
  readonly build: number;
}

/** Whoever works on a task holds it under a fence; a change of the set in its name is refused to anybody else. */
export interface TaskHolder {
  readonly id: number;
  readonly fence: number;
}

/** One board's set inside a transaction that no other change of the same set can overlap. */
export interface SetChange {
  readonly board: string;
  /** As they were when the transaction began. */
  readonly indices: readonly RegisteredIndex[];
  /** The slice's highest build so far, retired ones included; 0 for none. */
  highestBuild(slice: number): Promise<number>;
  /** Registers an index as live and raises the set's version. */
  addLive(index: NewIndex): Promise<void>;
  /** Registers indices that a task fills and raises the set's version. */
  addBuilding(indices: readonly NewIndex[], taskId: number): Promise<void>;
  /** Indices leave the set for good, and what is quarantined for them is forgotten. Raises the set's version. */
  retire(names: readonly string[]): Promise<void>;
  /** Live ones become standby and the others live, in one move. Raises the set's version. */
  exchange(toLive: readonly string[], toStandby: readonly string[]): Promise<void>;
  /** An index was made again, with this program's mapping. */
  remade(name: string): Promise<void>;
  /** Indices that have left the set. */
  retired(): Promise<readonly RetiredIndex[]>;
  /** Marks every thread with a post in this slice, from its first rev on. */
  markSlice(slice: number): Promise<void>;
}

export interface IndexSetStore {
  /** The board's set as it is, for whoever changes nothing. */
  read(boardId: number): Promise<readonly RegisteredIndex[]>;
  /**
   * Commits what `work` did when it ends, and nothing when it throws.
   * @throws TaskLostError when a holder is named who holds the task no more.
   */
  change<T>(boardId: number, work: (set: SetChange) => Promise<T>, holder?: TaskHolder): Promise<T>;
}

/** What an index is made for: `filling` ones are in no alias and take writes as fast as they can. */
export type IndexPurpose = 'serving' | 'filling';

export interface AliasMove {
  readonly add: readonly string[];
  /** They must be there; whether they have the aliases does not matter. */
  readonly remove: readonly string[];
}

export interface IndexStore {
  /** Answers false when there is one of this name already. `serving` ones get the board's aliases in the same call. */
  create(name: string, board: string, purpose: IndexPurpose): Promise<boolean>;
  /** Deletes indices; one that is not there is fine. */
  drop(names: readonly string[]): Promise<void>;
  /** Every index of the board that there is, in the set or not. */
  list(board: string): Promise<readonly string[]>;
  /** Those of the board's `names` that there is no index of. */
  findMissing(board: string, names: readonly string[]): Promise<readonly string[]>;
  countDocuments(name: string): Promise<number>;
  /** Takes an index out of every search. */
  removeAliases(name: string): Promise<void>;
  /** One atomic change of the board's aliases: every search sees all of it or nothing. */
  moveAliases(board: string, move: AliasMove): Promise<void>;
  refresh(names: readonly string[]): Promise<void>;
  /** A filled index is to serve: as safe as the others, its documents visible and on the disk. */
  endFilling(name: string): Promise<void>;
  /** Are all the copies there that its settings ask for? `stuck` when some are missing and none is on its way. */
  copies(name: string): Promise<'all' | 'coming' | 'stuck'>;
  /** How often new documents become visible. never: not until a refresh · rarely: for indices out of every search. */
  setRefresh(names: readonly string[], pace: 'always' | 'rarely' | 'never'): Promise<void>;
}
