import { useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let announced = '';

/** Says a sentence to readers who listen instead of look, without moving anything. */
export function announce(sentence: string): void {
  announced = sentence;
  for (const listener of listeners) listener();
}

export function useAnnouncement(sentence: string): void {
  useEffect(() => {
    if (sentence !== '') announce(sentence);
  }, [sentence]);
}

/** What was announced last. */
export function useAnnounced(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => announced,
    () => '',
  );
}
