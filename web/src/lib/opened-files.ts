/** The files that are expanded in place and the spoilers that were uncovered, by post. Both last until the page is reloaded. */
import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

/** Files that are expanded together do not start to play by themselves. */
type Expanded = 'alone' | 'together';

/** In the HTML of a server no file is expanded. */
const expanded = createStore<ReadonlyMap<string, Expanded>>(new Map());
const uncovered = createStore<ReadonlySet<string>>(new Set());

/** How the file of the post with this key (`postKey`) is expanded; null if it is not. */
export function useExpanded(key: string): Expanded | null {
  const read = () => expanded.read().get(key) ?? null;
  return useSyncExternalStore(expanded.subscribe, read, () => null);
}

export function toggleFile(key: string): void {
  const next = new Map(expanded.read());
  if (!next.delete(key)) next.set(key, 'alone');
  expanded.write(next);
}

export function expandFiles(keys: readonly string[]): void {
  const before = expanded.read();
  expanded.write(
    new Map([...before, ...keys.filter((key) => !before.has(key)).map((key) => [key, 'together'] as const)]),
  );
}

export function closeFiles(keys: readonly string[]): void {
  const next = new Map(expanded.read());
  for (const key of keys) next.delete(key);
  expanded.write(next);
}

/** Whether the files of all these posts are expanded. */
export function useAllExpanded(keys: readonly string[]): boolean {
  const read = () => keys.every((key) => expanded.read().has(key));
  return useSyncExternalStore(expanded.subscribe, read, () => keys.length === 0);
}

/** Whether the reader uncovered this spoiler, at any place on the page, so that it is not covered again. */
export function useUncovered(key: string): boolean {
  const read = () => uncovered.read().has(key);
  return useSyncExternalStore(uncovered.subscribe, read, () => false);
}

export function uncover(key: string): void {
  uncovered.write(new Set([...uncovered.read(), key]));
}
