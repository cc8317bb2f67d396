/**
 * Token buckets: how much each caller may still spend. A bucket holds a minute's worth and refills continuously. Redis keeps
 * them for all servers; while Redis is unavailable each server keeps its own.
 */
import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

export interface Spending {
  /** If false, the bucket holds too little. */
  readonly isAllowed: boolean;
  /** The caller with this bucket: the one that is refused, else the first. */
  readonly caller: Caller;
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

/**
 * KEYS: the buckets. ARGV: of each its size, tokens gained per millisecond, tokens to spend. Ends at a bucket that holds too little, and
 * returns the number of that bucket (0 for none) and what is left in it, else in the first. Uses the clock of Redis.
 */
const SPEND = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local first
for i, key in ipairs(KEYS) do
  local most, gain, cost = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local kept = redis.call('HMGET', key, 'left', 'at')
  local left = most
  if kept[1] then left = math.min(most, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) * gain) end
  local allowed = left >= cost
  if allowed then left = left - cost end
  redis.call('HSET', key, 'left', tostring(left), 'at', now)
  redis.call('PEXPIRE', key, math.ceil((most - left) / gain) + 1000)
  if not allowed then return {i, tostring(left)} end
  first = first or left
end
return {0, tostring(first)}`;

const SPEND_SHA = hash('sha1', SPEND);

/** EVALSHA, and EVAL after a restart of Redis, which forgets scripts. */
async function runSpend(redis: Redis, keys: readonly string[], numbers: readonly number[]): Promise<unknown> {
  try {
    return await redis.evalsha(SPEND_SHA, keys.length, ...keys, ...numbers);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(SPEND, keys.length, ...keys, ...numbers);
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

  /** Charges each caller in turn, in one round trip, until one has too little. A cost above the size of a bucket takes a full bucket. */
  async spend(callers: readonly [Caller, ...Caller[]], cost: number): Promise<Spending> {
    // Skipped while Redis is unavailable: each command would wait for its time-out.
    if (this.#redis.status === 'ready') {
      try {
        const keys = callers.map(({ key }) => this.#prefix + key);
        const numbers = callers.flatMap(({ perMinute }) => [
          perMinute,
          perMinute / MINUTE_MS,
          tokensOf(cost, perMinute),
        ]);
        const [refused, left] = (await runSpend(this.#redis, keys, numbers)) as [number, string];
        return { isAllowed: refused === 0, caller: callers[refused - 1] ?? callers[0], left: Number(left) };
      } catch {
        // The connection was lost during the command.
      }
    }
    const [first] = callers;
    let left: number | null = null;
    for (const caller of callers) {
      const spending = this.#spendLocally(caller, tokensOf(cost, caller.perMinute));
      if (!spending.isAllowed) return spending;
      left ??= spending.left;
    }
    return { isAllowed: true, caller: first, left: left ?? 0 };
  }

  #spendLocally(caller: Caller, tokens: number): Spending {
    const { key, perMinute } = caller;
    const now = this.#clock().getTime();
    const bucket = this.#local.get(key);
    const refilled =
      bucket === undefined ? perMinute : bucket.left + (Math.max(0, now - bucket.at) * perMinute) / MINUTE_MS;
    const before = Math.min(perMinute, refilled);
    const isAllowed = before >= tokens;
    const left = isAllowed ? before - tokens : before;
    this.#local.set(key, { left, at: now });
    return { isAllowed, caller, left };
  }
}

function tokensOf(cost: number, perMinute: number): number {
  return Math.min(cost, perMinute);
}
