/** A value outside of React that components can subscribe to. Each page has its own. */
import { useSyncExternalStore } from 'react';
import { perPage } from './page-scope.ts';

export interface Store<T> {
  readonly initial: T;
  readonly read: () => T;
  readonly write: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const state = perPage(() => ({ value: initial, listeners: new Set<() => void>() }));
  return {
    initial,
    read: () => state().value,
    write: (value) => {
      if (Object.is(value, state().value)) return;
      state().value = value;
      for (const listener of state().listeners) listener();
    },
    subscribe: (listener) => {
      const { listeners } = state();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** During hydration, which goes part by part, the value is the initial one, with which the server rendered every part. */
export function useStore<T>({ initial, subscribe, read }: Store<T>): T {
  return useSyncExternalStore(subscribe, read, () => initial);
}
