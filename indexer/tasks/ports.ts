/** Running tasks: the store of tasks, and the context of a handler. A task is a row of `tasks`; the holder of its lease does it. */
import type { IndexerKind, RequestedAction, TaskError, TaskProgress } from '../../mappings/task.ts';
import { AppError } from '../../platform/errors.ts';

/** Another worker has taken the task. */
export class TaskLostError extends AppError {
  constructor(id: number) {
    super('task_lost', `task ${id} belongs to another worker`);
  }
}

/** The task has to stop: it was cancelled or lost, or the process is closing. */
export class TaskStoppedError extends AppError {
  constructor() {
    super('task_stopped', 'the task was stopped');
  }
}

/** The identity that writes to a task need. */
export interface HeldTask {
  readonly id: number;
  /** Increases with every claim. Writes with a lower fence are refused. */
  readonly fence: number;
}

export interface ClaimedTask extends HeldTask {
  readonly kind: IndexerKind;
  readonly boardId: number;
  readonly board: string;
  readonly sliceSize: number;
  readonly options: Readonly<Record<string, unknown>>;
  /** The step that an earlier worker recorded; null for a new task. */
  readonly step: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** The request that has added the task. */
  readonly requestId?: string | null;
}

export interface TaskEnd {
  readonly status: 'succeeded' | 'failed' | 'cancelled';
  readonly details?: Readonly<Record<string, unknown>>;
  readonly error?: TaskError;
}

export interface TaskUpdate {
  readonly step?: string;
  readonly progress?: TaskProgress;
  /** Merged into the recorded details. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Selects the tasks that a worker may claim. */
export interface TaskSelection {
  readonly kinds: readonly IndexerKind[];
  /** True to claim scheduled tasks too. */
  readonly scheduled: boolean;
  /** How many rebuilds may run at the same time, over all boards and processes; 1 by default. */
  readonly rebuilds?: number;
}

export interface TaskStore {
  /**
   * Claims the oldest selected task that is enqueued, or whose lease has run out; null when there is none. Verifications
   * come last, and requested tasks before scheduled ones.
   */
  claim(worker: string, leaseMs: number, selection: TaskSelection): Promise<ClaimedTask | null>;
  /** Extends the lease. Returns the action that an admin has requested. @throws TaskLostError */
  renew(task: HeldTask, leaseMs: number): Promise<RequestedAction>;
  /** @throws TaskLostError */
  update(task: HeldTask, update: TaskUpdate): Promise<void>;
  /** @throws TaskLostError */
  finish(task: HeldTask, end: TaskEnd): Promise<void>;
  /** Ends the lease, so that another worker can continue the task immediately. */
  release(task: HeldTask): Promise<void>;
}

export interface TaskContext {
  /** Aborts when the task has to stop: it was cancelled or lost to another worker, or the process closes. */
  readonly signal: AbortSignal;
  /**
   * Waits while the task is paused. Handlers call it between any two pieces of work.
   * @throws TaskStoppedError when the task has to stop.
   */
  pace(): Promise<void>;
  /** Records the step, progress and details. @throws TaskLostError */
  report(update: TaskUpdate): Promise<void>;
}

/**
 * Does the work of one kind of task. After a kill it runs again from the last recorded step, possibly beside a worker
 * that only seemed to be dead; so every piece of its work must be safe to repeat.
 */
export interface TaskHandler {
  /**
   * Returns the task's results, which are merged into its details.
   * @throws AppError when the task has failed; UnavailableError when it must be retried.
   */
  run(task: ClaimedTask, context: TaskContext): Promise<Readonly<Record<string, unknown>>>;
  /** Undoes the changes of a cancelled or failed task. Safe to repeat. */
  undo?(task: ClaimedTask): Promise<void>;
}
