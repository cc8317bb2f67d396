import { toError, UnavailableError } from '../../platform/errors.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';
import type { DirtyQueue, JobQueue } from './ports.ts';
import type { Signal } from '../runtime/signal.ts';

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
  readonly newWork: Signal;
  /** A failure that is not a store being away. */
  readonly onDefect: (error: Error) => void;
}

/** Relays until the signal aborts; a store that is away only makes it slower. */
export async function runRelay(ports: RelayPorts, options: RelayOptions, closing: AbortSignal): Promise<void> {
  closing.addEventListener('abort', () => options.newWork.raise(), { once: true });
  let failures = 0;
  while (!closing.aborted) {
    let more = false;
    try {
      more = await relayOnce(ports);
      failures = 0;
    } catch (error) {
      failures++;
      if (!(error instanceof UnavailableError)) options.onDefect(toError(error));
    }
    if (failures > 0) await options.clock.wait(backoffMs(failures, options.random), closing);
    else if (!more) await options.newWork.wait(options.clock, EVERY_MS);
  }
}
