import type { TaskHolder } from '../../indexer/index-set/ports.ts';
import { type ClaimedTask, TaskLostError, type TaskStore } from '../../indexer/tasks/ports.ts';
import type { IndexerKind, TaskStatus, RequestedAction } from '../../mappings/task.ts';
import type { Scheduler, SimulatedProcess } from './scheduler.ts';

interface TaskRow {
  readonly id: number;
  readonly kind: IndexerKind;
  status: TaskStatus;
  requestedAction: RequestedAction;
  step: string | null;
  details: Readonly<Record<string, unknown>>;
  errorCode: string | null;
  fence: number;
  leaseUntil: number;
  /** The process whose transaction locks the task; no other process can claim it. */
  lockedBy: SimulatedProcess | null;
}

const BOARD_OF_TASKS = { boardId: 1, board: 'sim', sliceSize: 4 } as const;

/** The table of tasks of the one board. */
export class SimulatedTasks {
  readonly rows: TaskRow[] = [];
  readonly #scheduler: Scheduler;

  readonly #forgetsDetails: boolean;

  /** A worker that resumes a task without its details prepares it again, regardless of the recorded step. */
  constructor(scheduler: Scheduler, forgetsDetails = false) {
    this.#scheduler = scheduler;
    this.#forgetsDetails = forgetsDetails;
  }

  get unfinished(): TaskRow | undefined {
    return this.rows.find(({ status }) => status === 'enqueued' || status === 'processing');
  }

  /** A board has one unfinished rebuild or rollback at a time. */
  enqueue(kind: IndexerKind): void {
    if (this.unfinished !== undefined) return;
    this.rows.push({
      id: this.rows.length + 1,
      kind,
      status: 'enqueued',
      requestedAction: 'run',
      step: null,
      details: {},
      errorCode: null,
      fence: 0,
      leaseUntil: -Infinity,
      lockedBy: null,
    });
  }

  hold(process: SimulatedProcess, { id, fence }: TaskHolder): void {
    const row = this.rows[id - 1];
    if (row?.fence !== fence || (row.status !== 'enqueued' && row.status !== 'processing')) throw new TaskLostError(id);
    row.lockedBy = process;
  }

  release(process: SimulatedProcess): void {
    for (const row of this.rows) if (row.lockedBy === process) row.lockedBy = null;
  }

  storeOf(process: SimulatedProcess): TaskStore {
    const call = <T>(work: () => T) => this.#scheduler.call(process, work);
    return {
      claim: (_, leaseMs, { kinds }) => call(() => this.#claim(leaseMs, kinds)),
      renew: (task, leaseMs) =>
        call(() => {
          const row = this.#fenced(task);
          row.leaseUntil = this.#scheduler.now + leaseMs;
          return row.requestedAction;
        }),
      update: (task, { step, details }) =>
        call(() => {
          const row = this.#fenced(task);
          row.step = step ?? row.step;
          row.details = { ...row.details, ...details };
        }),
      finish: (task, { status, error }) =>
        call(() => {
          const row = this.#fenced(task);
          row.status = status;
          row.errorCode = error?.code ?? null;
        }),
      release: (task) =>
        call(() => {
          this.#fenced(task).leaseUntil = -Infinity;
        }),
    };
  }

  #claim(leaseMs: number, kinds: readonly IndexerKind[]): ClaimedTask | null {
    const { now } = this.#scheduler;
    const row = this.unfinished;
    if (row === undefined || !kinds.includes(row.kind) || row.lockedBy?.alive === true) return null;
    if (row.status === 'processing' && row.leaseUntil >= now) return null;
    row.status = 'processing';
    row.leaseUntil = now + leaseMs;
    row.fence++;
    const { id, kind, step, details, fence } = row;
    const known = this.#forgetsDetails ? {} : details;
    return { id, kind, ...BOARD_OF_TASKS, options: {}, step, details: known, fence };
  }

  isHeld({ id, fence }: TaskHolder): boolean {
    const row = this.rows[id - 1];
    return row?.fence === fence && row.status === 'processing';
  }

  #fenced({ id, fence }: TaskHolder): TaskRow {
    const row = this.rows[id - 1];
    if (row?.fence !== fence || row.status !== 'processing') throw new TaskLostError(id);
    return row;
  }
}
