/** Sentences for screen readers, spoken by the live region in routes/root.tsx. */
import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const announcement = createStore('');

export function announce(sentence: string): void {
  announcement.write(sentence);
}

/** Announces a sentence whenever it changes; the empty one is ignored. */
export function useAnnouncement(sentence: string): void {
  useEffect(() => {
    if (sentence !== '') announce(sentence);
  }, [sentence]);
}

/** The newest announcement. */
export function useAnnounced(): string {
  return useStore(announcement);
}
