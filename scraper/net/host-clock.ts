/**
 * One clock per host for all scraper processes, in Redis and on Redis's time. A turn is taken by compare-and-set, so each turn is
 * taken once. While Redis is unavailable no request is sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { UnavailableError, toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { IDLE_HOST, LONGEST_PAUSE_MS, backOff, recover, takeTurn, type HostState } from './host-pace.ts';

export interface HostClock {
  /**
   * Resolves when the caller may send one request to the host. Callers of one process take turns in order; callers with a burst
   * overtake the others.
   */
  turn(host: string, delayMs: number, signal: AbortSignal, burst?: number): Promise<void>;
  /** Pauses requests after a refusal. */
  backOff(host: string, retryAfterMs: number | null, signal: AbortSignal): Promise<void>;
  /** Reduces earlier back-offs after a success. */
  recover(host: string, signal: AbortSignal): Promise<void>;
}

export interface HostClockOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly logger: Logger;
}

/** Sets KEYS[1] from ARGV[1] ('' for no value) to ARGV[2], for ARGV[3] ms; returns 0 if it had another value. */
const COMPARE_AND_SET = `
if (redis.call('get', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[2], 'px', ARGV[3])
return 1`;

const REDIS_PAUSE_MS = 1_000;
const LONGEST_WAIT_MS = 1_000;

/** A null state leaves the stored state unchanged. */
type Change<T> = (state: HostState, now: number) => { readonly state: HostState | null; readonly result: T };

export function createHostClock({ redis, prefix, logger }: HostClockOptions): HostClock {
  const lastTurn = new Map<string, Promise<void>>();
  /** Hosts with a back-off. For other hosts, a success needs no call to Redis. */
  const backedOff = new Set<string>();
  let isAway = false;

  async function attempt<T>(host: string, change: Change<T>): Promise<{ readonly done: T } | null> {
    const key = `${prefix}:host:${host}`;
    const answers = await redis.multi().time().get(key).exec();
    const [time, stored] = (answers ?? []).map(([error, value]) => {
      if (error !== null) throw error;
      return value;
    });
    if (!Array.isArray(time)) throw new UnavailableError('redis', 'Redis returned no time');
    const now = Number(time[0]) * 1000 + Math.floor(Number(time[1]) / 1000);
    const was = typeof stored === 'string' ? stored : '';
    const { state, result } = change(parseState(was), now);
    if (state === null) return { done: result };
    const lifeMs = Math.max(state.next, state.until, state.probe, now) - now + LONGEST_PAUSE_MS;
    const set = await redis.eval(COMPARE_AND_SET, 1, key, was, JSON.stringify(state), lifeMs);
    return set === 1 ? { done: result } : null;
  }

  /** Repeats the change until it succeeds, also while Redis is unavailable. */
  async function apply<T>(host: string, change: Change<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      try {
        const answer = await attempt(host, change);
        if (isAway) logger.info('Redis is available again: requests continue');
        isAway = false;
        if (answer !== null) return answer.done;
      } catch (error) {
        if (!isAway)
          logger.warn({ err: toError(error) }, 'Redis is unavailable: no requests are sent until it is back');
        isAway = true;
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
            : { state: turn.state ?? null, result: { waitMs: turn.waitMs, level: 0 } };
        },
        signal,
      );
      // While the circuit breaker is open, other processes wait for this request's result.
      if (level > 0) backedOff.add(host);
      if (waitMs === 0) return;
      // The single request of an open breaker may end long before its time-out.
      await sleep(Math.min(waitMs, LONGEST_WAIT_MS), undefined, { signal });
    }
  }

  return {
    async turn(host, delayMs, signal, burst = 0) {
      const queue = burst > 0 ? `burst ${host}` : host;
      const before = lastTurn.get(queue) ?? Promise.resolve();
      const mine = before.then(() => takeSlot(host, delayMs, burst, signal));
      lastTurn.set(
        queue,
        mine.catch(() => undefined),
      );
      await mine;
    },
    async backOff(host, retryAfterMs, signal) {
      backedOff.add(host);
      await apply(host, (state, now) => ({ state: backOff(state, now, retryAfterMs), result: undefined }), signal);
    },
    async recover(host, signal) {
      if (!backedOff.has(host)) return;
      const level = await apply(
        host,
        (state) => {
          const next = recover(state);
          return { state: next, result: next.level };
        },
        signal,
      );
      if (level === 0) backedOff.delete(host);
    },
  };
}

function parseState(text: string): HostState {
  return { ...IDLE_HOST, ...(text === '' ? {} : (JSON.parse(text) as Partial<HostState>)) };
}

export interface TurnOptions {
  readonly clock: HostClock;
  readonly url: string;
  /** Name of the proxy for the host; null for a direct connection. */
  readonly proxy: string | null;
  /** Delay between two requests to a host other than `ownOrigin`. */
  readonly hostDelayMs: number;
  readonly ownOrigin: string | null;
  readonly burst?: number | undefined;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly kind: string;
  readonly retryAfterMs?: number | null;
  readonly byProxy?: true;
}

/**
 * Sends one request when it is its turn, and records the result for the next one. A failing proxy gets a back-off of its own; its hosts
 * are not penalized.
 */
export async function requestInTurn<A extends Answered>(options: TurnOptions, send: () => Promise<A>): Promise<A> {
  const { clock, proxy, hostDelayMs, ownOrigin, burst, signal } = options;
  const { host, origin } = new URL(options.url);
  if (proxy !== null) await clock.turn(proxy, 0, signal, burst);
  await clock.turn(host, origin === ownOrigin ? 0 : hostDelayMs, signal, burst);
  const answer = await send();
  if (proxy !== null && answer.byProxy === true) {
    await clock.backOff(proxy, null, signal);
    return answer;
  }
  if (proxy !== null) await clock.recover(proxy, signal);
  if (answer.kind === 'slow-down') await clock.backOff(host, answer.retryAfterMs ?? null, signal);
  else if (answer.kind === 'failed') await clock.backOff(host, null, signal);
  else await clock.recover(host, signal);
  return answer;
}
