/**
 * What callers may still spend: an allowance that fills up again by so much a minute and holds a minute's worth. Redis
 * keeps them for all servers; while it is away each server keeps its own.
 */
import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';

export interface Spending {
  /** Otherwise nothing was spent. */
  readonly isAllowed: boolean;
  readonly left: number;
}

export interface Caller {
  readonly key: string;
  /** Of cost, and so much a caller may save up. */
  readonly perMinute: number;
}

export interface AllowancesOptions {
  readonly redis: Redis | null;
  readonly prefix: string;
  readonly clock: () => Date;
}

const MINUTE_MS = 60_000;
/** Callers that a server keeps by itself; the one that was not seen for longest goes, and begins anew. */
const MOST_KEPT = 10_000;

/** KEYS: the caller's allowance. ARGV: what it holds, what it gains a millisecond, what is to be spent. By the clock of Redis. */
const SPEND = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local most, gain, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = most
if kept[1] then left = math.min(most, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) * gain) end
local allowed = left >= cost and 1 or 0
if allowed == 1 then left = left - cost end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((most - left) / gain) + 1000)
return {allowed, tostring(left)}`;

const SPEND_NAME = hash('sha1', SPEND);

/** By its name, which Redis forgets when it starts anew. */
async function evaluate(redis: Redis, key: string, ...numbers: readonly number[]): Promise<unknown> {
  try {
    return await redis.evalsha(SPEND_NAME, 1, key, ...numbers);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(SPEND, 1, key, ...numbers);
  }
}

export class Allowances {
  readonly #redis: Redis | null;
  readonly #prefix: string;
  readonly #clock: () => Date;
  readonly #own = new Map<string, { readonly left: number; readonly at: number }>();

  constructor({ redis, prefix, clock }: AllowancesOptions) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#clock = clock;
  }

  /** A cost above all that the caller may save up is spent when nothing else was. */
  async spend({ key, perMinute }: Caller, cost: number): Promise<Spending> {
    const asked = Math.min(cost, perMinute);
    // Not even asked while it is away: each question would wait for its time-out.
    if (this.#redis?.status === 'ready') {
      try {
        const answer = await evaluate(this.#redis, this.#prefix + key, perMinute, perMinute / MINUTE_MS, asked);
        const [allowed, left] = answer as [number, string];
        return { isAllowed: allowed === 1, left: Number(left) };
      } catch {
        // It went away under the question.
      }
    }
    return this.#spendOwn(key, perMinute, asked);
  }

  #spendOwn(key: string, perMinute: number, cost: number): Spending {
    const now = this.#clock().getTime();
    const kept = this.#own.get(key);
    const gained = kept === undefined ? perMinute : kept.left + (Math.max(0, now - kept.at) * perMinute) / MINUTE_MS;
    const before = Math.min(perMinute, gained);
    const isAllowed = before >= cost;
    const left = isAllowed ? before - cost : before;
    // Deleted first, so that it goes to the end of the order.
    this.#own.delete(key);
    this.#own.set(key, { left, at: now });
    const [oldest] = this.#own.keys();
    if (this.#own.size > MOST_KEPT && oldest !== undefined) this.#own.delete(oldest);
    return { isAllowed, left };
  }
}
