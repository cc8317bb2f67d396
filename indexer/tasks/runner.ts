import { AppError, toError, UnavailableError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { withRequestId } from '../../platform/request-id.ts';
import { INDEXER_KINDS, type IndexerKind } from '../../mappings/task.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';
import type { Signal } from '../runtime/signal.ts';
import { StatementEndedError } from '../runtime/store-errors.ts';
import {
  TaskLostError,
  TaskStoppedError,
  type ClaimedTask,
  type TaskContext,
  type TaskHandler,
  type TaskUpdate,
  type TaskStore,
} from './ports.ts';

/** After this time another worker takes the task of a worker that was killed. */
const LEASE_MS = 8_000;
/** Each renewal also reads the requested action; a cancelled task must stop within two seconds. */
const RENEW_MS = 400;
const POLL_MS = 1_000;
/** How often a paused task checks whether it is resumed. */
const PAUSED_MS = 200;
/** Characters of the error of a store that a task waits for. */
const MAX_REASON = 200;

/** Tasks of a kind without a handler are left to other runners. */
export type TaskHandlers = Readonly<Partial<Record<IndexerKind, TaskHandler>>>;

export interface RunnerOptions {
  readonly store: TaskStore;
  readonly handlers: TaskHandlers;
  /** True to take scheduled tasks too. */
  readonly scheduled: boolean;
  /** How many rebuilds may run at the same time, over all processes; 1 by default. */
  readonly rebuildsAtOnce?: () => Promise<number>;
  /** The worker's name, unique among all processes. */
  readonly worker: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly newWork: Signal;
  /** How long the runner waits for `newWork` before it looks for a task all the same; a second by default. */
  readonly pollMs?: number;
}

/**
 * A runner: does one task after another until the process closes. A process has several runners for concurrent tasks.
 * While no task is available it waits for `newWork` or the next poll; after an error it waits by `backoffMs`.
 */
export async function runTasks(options: RunnerOptions, closing: AbortSignal): Promise<void> {
  const { store, handlers, scheduled, rebuildsAtOnce, worker, clock, random, logger, newWork, pollMs } = options;
  const kinds = INDEXER_KINDS.filter((kind) => handlers[kind] !== undefined);
  closing.addEventListener('abort', () => newWork.raise(), { once: true });
  let failures = 0;
  while (!closing.aborted) {
    try {
      const rebuilds = kinds.includes('reindex') ? await rebuildsAtOnce?.() : undefined;
      const task = await store.claim(worker, LEASE_MS, {
        kinds,
        scheduled,
        ...(rebuilds !== undefined && { rebuilds }),
      });
      failures = 0;
      if (task === null) await newWork.wait(clock, pollMs ?? POLL_MS);
      else await withRequestId(task.requestId ?? null, async () => runTask(options, task, closing));
    } catch (error) {
      failures++;
      if (!(error instanceof UnavailableError))
        logger.error({ err: toError(error) }, 'unexpected error while claiming or doing tasks');
      await clock.wait(backoffMs(failures, random), closing);
    }
  }
}

/**
 * Does one claimed task. It leaves `processing` in one of these ways:
 * succeeded: the handler returned · cancelled, failed: the handler stopped and its `undo` has run · lost: another worker
 * took the task after the lease ran out, and this one writes nothing more · released: the process closes, and the next
 * worker continues from the recorded step.
 */
async function runTask(options: RunnerOptions, task: ClaimedTask, closing: AbortSignal): Promise<void> {
  const { store, handlers, logger } = options;
  const lease = new TaskLease(options, task, closing);
  const about = { task: task.id, kind: task.kind, board: task.board };
  logger.info({ ...about, step: task.step }, 'task started');
  const renewing = lease.keepRenewing();
  const handler = handlers[task.kind];
  try {
    if (handler === undefined)
      throw new AppError('no_handler', `this indexer has no handler for tasks of kind ${task.kind}`);
    const details = await retryUntilAvailable(options, lease, async () => handler.run(lease.task, lease));
    await retryUntilAvailable(options, lease, async () => store.finish(task, { status: 'succeeded', details }));
    logger.info({ ...about, ...details }, 'task succeeded');
  } catch (thrown) {
    const error = toError(thrown);
    if (lease.end === 'lost' || error instanceof TaskLostError) {
      logger.warn(about, 'another worker has taken over the task');
    } else if (lease.end === 'closing') {
      await store.release(task).catch(() => undefined);
    } else {
      const isCancelled = lease.end === 'cancelled';
      const code = error instanceof AppError ? error.code : 'internal';
      lease.ignoreRequests();
      await retryUntilAvailable(options, lease, async () => {
        await handler?.undo?.(lease.task);
        await store.finish(
          task,
          isCancelled ? { status: 'cancelled' } : { status: 'failed', error: { code, message: error.message } },
        );
      }).catch(() => undefined);
      if (isCancelled) logger.info(about, 'task cancelled');
      else logger.error({ ...about, err: error }, 'task failed');
    }
  } finally {
    lease.stop();
    await renewing;
  }
}

/** Repeats the work while a store is unavailable, until the task has to stop. @throws whatever `work` threw last. */
async function retryUntilAvailable<T>(
  { clock, random }: RunnerOptions,
  lease: TaskLease,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || lease.signal.aborted) throw error;
      await lease.reportWaiting(error);
      await clock.wait(backoffMs(attempt, random), lease.signal);
      if (lease.signal.aborted) throw error;
    }
  }
}

