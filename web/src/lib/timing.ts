import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore, useStore } from './store.ts';

const TICK_MS = 20_000;
const now = createStore(Date.now());
let subscribers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const ticking = {
  ...now,
  subscribe: (listener: () => void) => {
    if (subscribers === 0) {
      now.write(Date.now());
      timer = setInterval(() => now.write(Date.now()), TICK_MS);
    }
    subscribers += 1;
    const unsubscribe = now.subscribe(listener);
    return () => {
      unsubscribe();
      subscribers -= 1;
      if (subscribers === 0) clearInterval(timer);
    };
  },
};

/** The time in milliseconds, from one clock for the whole page that ticks every 20 seconds. */
export function useNow(): number {
  return useStore(ticking);
}

/** The same for pages that a server renders, whose HTML must not depend on the time: null on the server and during hydration. */
export function useNowInBrowser(): number | null {
  return useSyncExternalStore<number | null>(ticking.subscribe, ticking.read, () => null);
}

/** While the page is printed: a distance to the time of printing means nothing on paper. */
export const isPrinting = createStore(false);

/** The value once it has not changed for `pauseMs`. */
export function useDebounced<T>(value: T, pauseMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const pause = setTimeout(() => setDebounced(value), pauseMs);
    return () => clearTimeout(pause);
  }, [value, pauseMs]);
  return debounced;
}
