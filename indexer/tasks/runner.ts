import { AppError, toError, UnavailableError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { TASK_KINDS, type TaskKind } from '../../mappings/task.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';
import type { Signal } from '../runtime/signal.ts';
import { TaskLostError, TaskStoppedError } from './errors.ts';
import type { ClaimedTask, TaskContext, TaskHandler, TaskNote, TaskStore } from './ports.ts';

/** A killed worker's task goes on elsewhere after this long. */
const LEASE_MS = 8_000;
/** How soon a requested is heard; a cancelled task must stop within two seconds. */
const RENEW_MS = 400;
const LOOK_MS = 1_000;
/** How long a paused task sleeps before it looks again. */
const PAUSED_MS = 200;

/** A kind without a handler is left to processes that have one. */
export type TaskHandlers = Readonly<Partial<Record<TaskKind, TaskHandler>>>;

export interface RunnerOptions {
  readonly store: TaskStore;
  readonly handlers: TaskHandlers;
  /** Also what the schedule asks for. */
  readonly scheduled: boolean;
  /** Unique among all processes. */
  readonly worker: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly newWork: Signal;
}

/** Takes one task after another until the signal aborts. Several runners in one process do several tasks at once. */
export async function runTasks(options: RunnerOptions, closing: AbortSignal): Promise<void> {
  const { store, handlers, scheduled, worker, clock, random, logger, newWork } = options;
  const kinds = TASK_KINDS.filter((kind) => handlers[kind] !== undefined);
  closing.addEventListener('abort', () => newWork.raise(), { once: true });
  let failures = 0;
  while (!closing.aborted) {
    try {
      const task = await store.claim(worker, LEASE_MS, { kinds, scheduled });
      failures = 0;
      if (task === null) await newWork.wait(clock, LOOK_MS);
      else await runTask(options, task, closing);
    } catch (error) {
      failures++;
      if (!(error instanceof UnavailableError)) logger.error({ err: toError(error) }, 'tasks');
      await clock.wait(backoffMs(failures, random), closing);
    }
  }
}

/** One task to its end, or to where it is lost or handed back. */
async function runTask(options: RunnerOptions, task: ClaimedTask, closing: AbortSignal): Promise<void> {
  const { store, handlers, logger } = options;
  const hold = new TaskHold(options, task, closing);
  const about = { task: task.id, kind: task.kind, board: task.board };
  logger.info({ ...about, step: task.step }, 'task begins');
  const holding = hold.keep();
  const handler = handlers[task.kind];
  try {
    if (handler === undefined) throw new AppError('no_handler', `there is nobody here to do a ${task.kind}`);
    const details = await untilKnown(options, hold, async () => handler.run(hold.task, hold));
    await untilKnown(options, hold, async () => store.finish(task, { status: 'succeeded', details }));
    logger.info({ ...about, ...details }, 'task has succeeded');
  } catch (thrown) {
    const error = toError(thrown);
    if (hold.end === 'lost' || error instanceof TaskLostError) {
      logger.warn(about, 'task was taken over by another worker');
    } else if (hold.end === 'closing') {
      await store.release(task).catch(() => undefined);
    } else {
      const isCancelled = hold.end === 'cancelled';
      const code = error instanceof AppError ? error.code : 'internal';
      hold.endWishes();
      await untilKnown(options, hold, async () => {
        await handler?.undo?.(hold.task);
        await store.finish(
          task,
          isCancelled ? { status: 'cancelled' } : { status: 'failed', error: { code, message: error.message } },
        );
      }).catch(() => undefined);
      if (isCancelled) logger.info(about, 'task is cancelled');
      else logger.error({ ...about, err: error }, 'task has failed');
    }
  } finally {
    hold.stop();
    await holding;
  }
}

/** Repeats while a store is away. @throws what `work` threw otherwise, or that the task is to stop. */
async function untilKnown<T>({ clock, random }: RunnerOptions, hold: TaskHold, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || hold.signal.aborted) throw error;
      await clock.wait(backoffMs(attempt, random), hold.signal);
      if (hold.signal.aborted) throw error;
    }
  }
}

/** The lease on one task: renews it, hears the admin's wishes, and stops the work when it is to stop. */
class TaskHold implements TaskContext {
  end: 'lost' | 'cancelled' | 'closing' | null = null;
  readonly #options: RunnerOptions;
  /** As it was claimed, moved on by what its worker has noted since. */
  task: ClaimedTask;
  readonly #closing: AbortSignal;
  #abort = new AbortController();
  readonly #stopped = new AbortController();
  #isPaused = false;
  #hearsWishes = true;

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

  async note(note: TaskNote): Promise<void> {
    await this.#options.store.note(this.task, note);
    const { step, details } = this.task;
    this.task = { ...this.task, step: note.step ?? step, details: { ...details, ...note.details } };
  }

  async keep(): Promise<void> {
    const onClosing = () => this.#end('closing');
    if (this.#closing.aborted) onClosing();
    this.#closing.addEventListener('abort', onClosing, { once: true });
    while (!this.#stopped.signal.aborted) {
      try {
        const requested = await this.#options.store.renew(this.task, LEASE_MS);
        this.#isPaused = requested === 'pause';
        if (requested === 'cancel' && this.#hearsWishes) this.#end('cancelled');
      } catch (error) {
        if (error instanceof TaskLostError) this.#end('lost');
        // A store that is away: the lease may run out, and then another worker says so through the fence.
      }
      await this.#options.clock.wait(RENEW_MS, this.#stopped.signal);
    }
    this.#closing.removeEventListener('abort', onClosing);
  }

  /** What is left is to take back and to finish; that is not cancelled again. */
  endWishes(): void {
    this.#hearsWishes = false;
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
