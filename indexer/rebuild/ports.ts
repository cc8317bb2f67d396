/** The interfaces of a rebuild to the stores, beside the index set. The simulation implements them itself. */
import type { Post } from '../../mappings/post.ts';
import type { RebuildRangeJob } from '../../mappings/queues.ts';
import type { TaskHolder } from '../index-set/ports.ts';
import type { HeldTask } from '../tasks/ports.ts';

export interface SliceOfBoard {
  readonly boardId: number;
  readonly slice: number;
  readonly sliceSize: number;
}

export interface CopyState {
  /** Copied documents; `refused` of them are in quarantine. */
  readonly documents: number;
  readonly refused: number;
  /** Posts in the planned ranges. */
  readonly planned: number;
  /** Ranges that are not copied yet. */
  readonly open: number;
  /** An older rebuild has ranges that are not copied yet. */
  readonly isBehind: boolean;
}

/** A rebuild's ranges, for the worker that coordinates it. */
export interface RangePlan {
  /** Plans the next ranges of a slice, each of about `posts` posts. Returns false when the whole slice is planned. */
  plan(task: TaskHolder, slice: SliceOfBoard, ranges: number, posts: number): Promise<boolean>;
  /** Claims ranges that were not queued yet, or that have made no progress for `leaseMs` milliseconds. */
  claim(taskId: number, limit: number, leaseMs: number): Promise<readonly RebuildRangeJob[]>;
  state(taskId: number): Promise<CopyState>;
  /** Deletes the ranges, so that no worker copies them any more. Does nothing when the task's fence is outdated. */
  deleteAll(task: TaskHolder): Promise<void>;
}

/** Waits for dirty threads of a board. */
export interface DirtyWatch {
  /** Draws a rev that is higher than the rev of any change that is committed by now. */
  drawBarrier(): Promise<number>;
  /** Counts threads with a change below the barrier that some index of the set may not have; covered marks are left out. */
  countDirtyBelow(boardId: number, barrier: number): Promise<number>;
}

export interface MarkCounts {
  /** Marks of the board. */
  readonly own: number;
  /** Marks of all boards with an unfinished rebuild. */
  readonly all: number;
}

/** Operations on the marks that a rebuild covers, besides covering them (SetChange.cover). Each call processes up to `limit` of them. */
export interface CoveredMarks {
  /** Counts marks, covered or not, each count up to `limit`. */
  count(boardId: number, limit: number): Promise<MarkCounts>;
  /** Deletes marks that the task covers. Returns how many. */
  clear(taskId: number, limit: number): Promise<number>;
  /** Makes marks that the task covers ordinary again. Returns how many. */
  uncover(taskId: number, limit: number): Promise<number>;
}

/** A rebuild that no worker has begun. Its fence is that of a worker only until one begins it. */
export interface WaitingRebuild extends HeldTask {
  readonly boardId: number;
}

export interface WaitingRebuilds {
  /** The rebuilds that wait, and whose marks were not covered yet. Oldest first. */
  uncovered(): Promise<readonly WaitingRebuild[]>;
  /** Records that the rebuild's marks are covered. Does nothing when a worker has begun it. */
  recordCovered(rebuild: WaitingRebuild, marks: number): Promise<void>;
}

export interface RangeQueue {
  /** The number of jobs that no worker has taken. */
  waiting(): Promise<number>;
  add(jobs: readonly RebuildRangeJob[]): Promise<void>;
}

/** A position in the order of (num, subnum). */
export interface Position {
  readonly num: number;
  readonly subnum: number;
}

/** A range, with everything that is needed to copy it. */
export interface OpenRange extends RebuildRangeJob {
  readonly boardId: number;
  readonly board: string;
  readonly indexName: string;
  readonly hasDocuments: boolean;
  readonly mappingVersion: number;
  readonly epoch: number;
  readonly lastNum: number;
  /** The last copied position. */
  readonly done: Position;
}

export interface CopiedPage {
  /** The range's position before the page, and after it. */
  readonly from: Position;
  readonly to: Position;
  readonly documents: number;
  readonly refused: number;
  readonly isLast: boolean;
}

/** A rebuild's ranges, for the workers that copy them. */
export interface RangeCopies {
  /** Returns null when there is nothing to do: the range is done or deleted, or its task is paused. */
  open(job: RebuildRangeJob): Promise<OpenRange | null>;
  /** Reads up to `limit` posts of the range after this position, in order. Calls `onPost` with each as it arrives. */
  read(range: OpenRange, after: Position, limit: number, onPost: (post: Post) => void): Promise<void>;
  /**
   * Moves the range's position forward. Returns false when the copying must end: another worker has moved the position,
   * or the task is paused or has ended.
   */
  save(range: OpenRange, page: CopiedPage): Promise<boolean>;
  /** Returns whether the range is still to be copied. */
  isWanted(range: OpenRange): Promise<boolean>;
}
