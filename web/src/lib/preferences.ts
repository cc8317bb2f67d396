/** What a reader chose, kept in this browser only; without storage it lasts as long as the page. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const held = new Map<string, string>();

/** null where nothing was chosen. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return held.get(name) ?? null;
  }
}

export function keepChoice(name: string, value: string | null): void {
  if (value === null) held.delete(name);
  else held.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // `held` has it.
  }
  tell();
}

export function useChoice(name: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readChoice(name),
    () => null,
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  // Another tab of this browser may choose too.
  if (listeners.size === 0) window.addEventListener('storage', tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', tell);
  };
}
