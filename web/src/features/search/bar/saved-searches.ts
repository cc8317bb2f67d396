import { keep, readKept, useKept } from '../../../lib/preference-lists.ts';

/** Queries that the reader wants to keep, on this machine only, newest first. */
const STORAGE_KEY = 'saved-searches';
/** More would be no list to look at. */
const KEPT = 100;

export function readSavedSearches(): readonly string[] {
  return readKept(STORAGE_KEY);
}

export function useSavedSearches(): readonly string[] {
  return useKept(STORAGE_KEY);
}

export function setSaved(q: string, isSaved: boolean): void {
  const others = readSavedSearches().filter((other) => other !== q);
  keep(STORAGE_KEY, isSaved ? [q, ...others].slice(0, KEPT) : others);
}
