import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

/** So long after the last answer a reader who types has come to rest: counts beside the hits are asked for, and read out. */
export const SETTLED_MS = 1_000;

let isBusy = false;
const listeners = new Set<() => void>();

export function tellBusy(busy: boolean): void {
  if (busy === isBusy) return;
  isBusy = busy;
  for (const listener of listeners) listener();
}

/** Whether an answer to what is being typed is on its way. */
export function useBusy(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isBusy,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page's query was typed and not yet asked for by Enter. */
export function useIsTyped(): boolean {
  return useLocation({ select: ({ state }) => state.typedOver !== undefined });
}
