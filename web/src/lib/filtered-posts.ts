/** The posts that the reader's filters find. Filters are kept in this browser; the code that applies them is loaded with the first. */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Post } from '../../../mappings/contract/post.ts';
import { readPreference, savePreference, usePreference } from './preferences.ts';
import { later } from './rendering.ts';
import { createStore, useStore } from './store.ts';

/** public/early.js reads it too. */
const STORAGE_KEY = 'filters';
/** The class of the root element while posts wait for the filters: styles/base.css. */
const WAITING = 'filtering';

export interface Filtered {
  /** The line of the filter that hides a post, by its key. */
  readonly hidden: ReadonlyMap<string, number>;
  /** Hidden posts that leave nothing in their place. */
  readonly gone: ReadonlySet<string>;
  /** The line of the filter that highlights a post, by its key. */
  readonly highlighted: ReadonlyMap<string, number>;
  /** Posts whose threads are first in lists. */
  readonly top: ReadonlySet<string>;
  /** The lines of filters that were stopped because they took too long. */
  readonly slow: ReadonlySet<number>;
}

export const NOTHING_FILTERED: Filtered = {
  hidden: new Map(),
  gone: new Set(),
  highlighted: new Map(),
  top: new Set(),
  slow: new Set(),
};

export const filtered = createStore(NOTHING_FILTERED);
/** The lists of posts on the page. */
const lists = createStore<ReadonlySet<readonly Post[]>>(new Set());
/** Hidden posts that the reader shows nevertheless, until the page is reloaded. */
export const shownAnyway = createStore<ReadonlySet<string>>(new Set());

const engine = later(() => import('./filters/engine.ts'));

export function useFiltered(): Filtered {
  return useStore(filtered);
}

export function useListedPosts(): ReadonlySet<readonly Post[]> {
  return useStore(lists);
}

export function readFilterText(): string {
  return readPreference(STORAGE_KEY) ?? '';
}

export function useFilterText(): string {
  return usePreference(STORAGE_KEY) ?? '';
}

export function saveFilterText(text: string): void {
  savePreference(STORAGE_KEY, text.trim() === '' ? null : text);
}

/** Applies the filters to the posts of a list, which stay invisible until then. */
export function useReaderFilters(posts: readonly Post[]): void {
  const text = useFilterText();
  useLayoutEffect(() => {
    if (text === '' || posts.length === 0 || engine.loaded?.hasSeen(posts, text) === true) return;
    document.documentElement.classList.add(WAITING);
  }, [posts, text]);
  useEffect(() => {
    if (text === '' && engine.loaded === null) return undefined;
    lists.write(new Set([...lists.read(), posts]));
    engine.load().then(
      ({ applyFilters }) => applyFilters(posts, text),
      () => endWaiting(),
    );
    return () => lists.write(new Set([...lists.read()].filter((other) => other !== posts)));
  }, [posts, text]);
}

/** Resolves when the filters have been applied to these posts, which are on no list of the page. */
export async function applyReaderFilters(posts: readonly Post[]): Promise<void> {
  const text = readFilterText();
  if (text === '') return;
  const { applyFilters, whenApplied } = await engine.load();
  applyFilters(posts, text);
  await whenApplied();
}

/** Applies the filters to a single post, such as a quoted one. false until then: the post must not be shown. */
export function useIsFiltered(post: Post | undefined): boolean {
  const text = useFilterText();
  const [done, setDone] = useState<Post | null>(null);
  useEffect(() => {
    if (text === '' || post === undefined) return undefined;
    let isWanted = true;
    const end = () => {
      if (isWanted) setDone(post);
    };
    applyReaderFilters([post]).then(end, end);
    return () => {
      isWanted = false;
    };
  }, [post, text]);
  return text === '' || done === post;
}

export function endWaiting(): void {
  document.documentElement.classList.remove(WAITING);
}
