/** The interfaces of the segment purge to the stores. */

export interface PurgedPost {
  readonly num: number;
  readonly subnum: number;
}

/** The tombstones of a board in PostgreSQL. Every call throws UnavailableError when PostgreSQL is unavailable. */
export interface TombstoneStore {
  /** Reads posts whose old content may still be in a segment, lowest num first. */
  readUnpurged(boardId: number, limit: number): Promise<readonly PurgedPost[]>;
  /** Counts threads of these posts that have been dirty since before the purge: an index may lack their stubs. */
  countAwaitingStubs(boardId: number, posts: readonly PurgedPost[]): Promise<number>;
  /** Names of indices that have left the set. They get no stubs, and are deleted soon. */
  readRetiredIndices(boardId: number): Promise<readonly string[]>;
  /** Deletes quarantined documents of earlier states of these posts: the reasons may quote their content. */
  deleteRefusals(boardId: number, posts: readonly PurgedPost[]): Promise<void>;
  /** Records that no segment holds content of these posts any more. */
  recordPurged(boardId: number, posts: readonly PurgedPost[]): Promise<void>;
  /** Adds a task for every board that has such posts and no unfinished task for them. Returns the number of tasks. */
  addMissingTasks(): Promise<number>;
}

export interface ShardHistory {
  /** Every copy keeps overwritten documents from this sequence number on, so that a copy that was offline can catch up. */
  readonly retainedFrom: number;
  /** Every copy has the writes up to this sequence number on disk. */
  readonly committed: number;
  /** A merge is running, which may have started under earlier settings. */
  readonly isMerging: boolean;
}

/**
 * The segments of Elasticsearch's indices. Every call throws UnavailableError when Elasticsearch is unavailable, and
 * RejectedError when the index does not exist.
 */
export interface SegmentStore {
  /** Returns the ids of those documents that exist and are not stubs. */
  findNonStubs(index: string, ids: readonly string[]): Promise<readonly string[]>;
  /** Sets whether a forced merge rewrites every segment with a deletion, or skips segments with few of them. */
  setMergeAll(index: string, mergesAll: boolean): Promise<void>;
  /** Refreshes and flushes the index. Returns the highest sequence number, which is then visible and durable. */
  flush(index: string): Promise<number>;
  history(index: string): Promise<ShardHistory>;
  /** Names of segments that hold overwritten documents. */
  namesWithDeletions(index: string): Promise<ReadonlySet<string>>;
  /** Rewrites segments without their overwritten documents. Returns when that is done or the signal aborts. */
  merge(index: string, signal: AbortSignal): Promise<void>;
}
