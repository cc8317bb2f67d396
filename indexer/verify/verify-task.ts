import type { TaskProgress } from '../../mappings/task.ts';
import { ProgressRates } from '../tasks/progress-rate.ts';
import type { ClaimedTask, TaskContext, TaskHandler } from '../tasks/ports.ts';
import type { IndexVerifier, Verification, VerifyState } from './verification.ts';
import type { Verifications } from './verifications.ts';

const REPORT_MS = 1_000;

export interface VerifyTaskOptions {
  readonly verifier: IndexVerifier;
  readonly verifications: Verifications;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** Verifies a board. The state is recorded once a second, so that another worker can continue from there. */
export class VerifyTask implements TaskHandler {
  readonly #options: VerifyTaskOptions;
  /** States that are newer than the recorded ones, for tasks that this process retries after an monitor. */
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
        onProgress: this.#reportProgress(task, context),
        resume: this.#reached.get(task) ?? recordedState(task),
      },
    );
    const seconds = await verifications.write(boardId, task.id, verification);
    return { ...resultOf(verification), seconds, state: null };
  }

  #reportProgress(task: ClaimedTask, context: TaskContext) {
    const { now } = this.#options;
    const rates = new ProgressRates(now);
    let reportedAt = Number.NEGATIVE_INFINITY;
    return async (state: VerifyState, progress: TaskProgress) => {
      this.#reached.set(task, state);
      if (now() - reportedAt < REPORT_MS) return;
      reportedAt = now();
      await context.report({
        progress: rates.withRate(progress),
        details: { ...resultOf(state), state },
      });
    };
  }
}

function recordedState({ details }: ClaimedTask): VerifyState | null {
  const { state } = details;
  return typeof state === 'object' && state !== null ? (state as VerifyState) : null;
}

function resultOf(verification: Verification): Readonly<Record<string, unknown>> {
  const { found, drift, documents, ranges, pending, quarantined, kinds, samples, outdated } = verification;
  // Used only for indices that do not store documents.
  const { rewritten, uncompared } = verification;
  const { replaced, unindexed } = verification;
  return {
    found,
    drift,
    documents,
    ranges,
    pending,
    quarantined,
    kinds,
    samples,
    outdated,
    ...(rewritten > 0 && { rewritten }),
    ...(uncompared > 0 && { uncompared }),
    ...(replaced.length > 0 && { replaced }),
    ...(unindexed.length > 0 && { unindexed }),
  };
}
