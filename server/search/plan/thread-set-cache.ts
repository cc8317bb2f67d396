/**
 * Sets of threads that were resolved a moment ago, so that the next page of an answer does not resolve them again and
 * speaks of the same threads. Whoever asks while a set is being resolved waits for that one.
 */
import type { FoundThreads } from './find-threads.ts';

/**
 * Less than the minute for which a post that was hidden stays named as concealed (sql.ts): a set may still hold it, and
 * whoever uses the set leaves it out by that name.
 */
const FRESH_MS = 45_000;
/** Threads in all sets together; eight bytes each. */
const MAX_KEPT = 4_000_000;

export interface ThreadMemory {
  /** That there are too many to list is remembered too. `gone`: this one waits no longer. */
  recall(key: string, find: Find, gone: AbortSignal): Promise<FoundThreads>;
}

export type Find = (signal: AbortSignal) => Promise<FoundThreads>;

interface Kept {
  readonly found: FoundThreads;
  readonly until: number;
}

interface Search {
  readonly answer: Promise<FoundThreads>;
  readonly stop: AbortController;
  waiting: number;
}

/** `now` in milliseconds. */
export function createThreadMemory(now: () => number, mostKept = MAX_KEPT): ThreadMemory {
  /** Oldest first. */
  const kept = new Map<string, Kept>();
  const searches = new Map<string, Search>();

  const keep = (key: string, found: FoundThreads) => {
    kept.delete(key);
    kept.set(key, { found, until: now() + FRESH_MS });
    let size = 0;
    for (const [other, { found: set }] of [...kept].toReversed()) {
      size += 1 + (set.threads === null ? 0 : set.count);
      if (size > mostKept) kept.delete(other);
    }
  };

  const begin = (key: string, find: Find): Search => {
    const stop = new AbortController();
    const answer = find(stop.signal).then((found) => {
      // Half a set must not be taken for the whole by the next reader.
      if (!found.partial) keep(key, found);
      return found;
    });
    const search: Search = { answer, stop, waiting: 0 };
    searches.set(key, search);
    const end = () => {
      if (searches.get(key) === search) searches.delete(key);
    };
    answer.then(end, end);
    return search;
  };

  return {
    async recall(key, find, gone) {
      const known = kept.get(key);
      if (known !== undefined && now() < known.until) return known.found;
      kept.delete(key);
      gone.throwIfAborted();
      const search = searches.get(key) ?? begin(key, find);
      search.waiting += 1;
      const leave = () => {
        search.waiting -= 1;
        if (search.waiting > 0) return;
        if (searches.get(key) === search) searches.delete(key);
        search.stop.abort();
      };
      gone.addEventListener('abort', leave, { once: true });
      try {
        return await search.answer;
      } finally {
        gone.removeEventListener('abort', leave);
      }
    },
  };
}
