/** Branches of the tree of replies that the reader folded, by thread, kept in this browser. */
import { useEffect, useMemo } from 'react';
import { parseList, readPreferenceList, savePreferenceList, usePreference } from './preferences.ts';

/** public/early.js reads it too. */
const STORAGE_KEY = 'folded-branches';
/** The class of the root element while the posts of a tree wait to be folded: features/thread/thread.css. */
const WAITING = 'folding';
/** Storage is small: the threads that were changed longest ago are dropped. */
const MAX_THREADS = 200;

/** An entry is `g/123 p101,p205`: the thread and the anchors of the posts above the branches. */
export function foldedIn(entries: readonly string[], thread: string): ReadonlySet<string> {
  const entry = entries.find((text) => text.startsWith(`${thread} `));
  return new Set(entry?.slice(thread.length + 1).split(','));
}

export function withFold(entries: readonly string[], thread: string, anchor: string): readonly string[] {
  const folded = new Set(foldedIn(entries, thread));
  if (!folded.delete(anchor)) folded.add(anchor);
  const others = entries.filter((text) => !text.startsWith(`${thread} `));
  return folded.size === 0 ? others : [...others, `${thread} ${[...folded].join(',')}`].slice(-MAX_THREADS);
}

/** Folds a branch, or unfolds it. */
export function toggleFold(thread: string, anchor: string): void {
  savePreferenceList(STORAGE_KEY, withFold(readPreferenceList(STORAGE_KEY), thread, anchor));
}

/** The anchors of the posts above folded branches; none while a page is hydrated. */
export function useFolded(thread: string): ReadonlySet<string> {
  const text = usePreference(STORAGE_KEY);
  const folded = useMemo(() => foldedIn(parseList(text), thread), [text, thread]);
  useEffect(() => {
    if (folded.size > 0) document.documentElement.classList.remove(WAITING);
  }, [folded]);
  return folded;
}
