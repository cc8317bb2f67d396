/** Posts and threads that the reader hid in this browser. A thread is named by its opening post. */
import { useMemo } from 'react';
import { filtered, shownAnyway, useFiltered } from './filtered-posts.ts';
import { parseList, readPreferenceList, savePreferenceList, usePreference } from './preferences.ts';
import { useStore } from './store.ts';

const STORAGE_KEY = 'hidden-posts';
/** Storage is small: the oldest entries are dropped. */
const MAX_KEPT = 2000;

interface PostName {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
}

export function postKey({ board, num, subnum }: PostName): string {
  return subnum > 0 ? `${board}/${num}_${subnum}` : `${board}/${num}`;
}

/** The keys of the posts that the reader hid, or that a filter hides. */
export function useHiddenPosts(): ReadonlySet<string> {
  const text = usePreference(STORAGE_KEY);
  const byFilters = useFiltered().hidden;
  const shown = useStore(shownAnyway);
  return useMemo(() => allHidden(parseList(text), byFilters, shown), [text, byFilters, shown]);
}

/** The keys of the posts that the reader hid. */
export function usePostsHiddenByHand(): ReadonlySet<string> {
  const text = usePreference(STORAGE_KEY);
  return useMemo(() => new Set(parseList(text)), [text]);
}

function allHidden(
  byHand: readonly string[],
  byFilters: ReadonlyMap<string, number>,
  shown: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set([...byHand, ...[...byFilters.keys()].filter((key) => !shown.has(key))]);
}

/** The keys of the hidden posts as they are now. */
export function hiddenPosts(): ReadonlySet<string> {
  return allHidden(readPreferenceList(STORAGE_KEY), filtered.read().hidden, shownAnyway.read());
}

export function hidePost(post: PostName): void {
  save([...hiddenExcept(post), postKey(post)]);
}

/** Shows posts that filters hide, until the page is reloaded. */
export function showAnyway(keys: readonly string[]): void {
  shownAnyway.write(new Set([...shownAnyway.read(), ...keys]));
}

export function showPost(post: PostName): void {
  save(hiddenExcept(post));
  if (filtered.read().hidden.has(postKey(post))) showAnyway([postKey(post)]);
}

export function showAllPosts(): void {
  save([]);
}

function hiddenExcept(post: PostName): readonly string[] {
  const key = postKey(post);
  return readPreferenceList(STORAGE_KEY).filter((other) => other !== key);
}

function save(keys: readonly string[]): void {
  savePreferenceList(STORAGE_KEY, keys.slice(-MAX_KEPT));
}
