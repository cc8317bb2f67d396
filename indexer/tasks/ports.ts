/** What running a task needs of the world. The rows of `tasks` are the memory; whoever holds the lease does the work. */
import type { TaskError, TaskKind, TaskProgress, RequestedAction } from '../../mappings/task.ts';

export interface ClaimedTask {
  readonly id: number;
  readonly kind: TaskKind;
  readonly boardId: number;
  readonly board: string;
  readonly sliceSize: number;
  readonly options: Readonly<Record<string, unknown>>;
  /** Where an earlier worker left it; null for a fresh one. */
  readonly step: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Higher with every claim: what an overtaken worker writes under an older one is refused. */
  readonly fence: number;
}

export interface TaskEnd {
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  readonly details?: Readonly<Record<string, unknown>>;
  readonly error?: TaskError;
}

export interface TaskNote {
  readonly step?: string;
  readonly progress?: TaskProgress;
  /** Merged into what is there. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What a worker may take. */
export interface TaskChoice {
  readonly kinds: readonly TaskKind[];
  /** Also what the schedule asks for, and nobody waits for. */
  readonly scheduled: boolean;
}

export interface TaskStore {
  /**
   * The oldest such task that may begin, or whose worker has let its lease run out: verifications last, and what people
   * ask for before what the schedule does. One rebuild at a time over all boards.
   */
  claim(worker: string, leaseMs: number, choice: TaskChoice): Promise<ClaimedTask | null>;
  /** Keeps the lease, and answers what the admin wants. @throws TaskLostError */
  renew(task: ClaimedTask, leaseMs: number): Promise<RequestedAction>;
  /** @throws TaskLostError */
  note(task: ClaimedTask, note: TaskNote): Promise<void>;
  /** @throws TaskLostError */
  finish(task: ClaimedTask, end: TaskEnd): Promise<void>;
  /** Gives the lease back, so that another worker goes on at once. */
  release(task: ClaimedTask): Promise<void>;
}

export interface TaskContext {
  /** Aborts when the task is to stop: cancelled, lost to another worker, or the process closes. */
  readonly signal: AbortSignal;
  /** Throws when the task is to stop; waits while it is paused. Call it between any two pieces of work. */
  pace(): Promise<void>;
  note(note: TaskNote): Promise<void>;
}

/**
 * Does the work of one kind of task. It may be run again from the last noted step after any kill, also beside a worker
 * that only seems dead, so every piece of it is safe to repeat.
 */
export interface TaskHandler {
  /** Answers what came of it. @throws AppError when the task has failed for good, UnavailableError to be tried again. */
  run(task: ClaimedTask, context: TaskContext): Promise<Readonly<Record<string, unknown>>>;
  /** Takes back what a cancelled or failed task has begun. Safe to repeat. */
  undo?(task: ClaimedTask): Promise<void>;
}
