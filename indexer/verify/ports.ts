/** What comparing one board's indices with its rows needs, and what it answers. */
import type { TaskProgress } from '../../mappings/task.ts';

/**
 * missing: a row without its document · extra: a document without a row · stale: of an older rev · ahead: of a version
 * above its row's · altered: of its row's rev and not what the row says · misplaced: a document that does not belong
 * into this index, by its board, its slice or its id · alias: an alias that should be there and is not, or the other way
 * round · lost_index: an index of the set that Elasticsearch does not have.
 */
export const DRIFT_KINDS = [
  'missing',
  'extra',
  'stale',
  'ahead',
  'altered',
  'misplaced',
  'alias',
  'lost_index',
] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

/** Ids and kinds, never what a post says. */
export interface Difference {
  readonly kind: DriftKind;
  readonly index: string;
  /** Of the document; null when it is about the index as a whole. */
  readonly id: string | null;
}

/**
 * What is compared in full beside the sums of all: a sample (`sums`); that, and whatever was written since the last such
 * comparison (`written`); every document (`all`).
 */
export type VerifyDepth = 'sums' | 'written' | 'all';

export interface VerifyRequest {
  readonly boardId: number;
  readonly board: string;
  readonly sliceSize: number;
  /** Names of indices of the board's set, in any state; null for those that are live or standby, and for the aliases. */
  readonly indices: readonly string[] | null;
  readonly repair: boolean;
  readonly depth: VerifyDepth;
}

export interface Verification {
  /** Documents and aliases that were not what they should be, each confirmed against one state of the database. */
  readonly found: number;
  /** Those of them that still are not; `found` without repair. */
  readonly drift: number;
  /** Documents that were there to compare. */
  readonly documents: number;
  readonly ranges: number;
  /** Documents that could not be judged: their rows were being written all the time. */
  readonly pending: number;
  /** Documents that Elasticsearch refuses for good; they are no drift. */
  readonly quarantined: number;
  readonly kinds: Readonly<Partial<Record<DriftKind, number>>>;
  /** The first of what was found. */
  readonly samples: readonly Difference[];
  /** Indices made by another version of the mapping; their documents are not compared. */
  readonly outdated: readonly string[];
}

/** Where a verification stands: plain data that a later one can go on from. */
export interface VerifyState extends Verification {
  readonly finished: readonly string[];
  readonly current: IndexState | null;
}

export interface IndexState {
  readonly name: string;
  readonly uuid: string;
  /** Everything up to here was there when the comparison of this index began. */
  readonly checkpoint: number;
  /** In full by num, where nothing is known to be compared already, or by sequence number; then sums by ranges of nums. */
  readonly phase: 'nums' | 'written' | 'ranges';
  /** The last sequence number compared, or the num from which it goes on. */
  readonly at: number;
  /** The lowest sequence number of a document that is not in order yet. */
  readonly openFrom: number | null;
}

export interface VerifyContext {
  /** Throws when the work is to stop; waits while it is paused. */
  pace(): Promise<void>;
  /** Called between any two pieces of work. */
  onProgress?(state: VerifyState, progress: TaskProgress): Promise<void>;
  /** Go on from here. */
  readonly resume?: VerifyState | null;
}

/** Compares, and with `repair` mends over the path that every change takes: somebody must be indexing meanwhile. */
export interface IndexVerifier {
  /** @throws UnavailableError when a store is away; it may be called again with the last state. */
  verify(request: VerifyRequest, context: VerifyContext): Promise<Verification>;
}
