/** Counts are expensive, so all readers share an answer for its stated time to live, until the moderation changes. */
import { LRUCache } from 'lru-cache';
import type { SearchContext } from '../search/context.ts';

export interface CountTimes {
  /** Milliseconds since 1970. */
  readonly countedAt: number;
  readonly freshUntil: number;
}

type Count<T> = (times: CountTimes) => Promise<T>;

/** An incomplete count is replaced sooner. */
const PARTIAL_FRESH_MS = 30_000;

/**
 * `freshMs` is the time to live, `max` the number of answers that are kept. Callers that ask during a count share it; failed counts are
 * not kept.
 */
export function createCountCache<T extends { readonly partial: boolean }>(
  clock: () => Date,
  freshMs: number,
  max: number,
) {
  const now = () => clock().getTime();
  const answers = new LRUCache<string, T, Count<T>>({
    max,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now },
    // A caller still waits for a count that another one has replaced in the cache.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: count, options }) => {
      const countedAt = now();
      const answer = await count({ countedAt, freshUntil: countedAt + freshMs });
      const freshUntil = countedAt + (answer.partial ? PARTIAL_FRESH_MS : freshMs);
      // The library keeps an entry through its last millisecond.
      options.ttl = Math.max(1, freshUntil - now() - 1);
      return answer;
    },
  });
  /** `state`: state of the moderation. An answer is valid for this state only. */
  return async (name: string, state: string, count: Count<T>): Promise<T> =>
    answers.forceFetch(`${state} ${name}`, { context: count });
}

/** file_changes has one row. */
const STATE = `select newest_moderation() as posts, (select version from file_changes) as files`;

/**
 * Changes whenever a post is hidden, shown or purged, and whenever a file is banned or deleted, which are impossible while PostgreSQL is
 * unavailable.
 */
export async function moderationState({ records, pool }: Pick<SearchContext, 'records' | 'pool'>): Promise<string> {
  if (records.degraded) return 'unavailable';
  const { rows } = await pool.query<{ posts: string; files: string }>(STATE);
  return `${rows[0]?.posts} ${rows[0]?.files}`;
}
