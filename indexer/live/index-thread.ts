import { UnavailableError } from '../../platform/errors.ts';
import type { IndexThreadJob } from '../../mappings/queues.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';
import { ClosingError } from './batcher.ts';
import type { ThreadOutcome } from './index-batch.ts';

/** With the pauses of `backoffMs` some 20 seconds. Then the job ends, so that threads of other boards get its place. */
const MAX_ATTEMPTS = 8;

export interface IndexThreadOptions {
  /** Puts the thread into the next batch. */
  readonly batcher: (job: IndexThreadJob) => Promise<ThreadOutcome>;
  readonly clock: Clock;
  readonly random: Random;
  readonly closing: AbortSignal;
}

/**
 * One job: the thread goes through batches until its mark is gone. It never fails: a job that ends early leaves the
 * dirty row behind, and the relay brings it again. When the process closes the job is handed back.
 */
export async function indexThread(
  job: IndexThreadJob,
  options: IndexThreadOptions,
): Promise<'finished' | 'handed back'> {
  let attempt = 0;
  while (attempt < MAX_ATTEMPTS && !options.closing.aborted) {
    const outcome = await tryOnce(job, options);
    if (outcome === 'clear') return 'finished';
    if (outcome === 'closing') return 'handed back';
    if (outcome === 'away') continue; // the batch's lane has paused already
    if (outcome === 'more') {
      attempt = 0;
      continue;
    }
    attempt++;
    await options.clock.wait(backoffMs(attempt, options.random), options.closing);
  }
  return options.closing.aborted ? 'handed back' : 'finished';
}

async function tryOnce(job: IndexThreadJob, options: IndexThreadOptions): Promise<ThreadOutcome | 'away' | 'closing'> {
  try {
    return await options.batcher(job);
  } catch (error) {
    if (error instanceof ClosingError) return 'closing';
    if (error instanceof UnavailableError) return 'away';
    throw error;
  }
}
