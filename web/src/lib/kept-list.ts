import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const NONE: readonly string[] = [];
const read = new Map<string, { readonly stored: string | null; readonly list: readonly string[] }>();

/** A list of texts that this browser keeps for its reader. Without storage it is empty, and stays so. */
export function readKept(key: string): readonly string[] {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    return NONE;
  }
  const known = read.get(key);
  if (known?.stored === stored) return known.list;
  const list = listIn(stored);
  read.set(key, { stored, list });
  return list;
}

export function keep(key: string, list: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Without storage nothing is kept.
  }
  for (const listener of listeners) listener();
}

/** The list as it is now; other tabs' changes too. */
export function useKept(key: string): readonly string[] {
  return useSyncExternalStore(
    subscribe,
    () => readKept(key),
    () => NONE,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function listIn(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : NONE;
  } catch {
    return NONE;
  }
}
