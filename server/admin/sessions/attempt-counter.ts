import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

/** Keys counted by one process; the least recently used are dropped. */
const MAX_KEYS = 10_000;

export interface AttemptCount {
  readonly count: number;
  /** Milliseconds until the count starts again at 0. */
  readonly endsInMs: number;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

export interface AttemptCounterOptions {
  readonly redis: Redis;
  /** Prefix of the keys in Redis. */
  readonly prefix: string;
  readonly windowMs: number;
  readonly clock: () => Date;
}

/** KEYS: a count, which may have expired. */
const TAKE_BACK = `
if tonumber(redis.call('GET', KEYS[1]) or '0') < 1 then return 0 end
return redis.call('DECR', KEYS[1])`;

/**
 * Counts attempts by key, in windows that begin with the first attempt. Redis counts for all servers; each process also
 * counts its own, so that the limit holds while Redis is away. The higher count wins.
 */
export class AttemptCounter {
  readonly #options: AttemptCounterOptions;
  readonly #own = new LRUCache<string, Window>({ max: MAX_KEYS });

  constructor(options: AttemptCounterOptions) {
    this.#options = options;
  }

  /** Adds an attempt and returns the count including it. */
  async add(key: string): Promise<AttemptCount> {
    const { prefix, windowMs, clock } = this.#options;
    const now = clock().getTime();
    let own = this.#current(key);
    if (own === undefined) this.#own.set(key, (own = { count: 0, endsAt: now + windowMs }));
    own.count += 1;
    const shared = await this.#ask(async (redis) => {
      const name = prefix + key;
      // A count that would end later than one window was begun before the clock was set back.
      const counted = redis.multi().set(name, 0, 'PX', windowMs, 'NX').pexpire(name, windowMs, 'LT').incr(name);
      return Number((await counted.exec())?.[2]?.[1]);
    });
    return { count: Math.max(own.count, shared), endsInMs: own.endsAt - now };
  }

  /** Removes one attempt again. */
  async takeBack(key: string): Promise<void> {
    const own = this.#current(key);
    if (own !== undefined && own.count > 0) own.count -= 1;
    await this.#ask(async (redis) => Number(await redis.eval(TAKE_BACK, 1, this.#options.prefix + key)));
  }

  async read(key: string): Promise<number> {
    const shared = await this.#ask(async (redis) => Number(await redis.get(this.#options.prefix + key)));
    return Math.max(this.#current(key)?.count ?? 0, shared);
  }

  async clear(key: string): Promise<void> {
    this.#own.delete(key);
    await this.#ask(async (redis) => redis.del(this.#options.prefix + key));
  }

  #current(key: string): Window | undefined {
    const window = this.#own.get(key);
    if (window === undefined) return undefined;
    const leftMs = window.endsAt - this.#options.clock().getTime();
    // A remaining time longer than any window means that the clock was set back.
    return leftMs > 0 && leftMs <= this.#options.windowMs ? window : undefined;
  }

  /** 0 while Redis is away. A command is sent over an open connection only; otherwise it would wait for its time-out. */
  async #ask(query: (redis: Redis) => Promise<number>): Promise<number> {
    const { redis } = this.#options;
    if (redis.status !== 'ready') return 0;
    const answer = await query(redis).catch(() => 0);
    return Number.isFinite(answer) ? answer : 0;
  }
}
