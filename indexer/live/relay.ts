import { toError, UnavailableError } from '../../platform/errors.ts';
import { backoffMs } from '../runtime/backoff.ts';
import type { Clock, DirtyQueue, JobQueue, Random } from './ports.ts';
import type { Wake } from '../runtime/signal.ts';

const EVERY_MS = 250;
const CLAIM = 500;
/** Enough to keep many workers busy, few enough that Redis stays small: what waits in PostgreSQL costs nothing. */
const MAX_WAITING = 2_000;
/** A mark still there after this long was lost on the way, or its job gave it back. */
const LEASE_MS = 30_000;
/** With nothing waiting in Redis a mark is either being worked on or lost; to add it once too often costs one empty job. */
const LEASE_WHEN_DRAINED_MS = 2_000;

export interface RelayPorts {
  readonly dirty: DirtyQueue;
  readonly queue: JobQueue;
}

/** Moves dirty rows into the queue once. Answers whether more may be waiting. */
export async function relayOnce({ dirty, queue }: RelayPorts): Promise<boolean> {
  const waiting = await queue.waiting();
  const limit = Math.min(CLAIM, MAX_WAITING - waiting);
  if (limit <= 0) return false;
  const jobs = await dirty.claim(limit, waiting === 0 ? LEASE_WHEN_DRAINED_MS : LEASE_MS);
  if (jobs.length > 0) await queue.add(jobs);
  return jobs.length === limit;
}

export interface RelayOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly wake: Wake;
  /** A failure that is not a store being away. */
  readonly onDefect: (error: Error) => void;
}

/** Relays until the signal aborts; a store that is away only makes it slower. */
export async function runRelay(ports: RelayPorts, options: RelayOptions, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', () => options.wake.call(), { once: true });
  let failures = 0;
  while (!signal.aborted) {
    let more = false;
    try {
      more = await relayOnce(ports);
      failures = 0;
    } catch (error) {
      failures++;
      if (!(error instanceof UnavailableError)) options.onDefect(toError(error));
    }
    if (failures > 0) await options.clock.wait(backoffMs(failures, options.random), signal);
    else if (!more) await options.wake.pause(options.clock, EVERY_MS);
  }
}
