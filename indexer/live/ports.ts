/**
 * What the sync protocol needs of the world, as narrow as it is. Real adapters stand beside this file; the simulation has
 * its own, and drives the same relay and batches over them. docs/decisions/0004 says why the protocol is as it is.
 */
import type { Post } from '../../mappings/post.ts';
import type { IndexThreadJob } from '../../mappings/queues.ts';
import type { BulkRequest } from './bulk-request.ts';

export interface DirtyQueue {
  /**
   * Takes up to `limit` dirty rows, lowest gen first, that were not handed out since they changed, or that are still
   * dirty `leaseMs` after they were.
   */
  claim(limit: number, leaseMs: number): Promise<readonly IndexThreadJob[]>;
}

export interface JobQueue {
  /** Jobs that nobody has begun. */
  waiting(): Promise<number>;
  /** A thread whose job waits is not added twice; one whose job is active runs once more after it. */
  add(jobs: readonly IndexThreadJob[]): Promise<void>;
}

/**
 * building: filled by a rebuild · live: what searches ask · standby: was live before the last rebuild, kept for a
 * rollback. All three get every write; only live ones have aliases.
 */
export type SetState = 'building' | 'live' | 'standby';

export interface SetIndex {
  readonly name: string;
  readonly slice: number;
  readonly state: SetState;
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
  readonly sliceSize: number;
  /** Changed posts, lowest rev first. */
  readonly posts: readonly Post[];
  /** null when `posts` is all there is; otherwise every changed post below this rev is in it. */
  readonly resumeFrom: number | null;
  readonly quarantined: readonly QuarantinedDocument[];
}

/** One state of the database: the index sets, the marks and the posts were all true at the same moment. */
export interface Snapshot {
  readonly epoch: number;
  readonly sets: ReadonlyMap<number, IndexSet>;
  /** In the order asked for; a thread that is not dirty is not in it. */
  readonly threads: readonly DirtyThread[];
}

export interface SnapshotStore {
  /** Stops after about `maxPosts` posts: a thread cut short says where to resume. */
  read(threads: readonly IndexThreadJob[], maxPosts: number): Promise<Snapshot>;
}

export type WriteOutcome =
  | { readonly kind: 'stored' }
  /** The index has this version or a newer one. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'no_index' }
  /** Not now; the same write may succeed later. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** Never, whatever is done. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface SearchStore {
  /**
   * Writes each document into each of its indices under an external version. Answers a outcome for every operation, in order.
   * @throws UnavailableError when nothing is known about the outcome: the writes may have happened, in part or in whole.
   */
  write(writes: BulkRequest): Promise<readonly WriteOutcome[]>;
}

export interface Quarantine extends QuarantinedDocument, IndexThreadJob {
  readonly rev: number;
  readonly reason: string;
}

export interface Release extends QuarantinedDocument {
  readonly boardId: number;
  readonly rev: number;
}

export interface Clearance extends IndexThreadJob {
  readonly gen: number;
  readonly setVersion: number;
  /** null deletes the mark; a rev moves its min_rev up to there. */
  readonly resumeFrom: number | null;
}

export interface Settlement {
  readonly quarantine: readonly Quarantine[];
  readonly release: readonly Release[];
  readonly clear: readonly Clearance[];
}

export interface SettlementStore {
  /**
   * In one transaction. A mark goes (or moves up) only where its gen and its board's set version are still the ones read.
   * Answers the keys (`indexThreadKey`) of the marks that did.
   */
  settle(settlement: Settlement): Promise<ReadonlySet<string>>;
}

export interface IndexKeeper {
  /** Makes the live index of a slice, and puts it into the board's set, if the set has none. */
  ensureLive(boardId: number, slice: number): Promise<void>;
  /**
   * Puts right what Elasticsearch has lost of the board's set: live indices are made again, and what was in them is
   * marked; building and standby ones leave the set.
   */
  restoreLost(boardId: number): Promise<void>;
}
