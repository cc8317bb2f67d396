import type { Redis } from 'ioredis';

/** Keys that one process remembers at most; the oldest go first. */
const MOST_KEYS = 10_000;

export interface Count {
  readonly count: number;
  /** When it is 0 again. */
  readonly endsInMs: number;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Counts within windows that begin with the first count. Redis counts for all servers together; each counts for itself as
 * well, so nothing is forgotten while Redis is away.
 */
export class AttemptCounter {
  readonly #redis: Redis | null;
  readonly #prefix: string;
  readonly #clock: () => Date;
  readonly #windowMs: number;
  readonly #own = new Map<string, Window>();

  constructor(options: {
    readonly redis: Redis | null;
    readonly prefix: string;
    readonly windowMs: number;
    readonly clock: () => Date;
  }) {
    this.#redis = options.redis;
    this.#prefix = options.prefix;
    this.#windowMs = options.windowMs;
    this.#clock = options.clock;
  }

  /** Answers how many it are with this one. */
  async add(key: string): Promise<Count> {
    const own = this.#window(key);
    own.count += 1;
    const shared = await this.#ask(async (redis) => {
      const name = this.#prefix + key;
      const answers = await redis.multi().set(name, 0, 'PX', this.#windowMs, 'NX').incr(name).exec();
      return Number(answers?.[1]?.[1]);
    });
    return { count: Math.max(own.count, shared), endsInMs: own.endsAt - this.#clock().getTime() };
  }

  async read(key: string): Promise<number> {
    const shared = await this.#ask(async (redis) => Number(await redis.get(this.#prefix + key)));
    return Math.max(this.#current(key)?.count ?? 0, shared);
  }

  async clear(key: string): Promise<void> {
    this.#own.delete(key);
    await this.#ask(async (redis) => redis.del(this.#prefix + key));
  }

  #window(key: string): Window {
    const current = this.#current(key);
    if (current !== undefined) return current;
    const [oldest] = this.#own.keys();
    if (this.#own.size >= MOST_KEYS && oldest !== undefined) this.#own.delete(oldest);
    const window = { count: 0, endsAt: this.#clock().getTime() + this.#windowMs };
    // Deleted first, so that it goes to the end of the order.
    this.#own.delete(key);
    this.#own.set(key, window);
    return window;
  }

  #current(key: string): Window | undefined {
    const window = this.#own.get(key);
    return window !== undefined && window.endsAt > this.#clock().getTime() ? window : undefined;
  }

  /** 0 when Redis is away: not even asked then, since each question would wait for its time-out. */
  async #ask(question: (redis: Redis) => Promise<number>): Promise<number> {
    if (this.#redis?.status !== 'ready') return 0;
    const answer = await question(this.#redis).catch(() => 0);
    return Number.isFinite(answer) ? answer : 0;
  }
}
