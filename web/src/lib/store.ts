/** A value outside of React that components can subscribe to. */
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  readonly initial: T;
  readonly read: () => T;
  readonly write: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    initial,
    read: () => current,
    write: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** While a page of the server is taken over, part by part, it is the initial value, from which the server made every part. */
export function useStore<T>({ initial, subscribe, read }: Store<T>): T {
  return useSyncExternalStore(subscribe, read, () => initial);
}
