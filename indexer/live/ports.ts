/**
 * The interfaces of the sync protocol to the stores. The real adapters are in this folder; the simulation implements the interfaces
 * itself, and runs the same relay and batches on them. docs/decisions/0004 gives the reasons for the protocol.
 */
import type { Post } from '../../mappings/post.ts';
import type { IndexThreadJob } from '../../mappings/queues.ts';
import type { BulkRequest } from './bulk-request.ts';

export interface DirtyQueue {
  /**
   * Claims up to `limit` dirty rows, lowest gen first: those that were not claimed since they last changed, and those that
   * are still dirty `leaseMs` milliseconds after they were claimed.
   */
  claim(limit: number, leaseMs: number): Promise<readonly IndexThreadJob[]>;
}

export interface JobQueue {
  /** The number of jobs that no worker has taken. */
  waiting(): Promise<number>;
  /** A thread whose job is waiting is not added again; a thread whose job is active runs once more afterwards. */
  add(jobs: readonly IndexThreadJob[]): Promise<void>;
}

/**
 * building: being filled by a rebuild · live: serves searches · standby: was live before the last rebuild and is kept for
 * a rollback. All three get every write; only live indices have aliases.
 */
export type SetState = 'building' | 'live' | 'standby';

export interface SetIndex {
  readonly name: string;
  readonly slice: number;
  readonly state: SetState;
  readonly mappingVersion: number;
}

export interface IndexSet {
  /** 0 for a board that has no set yet. */
  readonly version: number;
  readonly indices: readonly SetIndex[];
}

export interface QuarantinedDocument {
  readonly num: number;
  readonly subnum: number;
  readonly indexName: string;
}

export interface DirtyThread extends IndexThreadJob {
  readonly gen: number;
  /** The last request that has changed the thread. */
  readonly requestId?: string | null;
  readonly sliceSize: number;
  /** Changed posts, lowest rev first. */
  readonly posts: readonly Post[];
  /** null when `posts` is complete; otherwise `posts` has every changed post below this rev. */
  readonly resumeFrom: number | null;
  readonly quarantined: readonly QuarantinedDocument[];
}

/** One state of the database: the index sets, dirty rows and posts of the same moment. */
export interface Snapshot {
  readonly epoch: number;
  /** The index sets by board id. */
  readonly sets: ReadonlyMap<number, IndexSet>;
  /** Grouped by board. Threads that are no longer dirty are left out. */
  readonly threads: readonly DirtyThread[];
}

export interface SnapshotStore {
  /** Reads about `maxPosts` posts at most. `resumeFrom` gives the position at which a truncated thread continues. */
  read(threads: readonly IndexThreadJob[], maxPosts: number): Promise<Snapshot>;
}

/**
 * The outcome of one operation of a bulk request. stored: written · stale: the index has this version or a newer one · no_index: the
 * index does not exist · busy: not written, a later attempt may succeed · blocked: not written, because writes are blocked (a full disk,
 * or a setting); a later attempt succeeds when the block is gone · refused: no attempt will succeed.
 */
export type WriteOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'no_index' }
  | { readonly kind: 'busy'; readonly reason: string }
  | { readonly kind: 'blocked'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** The number of operations by outcome. */
export type OutcomeCounts = Readonly<Record<WriteOutcome['kind'], number>>;

export interface SearchStore {
  /**
   * Writes each document into each of its indices under an external version. Returns an outcome for every operation, in
   * order.
   * @throws UnavailableError when the outcome is unknown: the operations may have been applied, in part or all of them.
   */
  write(request: BulkRequest): Promise<readonly WriteOutcome[]>;
}

/** A document that Elasticsearch refuses, with the rev that it refused. */
export interface Quarantine extends QuarantinedDocument, IndexThreadJob {
  readonly rev: number;
  readonly reason: string;
}

/** A document that leaves the quarantine, because this rev of it was taken. */
export interface Unquarantined extends QuarantinedDocument {
  readonly boardId: number;
  readonly rev: number;
}

/** A dirty row to delete, or whose min_rev is raised. */
export interface ClearedMark extends IndexThreadJob {
  readonly gen: number;
  readonly setVersion: number;
  /** null deletes the dirty row; a rev becomes its new `min_rev`. */
  readonly resumeFrom: number | null;
}

/** The results of a batch that PostgreSQL has to store. */
export interface BatchResult {
  readonly quarantine: readonly Quarantine[];
  readonly release: readonly Unquarantined[];
  readonly clear: readonly ClearedMark[];
}

export interface BatchResultStore {
  /**
   * Stores the results in one transaction. A dirty row is cleared only if its gen and its board's set version are still
   * the ones that were read. Returns the keys (`indexThreadKey`) of the cleared rows.
   */
  commitBatch(result: BatchResult): Promise<ReadonlySet<string>>;
}

export interface IndexProvisioner {
  /** Creates the live index of a slice and adds it to the board's set, unless the set has one. */
  ensureLive(boardId: number, slice: number): Promise<void>;
  /**
   * Repairs the board's set after Elasticsearch has lost indices: live ones are created again and the threads in them
   * become dirty; building and standby ones leave the set.
   */
  restoreLost(boardId: number): Promise<void>;
}
