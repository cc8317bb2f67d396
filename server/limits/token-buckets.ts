/**
 * Token buckets: how much each caller may still spend. A bucket holds a minute's worth and refills continuously. Redis keeps
 * them for all servers; while Redis is unavailable each server keeps its own.
 */
import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

export interface Spending {
  /** If false, no tokens were spent. */
  readonly isAllowed: boolean;
  /** Tokens left in the bucket. */
  readonly left: number;
}

export interface Caller {
  readonly key: string;
  /** Tokens per minute, which is also the size of the bucket. */
  readonly perMinute: number;
}

export interface TokenBucketsOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly clock: () => Date;
}

const MINUTE_MS = 60_000;
/** Buckets that a server keeps itself. Beyond them the least recently used bucket is dropped, and its caller starts with a full one. */
const MAX_LOCAL_BUCKETS = 10_000;

/** KEYS: the bucket. ARGV: its size, tokens gained per millisecond, tokens to spend. Uses the clock of Redis. */
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

const SPEND_SHA = hash('sha1', SPEND);

/** EVALSHA, and EVAL after a restart of Redis, which forgets scripts. */
async function runSpend(redis: Redis, key: string, ...numbers: readonly number[]): Promise<unknown> {
  try {
    return await redis.evalsha(SPEND_SHA, 1, key, ...numbers);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(SPEND, 1, key, ...numbers);
  }
}

export class TokenBuckets {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #clock: () => Date;
  readonly #local = new LRUCache<string, { readonly left: number; readonly at: number }>({ max: MAX_LOCAL_BUCKETS });

  constructor({ redis, prefix, clock }: TokenBucketsOptions) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#clock = clock;
  }

  /** A cost above the size of the bucket takes a full bucket. */
  async spend({ key, perMinute }: Caller, cost: number): Promise<Spending> {
    const tokens = Math.min(cost, perMinute);
    // Skipped while Redis is unavailable: each command would wait for its time-out.
    if (this.#redis.status === 'ready') {
      try {
        const answer = await runSpend(this.#redis, this.#prefix + key, perMinute, perMinute / MINUTE_MS, tokens);
        const [allowed, left] = answer as [number, string];
        return { isAllowed: allowed === 1, left: Number(left) };
      } catch {
        // The connection was lost during the command.
      }
    }
    return this.#spendLocally(key, perMinute, tokens);
  }

  #spendLocally(key: string, perMinute: number, tokens: number): Spending {
    const now = this.#clock().getTime();
    const bucket = this.#local.get(key);
    const refilled =
      bucket === undefined ? perMinute : bucket.left + (Math.max(0, now - bucket.at) * perMinute) / MINUTE_MS;
    const before = Math.min(perMinute, refilled);
    const isAllowed = before >= tokens;
    const left = isAllowed ? before - tokens : before;
    this.#local.set(key, { left, at: now });
    return { isAllowed, left };
  }
}
