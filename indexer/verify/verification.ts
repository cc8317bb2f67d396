/** A verification: the comparison of the indices of a board with its rows. */
import type { TaskProgress } from '../../mappings/task.ts';

/**
 * missing: a row without a document · extra: a document without a row · stale: a document of an older rev than its row · ahead: a
 * document with a higher version than its row · altered: a document of the right rev with other content · misplaced: a document that does
 * not belong to this index, by its board, slice or id · alias: a missing or superfluous alias · lost_index: an index of the set that
 * Elasticsearch does not have.
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

/** A difference. It never contains content of a post. */
export interface Difference {
  readonly kind: DriftKind;
  readonly index: string;
  /** The document's id; null when the difference concerns the whole index. */
  readonly id: string | null;
}

/**
 * The documents that are compared in full, besides the sums of all: a sample (`sums`); a sample and the documents that were written since
 * the last such verification (`written`); every document (`all`).
 */
export type VerifyDepth = 'sums' | 'written' | 'all';

export interface VerifyRequest {
  readonly boardId: number;
  readonly board: string;
  readonly sliceSize: number;
  /** Names of indices of the board's set, in any state; null for all live and standby ones, and the aliases. */
  readonly indices: readonly string[] | null;
  readonly repair: boolean;
  readonly depth: VerifyDepth;
}

export interface Verification {
  /** Confirmed differences of documents and aliases. */
  readonly found: number;
  /** Differences that are left after repairs. Equals `found` without repair. */
  readonly drift: number;
  /** Documents in the compared indices. */
  readonly documents: number;
  readonly ranges: number;
  /** Documents that could not be judged, because their rows were dirty at every attempt. */
  readonly pending: number;
  /** Documents in quarantine. They do not count as drift. */
  readonly quarantined: number;
  /**
   * Documents in indices of ids, where there is nothing to compare, that were written since the last verification. With repair they were
   * written again from their rows.
   */
  readonly rewritten: number;
  readonly uncompared: number;
  readonly kinds: Readonly<Partial<Record<DriftKind, number>>>;
  /** The first differences. */
  readonly samples: readonly Difference[];
  /** Live indices of another mapping version. Their documents are not compared; neither are those of such standby indices, which a rebuild replaced. */
  readonly outdated: readonly string[];
  /** Indices that were replaced or removed before they were compared. */
  readonly replaced: readonly string[];
  /** Slices with posts but without a live index, which could not be compared. */
  readonly unindexed: readonly number[];
}

/** The state of an unfinished verification: plain data from which it can be resumed. */
export interface VerifyState extends Verification {
  readonly finished: readonly string[];
  readonly current: IndexState | null;
}

export interface IndexState {
  readonly name: string;
  readonly uuid: string;
  /** The highest sequence number when the comparison of this index began. */
  readonly checkpoint: number;
  /** nums: in full, by num · written: in full, by sequence number · ranges: sums of ranges of nums. */
  readonly phase: 'nums' | 'written' | 'ranges';
  /** The last compared sequence number (`written`), or the next num. */
  readonly at: number;
  /** The lowest sequence number of a document that still differs or was not judged yet. */
  readonly openFrom: number | null;
}

/** The documents of a range in one store: their number, and the sums of their checksums. */
export interface RangeSums {
  readonly documents: number;
  readonly h1: number;
  readonly h2: number;
}

export interface VerifyContext {
  /** Waits while the task is paused. Throws when the work has to stop. */
  pace(): Promise<void>;
  /** Called between any two pieces of work. */
  onProgress?(state: VerifyState, progress: TaskProgress): Promise<void>;
  /** The state to resume from. */
  readonly resume?: VerifyState | null;
}

/** The simulation has its own. Compares, and repairs if requested. Repairs go through the live path, so an indexer must be running. */
export interface IndexVerifier {
  /** @throws UnavailableError when a store is unavailable; call it again with the last state. */
  verify(request: VerifyRequest, context: VerifyContext): Promise<Verification>;
}
