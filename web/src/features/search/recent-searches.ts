/** Queries of this reader, on this machine only, newest first. */
const STORAGE_KEY = 'recent-searches';
const KEPT = 8;

export function readRecentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(q: string): void {
  if (q === '') return;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(withRecent(readRecentSearches(), q)));
  } catch {
    // Without storage nothing is remembered.
  }
}

export function withRecent(recent: readonly string[], q: string): readonly string[] {
  return [q, ...recent.filter((other) => other !== q)].slice(0, KEPT);
}
