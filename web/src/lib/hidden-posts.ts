/** Posts and threads that the reader hid in this browser. A thread is named by its opening post. */
import { useMemo } from 'react';
import { parseList, readPreferenceList, savePreferenceList, usePreference } from './preferences.ts';

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

export function useHiddenPosts(): ReadonlySet<string> {
  const text = usePreference(STORAGE_KEY);
  return useMemo(() => new Set(parseList(text)), [text]);
}

/** The keys of the hidden posts as they are now. */
export function hiddenPosts(): ReadonlySet<string> {
  return new Set(readPreferenceList(STORAGE_KEY));
}

export function hidePost(post: PostName): void {
  save([...hiddenExcept(post), postKey(post)]);
}

export function showPost(post: PostName): void {
  save(hiddenExcept(post));
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
