/** Posts and threads that a reader does not want to see, in this browser. A thread is named by its opening post. */
import { useMemo } from 'react';
import { keepChoice, readChoice, useChoice } from './preferences.ts';

const STORAGE_KEY = 'hidden-posts';
/** The oldest make room: storage is small. */
const KEPT = 2000;

interface Named {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
}

export function postKey({ board, num, subnum }: Named): string {
  return subnum > 0 ? `${board}/${num}_${subnum}` : `${board}/${num}`;
}

export function useHiddenPosts(): ReadonlySet<string> {
  const text = useChoice(STORAGE_KEY);
  return useMemo(() => new Set(hiddenOf(text)), [text]);
}

export function hidePost(post: Named): void {
  const key = postKey(post);
  keep([...hiddenOf(readChoice(STORAGE_KEY)).filter((other) => other !== key), key]);
}

export function showPost(post: Named): void {
  const key = postKey(post);
  keep(hiddenOf(readChoice(STORAGE_KEY)).filter((other) => other !== key));
}

export function showAllPosts(): void {
  keep([]);
}

export function hiddenOf(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function keep(keys: readonly string[]): void {
  keepChoice(STORAGE_KEY, keys.length === 0 ? null : JSON.stringify(keys.slice(-KEPT)));
}
