/** Preferences of the reader, stored in this browser only. Without storage they last as long as the page. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** The values in browsers that refuse storage. */
const fallback = new Map<string, string>();

/** null for a preference that was never set. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return fallback.get(name) ?? null;
  }
}

/** null removes the preference. */
export function savePreference(name: string, value: string | null): void {
  if (value === null) fallback.delete(name);
  else fallback.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // `fallback` has the value.
  }
  notify();
}

/**
 * Stores the preference in a cookie too, so that the server renders pages accordingly. The cookie contains only the value. null removes
 * it.
 */
export function tellServer(name: string, value: string | null): void {
  const age = value === null ? 0 : 31_536_000;
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${age}; samesite=lax`;
}

/** The preference as it is now; changes made in other tabs are included. */
export function usePreference(name: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => readPreference(name),
    () => null,
  );
}

/** A preference that is a list of texts. */
export function readPreferenceList(name: string): readonly string[] {
  return parseList(readPreference(name));
}

export function savePreferenceList(name: string, list: readonly string[]): void {
  savePreference(name, list.length === 0 ? null : JSON.stringify(list));
}

export function usePreferenceList(name: string): readonly string[] {
  return parseList(usePreference(name));
}

/** An unreadable value counts as the empty list. */
export function parseList(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', notify);
  };
}
