import { keep, readKept } from '../../../lib/preference-lists.ts';

/** Queries of this reader, on this machine only, newest first. */
const STORAGE_KEY = 'recent-searches';
const KEPT = 8;

export function readRecentSearches(): readonly string[] {
  return readKept(STORAGE_KEY).slice(0, KEPT);
}

export function rememberSearch(q: string): void {
  if (q !== '') keep(STORAGE_KEY, withRecent(readRecentSearches(), q));
}

export function withRecent(recent: readonly string[], q: string): readonly string[] {
  return [q, ...recent.filter((other) => other !== q)].slice(0, KEPT);
}
