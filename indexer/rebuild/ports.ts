/** What a rebuild needs beside the index set. The real adapters stand beside this file; the simulation has its own. */
import type { Post } from '../../mappings/post.ts';
import type { RebuildRangeJob } from '../../mappings/queues.ts';
import type { TaskHolder } from '../index-set/ports.ts';

export interface SliceOfBoard {
  readonly boardId: number;
  readonly slice: number;
  readonly sliceSize: number;
}

export interface CopyState {
  /** Documents that were copied, and those of them that Elasticsearch refused. */
  readonly documents: number;
  readonly refused: number;
  /** Posts in the ranges that are planned. */
  readonly planned: number;
  /** Ranges that are not done. */
  readonly open: number;
}

/** A rebuild's ranges as its coordinator sees them. */
export interface RangePlan {
  /** Plans the next ranges of a slice, each of about `posts` posts. Answers false when there are none left. */
  plan(task: TaskHolder, slice: SliceOfBoard, ranges: number, posts: number): Promise<boolean>;
  /** Takes ranges that were never handed out, or that have not moved for `leaseMs`. */
  claim(taskId: number, limit: number, leaseMs: number): Promise<readonly RebuildRangeJob[]>;
  state(taskId: number): Promise<CopyState>;
  /** Forgets the ranges: nobody works on them from now on. Whoever has lost the task forgets nothing. */
  forget(task: TaskHolder): Promise<void>;
}

/** Marks of a board, to wait for. */
export interface MarkWatch {
  /** A rev that is higher than any that has a committed mark by now. */
  barrier(): Promise<number>;
  /** Threads with a change below the barrier that some index of the set may not have. */
  threadsBelow(boardId: number, barrier: number): Promise<number>;
}

export interface RangeQueue {
  /** Jobs that nobody has begun. */
  waiting(): Promise<number>;
  add(jobs: readonly RebuildRangeJob[]): Promise<void>;
}

/** A place in the order of (num, subnum). */
export interface Place {
  readonly num: number;
  readonly subnum: number;
}

/** A range with what its walk needs to know. */
export interface OpenRange extends RebuildRangeJob {
  readonly boardId: number;
  readonly board: string;
  readonly indexName: string;
  readonly epoch: number;
  readonly lastNum: number;
  /** The walk goes on after this post. */
  readonly done: Place;
}

export interface WalkedPage {
  readonly from: Place;
  readonly to: Place;
  readonly documents: number;
  readonly refused: number;
  readonly isLast: boolean;
}

/** A rebuild's ranges as those see them who walk them. */
export interface RangeWalks {
  /** null when there is nothing to do: the range is done or gone, or its task is to rest. */
  open(job: RebuildRangeJob): Promise<OpenRange | null>;
  /** Hands on the next posts of the range, in order, each as it comes. */
  read(range: OpenRange, after: Place, limit: number, take: (post: Post) => void): Promise<void>;
  /** Moves the range's place on. Answers false when this walk must end: another one is ahead, or the task is to rest. */
  save(range: OpenRange, page: WalkedPage): Promise<boolean>;
  /** Is there still anything to walk for? */
  isWanted(range: OpenRange): Promise<boolean>;
}
