import type { TaskProgress } from '../../mappings/task.ts';
import { Speed } from '../tasks/progress-rate.ts';
import type { ClaimedTask, TaskContext, TaskHandler } from '../tasks/ports.ts';
import type { IndexVerifier, Verification, VerifyState } from './ports.ts';
import type { PostgresVerifications } from './verifications.ts';

const NOTE_MS = 1_000;

export interface VerifyTaskOptions {
  readonly verifier: IndexVerifier;
  readonly verifications: PostgresVerifications;
  /** Milliseconds, from any start. */
  readonly now: () => number;
}

/** A board's verification, once a second noted so that another worker goes on from there. */
export class VerifyTask implements TaskHandler {
  readonly #options: VerifyTaskOptions;
  /** Newer than what was noted, for a task that is tried again here because a store was away. */
  readonly #reached = new WeakMap<ClaimedTask, VerifyState>();

  constructor(options: VerifyTaskOptions) {
    this.#options = options;
  }

  async run(task: ClaimedTask, context: TaskContext): Promise<Readonly<Record<string, unknown>>> {
    const { verifier, verifications } = this.#options;
    const { boardId, board, sliceSize, options } = task;
    const verification = await verifier.verify(
      {
        boardId,
        board,
        sliceSize,
        indices: null,
        repair: options['repair'] === true,
        depth: options['deep'] === true ? 'all' : 'written',
      },
      {
        pace: () => context.pace(),
        onProgress: this.#noteProgress(task, context),
        resume: this.#reached.get(task) ?? notedState(task),
      },
    );
    const seconds = await verifications.write(boardId, task.id, verification);
    return { ...resultOf(verification), seconds, state: null };
  }

  #noteProgress(task: ClaimedTask, context: TaskContext) {
    const { now } = this.#options;
    const speeds = new Map<TaskProgress['unit'], Speed>();
    let notedAt = Number.NEGATIVE_INFINITY;
    return async (state: VerifyState, progress: TaskProgress) => {
      this.#reached.set(task, state);
      if (now() - notedAt < NOTE_MS) return;
      notedAt = now();
      const speed = speeds.get(progress.unit) ?? new Speed(now);
      speeds.set(progress.unit, speed);
      await context.note({
        progress: { ...progress, perSecond: speed.at(progress.done) },
        details: { ...resultOf(state), state },
      });
    };
  }
}

function notedState({ details }: ClaimedTask): VerifyState | null {
  const { state } = details;
  return typeof state === 'object' && state !== null ? (state as VerifyState) : null;
}

function resultOf(verification: Verification): Readonly<Record<string, unknown>> {
  const { found, drift, documents, ranges, pending, quarantined, kinds, samples, outdated } = verification;
  return { found, drift, documents, ranges, pending, quarantined, kinds, samples, outdated };
}
