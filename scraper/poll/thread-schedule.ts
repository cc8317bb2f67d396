/** The times at which a board's threads were fetched, and the threads that the board's filters exclude. In memory. */
import type { BoardSettings } from '../../mappings/board-settings.ts';

export interface ThreadSchedule {
  /** Sets the living threads; all others are forgotten. */
  listed(threads: readonly { readonly num: number }[], now: Date): void;
  fetched(num: number, now: Date): void;
  mayFetch(num: number, settings: Pick<BoardSettings, 'threadRefreshMs'>, now: Date): boolean;
  /** Threads whose last fetch is longer ago than the settings allow. */
  toRefresh(settings: Pick<BoardSettings, 'threadRefreshMaxMs'>, now: Date): readonly number[];
  /** Marks a thread as excluded by the filters. */
  unwanted(num: number): void;
  isUnwanted(num: number): boolean;
  /** When the filters change, excluded threads are fetched and checked again. */
  settingsChanged(settings: Pick<BoardSettings, 'onlyThreads' | 'notThreads'>): void;
}

export function createThreadSchedule(): ThreadSchedule {
  let fetchedAt = new Map<number, number>();
  let firstListed = new Map<number, number>();
  const unwanted = new Set<number>();
  let filters = '';
  return {
    listed(threads, now) {
      const keep = (known: ReadonlyMap<number, number>, fallback: number | null) =>
        new Map(
          threads.flatMap(({ num }): [number, number][] => {
            const at = known.get(num) ?? fallback;
            return at === null ? [] : [[num, at]];
          }),
        );
      fetchedAt = keep(fetchedAt, null);
      firstListed = keep(firstListed, now.getTime());
      for (const num of unwanted) if (!firstListed.has(num)) unwanted.delete(num);
    },
    fetched: (num, now) => void fetchedAt.set(num, now.getTime()),
    mayFetch(num, { threadRefreshMs }, now) {
      const last = fetchedAt.get(num);
      return last === undefined || hasPassed(last, threadRefreshMs, now);
    },
    toRefresh({ threadRefreshMaxMs: most }, now) {
      if (most === null) return [];
      return [...firstListed]
        .filter(([num, first]) => !unwanted.has(num) && hasPassed(fetchedAt.get(num) ?? first, most, now))
        .map(([num]) => num);
    },
    unwanted: (num) => void unwanted.add(num),
    isUnwanted: (num) => unwanted.has(num),
    settingsChanged({ onlyThreads, notThreads }) {
      const next = JSON.stringify([onlyThreads?.source, notThreads?.source]);
      if (next !== filters) unwanted.clear();
      filters = next;
    },
  };
}

/** A time after `now` is from before the clock was set back, so the elapsed time is unknown. */
function hasPassed(since: number, ms: number, now: Date): boolean {
  return since > now.getTime() || now.getTime() - since >= ms;
}
