/** What a process remembers of a board's threads. Pure. */
import type { BoardSettings } from '../../mappings/board-settings.ts';

export interface ThreadSchedule {
  /** Threads that live, as of now. */
  listed(threads: readonly { readonly num: number }[], now: Date): void;
  fetched(num: number, now: Date): void;
  mayFetch(num: number, settings: Pick<BoardSettings, 'threadRefreshMs'>, now: Date): boolean;
  /** Threads that were not fetched for too long. */
  toRefresh(settings: Pick<BoardSettings, 'threadRefreshMaxMs'>, now: Date): readonly number[];
  /** The settings leave it out. */
  unwanted(num: number): void;
  isUnwanted(num: number): boolean;
  /** What they left out is asked for anew when they are others. */
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
      return last === undefined || now.getTime() - last >= threadRefreshMs;
    },
    toRefresh({ threadRefreshMaxMs: most }, now) {
      if (most === null) return [];
      return [...firstListed]
        .filter(([num, first]) => !unwanted.has(num) && now.getTime() - (fetchedAt.get(num) ?? first) >= most)
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
