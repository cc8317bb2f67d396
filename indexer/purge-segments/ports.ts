/** What expunging needs of the stores. */

export interface PurgedPost {
  readonly num: number;
  readonly subnum: number;
}

/** Tombstones of one board, and what waits for them. */
export interface TombstoneStore {
  /** Posts whose old content may still be in a segment, lowest num first. */
  unpurged(boardId: number, limit: number): Promise<readonly PurgedPost[]>;
  /** How many threads of these posts have a mark from before the purge: their stubs may be missing somewhere. */
  awaited(boardId: number, posts: readonly PurgedPost[]): Promise<number>;
  /** Indices that have left the set. They take no stubs, and are deleted soon. */
  retired(boardId: number): Promise<readonly string[]>;
  /** Forgets why Elasticsearch refused earlier states of these posts: its words may quote them. */
  forgetReasons(boardId: number, posts: readonly PurgedPost[]): Promise<void>;
  /** Nothing of these posts is left. */
  close(boardId: number, posts: readonly PurgedPost[]): Promise<void>;
  /** Makes a task for every board that has unpurged posts and none under way. Answers how many. */
  startLeft(): Promise<number>;
}

export interface ShardHistory {
  /** Every copy keeps what was overwritten from this write on, for a copy that was away to catch up by. */
  readonly retainedFrom: number;
  /** Every copy has these writes on disk. */
  readonly committed: number;
  /** A merge is under way that began under the rules of an earlier moment. */
  readonly isMerging: boolean;
}

/** How Elasticsearch keeps documents. Every call throws UnavailableError when it is away, RejectedError for an index that is not there. */
export interface SegmentStore {
  /** Every index of the board that there is. */
  list(board: string): Promise<readonly string[]>;
  /** Those of the documents that are there and hold more than a purged post's. */
  notStubs(index: string, ids: readonly string[]): Promise<readonly string[]>;
  /** Whether a forced merge rewrites every segment with a deletion, or leaves those with few as they are. */
  setThorough(index: string, isThorough: boolean): Promise<void>;
  /** Answers the number of the newest write, which searchers and disks then have. */
  flush(index: string): Promise<number>;
  history(index: string): Promise<ShardHistory>;
  /** Names of segments that hold documents which were overwritten. */
  withDeletions(index: string): Promise<ReadonlySet<string>>;
  /** Rewrites segments without what was overwritten; ends when Elasticsearch has, or the signal aborts. */
  merge(index: string, signal: AbortSignal): Promise<void>;
}
