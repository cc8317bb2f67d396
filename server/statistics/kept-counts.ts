/** What was counted a moment ago, for everybody who asks meanwhile. */
import { loadNewestModeration } from '../boards/load.ts';
import type { SearchHouse } from '../search/context.ts';

export interface Counted {
  readonly partial: boolean;
}

interface Kept<T> {
  /** Of what may be shown: good for no other one. */
  readonly state: string;
  until: number;
  readonly answer: Promise<T>;
}

/** What a count that was broken off is worth: the next one may see everything. */
const PARTIAL_FRESH_MS = 30_000;

/**
 * Callers that come while a count is under way share it; a failed one is not kept. `most` names are kept, those that were
 * counted last.
 */
export function keepCounts<T extends Counted>(clock: () => Date, freshMs: number, most: number) {
  const kept = new Map<string, Kept<T>>();
  return async (name: string, state: string, count: (times: CountTimes) => Promise<T>): Promise<T> => {
    const now = clock().getTime();
    const found = kept.get(name);
    if (found?.state === state && now < found.until) return found.answer;
    const times = { countedAt: now, freshUntil: now + freshMs };
    const mine: Kept<T> = { state, until: times.freshUntil, answer: count(times) };
    kept.delete(name);
    kept.set(name, mine);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(oldest);
    try {
      const answer = await mine.answer;
      if (answer.partial) mine.until = now + PARTIAL_FRESH_MS;
      return answer;
    } catch (error) {
      if (kept.get(name) === mine) kept.delete(name);
      throw error;
    }
  };
}

export interface CountTimes {
  /** Milliseconds since 1970. */
  readonly countedAt: number;
  readonly freshUntil: number;
}

/** Changes whenever something is hidden, shown or purged. Nobody can do that while PostgreSQL is away. */
export async function moderationState({ records, pool }: Pick<SearchHouse, 'records' | 'pool'>): Promise<string> {
  return records.degraded ? 'away' : String(await loadNewestModeration(pool));
}
