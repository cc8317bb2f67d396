/**
 * Caches thread sets for less than a minute, so that the next page of an answer does not look them up again and uses the
 * same threads. Concurrent callers share one lookup, which is aborted when all of them have left.
 */
import { LRUCache } from 'lru-cache';
import type { FoundThreads } from './find-threads.ts';

/**
 * A cached set may list an opening post that was hidden after the lookup. `resolveConditions` removes pending hides from every set that
 * it uses. A post is a pending hide for at least REFRESHED_WITHIN (server/visibility/pending-hides.ts), so that a set must be dropped
 * sooner than that.
 */
const TTL_MS = 45_000;
/** Threads of all sets together, at eight bytes each. */
const MAX_THREADS = 4_000_000;

export interface ThreadSetCache {
  /** Sets above the limit are cached as such too. `signal`: this caller leaves. */
  find(key: string, load: LoadThreads, signal: AbortSignal): Promise<FoundThreads>;
}

export type LoadThreads = (signal: AbortSignal) => Promise<FoundThreads>;

interface Lookup {
  readonly result: Promise<FoundThreads>;
  readonly abort: AbortController;
  callers: number;
}

/** `now`: a clock in milliseconds. */
export function createThreadSetCache(now: () => number, maxThreads = MAX_THREADS): ThreadSetCache {
  const sets = new LRUCache<string, FoundThreads>({
    maxSize: maxThreads,
    sizeCalculation: ({ threads, count }) => 1 + (threads === null ? 0 : count),
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const lookups = new Map<string, Lookup>();

  const begin = (key: string, load: LoadThreads): Lookup => {
    const abort = new AbortController();
    const result = load(abort.signal).then((found) => {
      // A partial set is valid for its own answer only.
      if (found.partial.length === 0) sets.set(key, found);
      return found;
    });
    const lookup: Lookup = { result, abort, callers: 0 };
    lookups.set(key, lookup);
    const end = () => {
      if (lookups.get(key) === lookup) lookups.delete(key);
    };
    result.then(end, end);
    return lookup;
  };

  return {
    async find(key, load, signal) {
      const cached = sets.get(key);
      if (cached !== undefined) return cached;
      signal.throwIfAborted();
      const lookup = lookups.get(key) ?? begin(key, load);
      lookup.callers += 1;
      const leave = () => {
        lookup.callers -= 1;
        if (lookup.callers > 0) return;
        if (lookups.get(key) === lookup) lookups.delete(key);
        lookup.abort.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        return await lookup.result;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
  };
}