/**
 * A worker's lease on one task. Renews it, reads the requested action with every renewal, and pauses or stops the work. `end` is the
 * reason why it had to stop.
 */
class TaskLease implements TaskContext {
  end: 'lost' | 'cancelled' | 'closing' | null = null;
  readonly #options: RunnerOptions;
  /** The task as it was claimed, with the steps and details that were recorded since. */
  task: ClaimedTask;
  readonly #closing: AbortSignal;
  #abort = new AbortController();
  readonly #stopped = new AbortController();
  #isPaused = false;
  #acceptsRequests = true;
  /** The step as it is recorded. */
  #waitingFor: string | null = null;

  constructor(options: RunnerOptions, task: ClaimedTask, closing: AbortSignal) {
    this.#options = options;
    this.task = task;
    this.#closing = closing;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async pace(): Promise<void> {
    while (this.#isPaused && !this.signal.aborted) await this.#options.clock.wait(PAUSED_MS, this.signal);
    if (this.signal.aborted) throw new TaskStoppedError();
  }

  async report(update: TaskUpdate): Promise<void> {
    const ended = this.#waitingFor === null ? {} : { waiting_for: null };
    const changed = { ...update, details: { ...update.details, ...ended } };
    await this.#options.store.update(this.task, changed);
    this.#waitingFor = null;
    const { step, details } = this.task;
    this.task = { ...this.task, step: update.step ?? step, details: { ...details, ...changed.details } };
  }

  /** Records the store that the task waits for, as long as PostgreSQL accepts it. The next report removes the record. */
  async reportWaiting(unavailable: UnavailableError): Promise<void> {
    const { service, message } = unavailable;
    const reason =
      unavailable instanceof StatementEndedError
        ? message.slice(0, MAX_REASON)
        : `${service} is unavailable (${message.replace(`${service}: `, '').slice(0, MAX_REASON)})`;
    if (this.#waitingFor === reason) return;
    const isRecorded = await this.#options.store.update(this.task, { details: { waiting_for: reason } }).then(
      () => true,
      () => false,
    );
    if (isRecorded) this.#waitingFor = reason;
  }

  async keepRenewing(): Promise<void> {
    const onClosing = () => this.#end('closing');
    if (this.#closing.aborted) onClosing();
    this.#closing.addEventListener('abort', onClosing, { once: true });
    while (!this.#stopped.signal.aborted) {
      try {
        const requested = await this.#options.store.renew(this.task, LEASE_MS);
        this.#isPaused = requested === 'pause';
        if (requested === 'cancel' && this.#acceptsRequests) this.#end('cancelled');
      } catch (error) {
        if (error instanceof TaskLostError) this.#end('lost');
        // Other errors mean that PostgreSQL is unavailable. If the lease runs out, the fence refuses this worker's writes.
      }
      await this.#options.clock.wait(RENEW_MS, this.#stopped.signal);
    }
    this.#closing.removeEventListener('abort', onClosing);
  }

  /** Called before `undo` and `finish`, which can be neither paused nor cancelled. */
  ignoreRequests(): void {
    this.#acceptsRequests = false;
    this.#isPaused = false;
    if (this.end === 'cancelled') {
      this.end = null;
      this.#abort = new AbortController();
      if (this.#closing.aborted) this.#end('closing');
    }
  }

  stop(): void {
    this.#stopped.abort();
  }

  #end(reason: 'lost' | 'cancelled' | 'closing'): void {
    if (this.end !== null) return;
    this.end = reason;
    this.#abort.abort();
  }
}
