import { toError, UnavailableError } from '../../platform/errors.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';
import type { Signal } from '../runtime/signal.ts';
import type { DirtyQueue, JobQueue } from './ports.ts';

/** A notification wakes the relay sooner: this finds only rows whose notification or job was lost. */
const POLL_MS = 1_000;
const MAX_CLAIM = 500;
/** Enough to keep many workers busy, few enough to keep Redis small: rows that wait in PostgreSQL cost nothing. */
const MAX_WAITING = 2_000;
/** A dirty row that is still there after this time has lost its job in Redis, or its job ended early. */
const LEASE_MS = 30_000;
/**
 * While no job waits in Redis, every claimed row is either being indexed or lost. Adding a row once too often costs one
 * empty job.
 */
const LEASE_WHEN_DRAINED_MS = 2_000;

export interface RelayPorts {
  readonly dirty: DirtyQueue;
  readonly queue: JobQueue;
}

/** Claims dirty rows and adds a job for each, once. Returns whether more rows may be waiting. */
export async function relayOnce({ dirty, queue }: RelayPorts): Promise<boolean> {
  const waiting = await queue.waiting();
  const limit = Math.min(MAX_CLAIM, MAX_WAITING - waiting);
  if (limit <= 0) return false;
  const jobs = await dirty.claim(limit, waiting === 0 ? LEASE_WHEN_DRAINED_MS : LEASE_MS);
  if (jobs.length > 0) await queue.add(jobs);
  return jobs.length === limit;
}

export interface RelayOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Raised when rows have become dirty. */
  readonly newWork: Signal;
  /** Called with errors other than an unavailable store. */
  readonly onDefect: (error: Error) => void;
}

/**
 * Moves dirty rows into the queue until `closing` aborts. After a full claim it continues immediately, after a partial one it waits for
 * `newWork` or the next poll, and after an error by `backoffMs`.
 */
export async function runRelay(ports: RelayPorts, options: RelayOptions, closing: AbortSignal): Promise<void> {
  closing.addEventListener('abort', () => options.newWork.raise(), { once: true });
  let failures = 0;
  while (!closing.aborted) {
    let hasMore = false;
    try {
      hasMore = await relayOnce(ports);
      failures = 0;
    } catch (error) {
      failures++;
      if (!(error instanceof UnavailableError)) options.onDefect(toError(error));
    }
    if (failures > 0) await options.clock.wait(backoffMs(failures, options.random), closing);
    else if (!hasMore) await options.newWork.wait(options.clock, POLL_MS);
  }
}
