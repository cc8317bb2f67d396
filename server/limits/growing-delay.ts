/**
 * Failures by key, such as wrong guesses of a password: some are free, and each further failure delays the next attempt more. Redis
 * counts for all servers; while Redis is unavailable each server counts for itself.
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

export interface GrowingDelayOptions {
  readonly redis: Redis;
  /** Prefix of the keys in Redis. */
  readonly prefix: string;
  readonly clock: () => Date;
  /** Failures without a delay. */
  readonly free: number;
  /** The first delay; each further failure doubles it. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Failures are forgotten after this time without another. */
  readonly forgetMs: number;
}

interface Failures {
  readonly count: number;
  readonly at: number;
}

/** Keys that a process counts itself; the least recently used are dropped. */
const MAX_KEYS = 10_000;

/**
 * KEYS: the failures. ARGV: free ones, first and longest delay, and how long they are kept, in milliseconds. Uses the clock of Redis. Returns the
 * milliseconds to wait, or counts the attempt as a failure and returns 0.
 */
const BEGIN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'count', 'at')
local count = tonumber(kept[1] or '0')
if count >= tonumber(ARGV[1]) then
  local delay = math.min(tonumber(ARGV[3]), tonumber(ARGV[2]) * 2 ^ math.min(30, count - tonumber(ARGV[1])))
  local wait = tonumber(kept[2]) + delay - now
  if wait > 0 then return math.ceil(wait) end
end
redis.call('HSET', KEYS[1], 'count', count + 1, 'at', now)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 0`;

/** KEYS: the failures. */
const TAKE_BACK = `
if tonumber(redis.call('HGET', KEYS[1], 'count') or '0') < 1 then return 0 end
return redis.call('HINCRBY', KEYS[1], 'count', -1)`;

export class GrowingDelay {
  readonly #options: GrowingDelayOptions;
  readonly #own: LRUCache<string, Failures>;

  constructor(options: GrowingDelayOptions) {
    this.#options = options;
    this.#own = new LRUCache({ max: MAX_KEYS });
  }

  /**
   * Counts an attempt as a failure before its outcome is known, so that attempts at the same time cannot pass together. Returns how long to wait
   * in milliseconds instead, if it comes too early.
   */
  async begin(...key: readonly string[]): Promise<number> {
    const { free, firstMs, longestMs, forgetMs } = this.#options;
    const name = nameOf(key);
    const shared = await this.#ask(BEGIN, name, free, firstMs, longestMs, forgetMs);
    return shared ?? this.#beginHere(name);
  }

  /** The attempt was not a failure. */
  async takeBack(...key: readonly string[]): Promise<void> {
    const name = nameOf(key);
    const own = this.#own.get(name);
    if (own !== undefined && own.count > 0) this.#own.set(name, { ...own, count: own.count - 1 });
    await this.#ask(TAKE_BACK, name);
  }

  #beginHere(name: string): number {
    const { free, firstMs, longestMs, forgetMs, clock } = this.#options;
    const now = clock().getTime();
    const found = this.#own.get(name);
    const { count, at } = found === undefined || now - found.at >= forgetMs ? { count: 0, at: now } : found;
    if (count >= free) {
      const wait = at + Math.min(longestMs, firstMs * 2 ** (count - free)) - now;
      if (wait > 0) return wait;
    }
    this.#own.set(name, { count: count + 1, at: now });
    return 0;
  }

  /** null while Redis is away. A command is sent over an open connection only; otherwise it would wait for its time-out. */
  async #ask(script: string, name: string, ...numbers: readonly number[]): Promise<number | null> {
    const { redis, prefix } = this.#options;
    if (redis.status !== 'ready') return null;
    return redis.eval(script, 1, prefix + name, ...numbers).then(Number, () => null);
  }
}

/** Hashed: Redis needs no addresses. */
function nameOf(key: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url');
}
