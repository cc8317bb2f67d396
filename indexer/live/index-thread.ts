import { INDEX_QUEUE, indexThreadKey, type IndexThreadJob } from '../../mappings/queues.ts';
import { parseNumbers, type JobEnd, type QueueKind } from '../../platform/bull-queue.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';
import { ClosingError } from './batcher.ts';
import type { ThreadOutcome } from './index-batch.ts';

export const indexQueue: QueueKind<IndexThreadJob> = {
  name: INDEX_QUEUE,
  keyOf: indexThreadKey,
  read: (data) => parseNumbers(data, ['boardId', 'thread']),
};

/** About 20 seconds with the waits of `backoffMs`. Then the job ends, so that threads of other boards get its place. */
const MAX_ATTEMPTS = 8;

export interface IndexThreadOptions {
  /** Puts the thread into the next batch. */
  readonly index: (job: IndexThreadJob) => Promise<ThreadOutcome>;
  readonly clock: Clock;
  readonly random: Random;
  readonly closing: AbortSignal;
}

/**
 * Does one job: puts the thread into batches until its dirty row is gone. A job never fails: one that ends early leaves
 * the dirty row, and the relay adds the thread again. Returns `handed back` when the process closes.
 */
export async function indexThread(job: IndexThreadJob, options: IndexThreadOptions): Promise<JobEnd> {
  let attempt = 0;
  while (attempt < MAX_ATTEMPTS && !options.closing.aborted) {
    const outcome = await tryOnce(job, options);
    if (outcome === 'clear') return 'finished';
    if (outcome === 'closing') return 'handed back';
    // The batcher has already waited.
    if (outcome === 'unavailable') continue;
    if (outcome === 'more') {
      attempt = 0;
      continue;
    }
    attempt++;
    await options.clock.wait(backoffMs(attempt, options.random), options.closing);
  }
  return options.closing.aborted ? 'handed back' : 'finished';
}

async function tryOnce(
  job: IndexThreadJob,
  options: IndexThreadOptions,
): Promise<ThreadOutcome | 'unavailable' | 'closing'> {
  try {
    return await options.index(job);
  } catch (error) {
    if (error instanceof ClosingError) return 'closing';
    if (error instanceof UnavailableError) return 'unavailable';
    throw error;
  }
}
