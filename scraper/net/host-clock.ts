/**
 * One clock a host for all scraper processes, kept in Redis and run on Redis's time. A turn is taken by compare and set,
 * so no two processes take the same. While Redis is away nobody asks anything: politeness comes first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { UnavailableError, toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { IDLE_HOST, LONGEST_REST_MS, backOff, recover, takeTurn, type HostState } from './host-pace.ts';

export interface HostClock {
  /**
   * Resolves when this caller may send one request to the host. Callers of one process go in order; those that may burst go
   * past the others.
   */
  turn(host: string, delayMs: number, signal: AbortSignal, burst?: number): Promise<void>;
  /** The host asks to be left alone. */
  rest(host: string, retryAfterMs: number | null, signal: AbortSignal): Promise<void>;
  /** The host answered; what is left of earlier back-offs fades. */
  answered(host: string, signal: AbortSignal): Promise<void>;
}

export interface HostClockOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly logger: Logger;
}

/** KEYS[1] from ARGV[1] (or nothing, as '') to ARGV[2], for ARGV[3] ms; 0 when it was something else. */
const COMPARE_AND_SET = `
if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'px', ARGV[3])
return 1`;

const REDIS_PAUSE_MS = 1_000;
const LONGEST_WAIT_MS = 1_000;

/** `null` leaves the state as it is and waits. */
type Change<T> = (state: HostState, now: number) => { readonly state: HostState | null; readonly result: T };

export function createHostClock({ redis, prefix, logger }: HostClockOptions): HostClock {
  const lastInLine = new Map<string, Promise<void>>();
  /** Hosts that had a back-off; the others need no word to Redis after each answer. */
  const rested = new Set<string>();
  let away = false;

  async function attempt<T>(host: string, change: Change<T>): Promise<{ readonly done: T } | null> {
    const key = `${prefix}:host:${host}`;
    const answers = await redis.multi().time().get(key).exec();
    const [time, stored] = (answers ?? []).map(([error, value]) => {
      if (error !== null) throw error;
      return value;
    });
    if (!Array.isArray(time)) throw new UnavailableError('redis', 'no time came from Redis');
    const now = Number(time[0]) * 1000 + Math.floor(Number(time[1]) / 1000);
    const was = typeof stored === 'string' ? stored : '';
    const { state, result } = change(parseState(was), now);
    if (state === null) return { done: result };
    const lifeMs = Math.max(state.next, state.until, state.probe, now) - now + LONGEST_REST_MS;
    const set = await redis.eval(COMPARE_AND_SET, 1, key, was, JSON.stringify(state), lifeMs);
    return set === 1 ? { done: result } : null;
  }

  /** Until it is done, however long Redis is away. */
  async function apply<T>(host: string, change: Change<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      try {
        const answer = await attempt(host, change);
        if (away) logger.info('Redis is back: requests go on');
        away = false;
        if (answer !== null) return answer.done;
      } catch (error) {
        if (!away) logger.warn({ err: toError(error) }, 'Redis is away: no requests until it is back');
        away = true;
        await sleep(REDIS_PAUSE_MS, undefined, { signal });
      }
    }
  }

  async function takeSlot(host: string, delayMs: number, burst: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const { waitMs, level } = await apply(
        host,
        (state, now) => {
          const turn = takeTurn(state, now, delayMs, burst);
          return turn.granted
            ? { state: turn.state, result: { waitMs: 0, level: state.level } }
            : { state: null, result: { waitMs: turn.waitMs, level: 0 } };
        },
        signal,
      );
      // Others wait for its answer while the breaker is open, whoever opened it.
      if (level > 0) rested.add(host);
      if (waitMs === 0) return;
      // Whoever probes may be answered long before its time is over.
      await sleep(Math.min(waitMs, LONGEST_WAIT_MS), undefined, { signal });
    }
  }

  return {
    async turn(host, delayMs, signal, burst = 0) {
      const line = burst > 0 ? `burst ${host}` : host;
      const before = lastInLine.get(line) ?? Promise.resolve();
      const mine = before.then(() => takeSlot(host, delayMs, burst, signal));
      lastInLine.set(
        line,
        mine.catch(() => undefined),
      );
      await mine;
    },
    async rest(host, retryAfterMs, signal) {
      rested.add(host);
      await apply(host, (state, now) => ({ state: backOff(state, now, retryAfterMs), result: undefined }), signal);
    },
    async answered(host, signal) {
      if (!rested.has(host)) return;
      const level = await apply(
        host,
        (state) => {
          const calmer = recover(state);
          return { state: calmer, result: calmer.level };
        },
        signal,
      );
      if (level === 0) rested.delete(host);
    },
  };
}

function parseState(text: string): HostState {
  return { ...IDLE_HOST, ...(text === '' ? {} : (JSON.parse(text) as Partial<HostState>)) };
}
