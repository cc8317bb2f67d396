/** The place to which the reader has read a thread, kept in this browser. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { postAnchor } from '../../lib/addresses.ts';
import { parseList } from '../../lib/preferences.ts';
import { afterPaint } from '../../lib/rendering.ts';
import { t } from './texts.ts';

const STORAGE_KEY = 'read-posts';
/** Storage is small: the threads that were read longest ago are dropped. */
const MAX_THREADS = 500;
const SAVE_AFTER_MS = 250;

/** The anchor of the last post that was read in the thread `g/123`; null for a thread that was never open. */
export function markIn(marks: readonly string[], thread: string): string | null {
  const entry = marks.find((text) => text.startsWith(`${thread} `));
  return entry?.slice(thread.length + 1) ?? null;
}

export function withMark(marks: readonly string[], thread: string, anchor: string): readonly string[] {
  const others = marks.filter((text) => !text.startsWith(`${thread} `));
  return [...others, `${thread} ${anchor}`].slice(-MAX_THREADS);
}

function saveMark(thread: string, anchor: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(withMark(readMarks(), thread, anchor)));
  } catch {
    // Without storage, each visit is the first one.
  }
}

function readMarks(): readonly string[] {
  try {
    return parseList(localStorage.getItem(STORAGE_KEY));
  } catch {
    return [];
  }
}

interface Unread {
  /** The anchor of the first one. */
  readonly first: string;
  readonly count: number;
}

/** The posts after the one with this anchor; after the one that was next to it, if it is hidden now. */
export function unreadAfter(posts: readonly Post[], mark: string): Unread | null {
  const place = placeOf(posts, mark);
  const first = posts[place + 1];
  return first === undefined ? null : { first: anchorOf(first), count: posts.length - place - 1 };
}

function placeOf(posts: readonly Post[], mark: string): number {
  const place = posts.findIndex((post) => anchorOf(post) === mark);
  if (place !== -1) return place;
  const num = Number(/\d+/.exec(mark)?.[0]);
  return posts.findLastIndex((post) => post.num <= num);
}

interface UnreadPosts {
  readonly unread: Unread | null;
  readonly newFrom: { readonly anchor: string; readonly text: string } | null;
}

/**
 * Posts that the reader has not seen since the last visit or, on the first one, posts that arrived while the page was open. The line
 * before them stays where it is while the reader goes on. `isInOrder`: the page shows the posts in the order of time, so the last one
 * seen is after all others that were seen.
 */
export function useUnread({ board, num, posts }: Thread, isInOrder: boolean): UnreadPosts {
  const thread = `${board}/${num}`;
  const [mark, setMark] = useState(() => anchorOf(posts.at(-1)));
  const [line, setLine] = useState<string | null>(null);
  const shown = useRef(posts);
  useEffect(() => {
    shown.current = posts;
  }, [posts]);
  useEffect(() => {
    const kept = markIn(readMarks(), thread);
    let farthest = kept === null ? -1 : placeOf(shown.current, kept);
    const stop = afterPaint(() => {
      if (kept === null) return;
      setMark(kept);
      setLine(unreadAfter(shown.current, kept)?.first ?? null);
    });
    const note = () => {
      if (!isInOrder) return;
      const seen = lastSeen(shown.current);
      const post = shown.current[seen];
      if (post === undefined || seen <= farthest) return;
      farthest = seen;
      saveMark(thread, anchorOf(post));
      setMark((before) => (placeOf(shown.current, before) < seen ? anchorOf(post) : before));
    };
    let timer = setTimeout(note, SAVE_AFTER_MS);
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(note, SAVE_AFTER_MS);
    };
    document.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener('scroll', onScroll);
    };
  }, [thread, isInOrder]);
  const unread = useMemo(() => unreadAfter(posts, mark), [posts, mark]);
  const from = line ?? unread?.first ?? null;
  return {
    unread,
    newFrom: useMemo(() => (from === null ? null : { anchor: from, text: t('thread.new-from-here') }), [from]),
  };
}

/** The place of the last post that is visible, -1 if none is. */
function lastSeen(posts: readonly Post[]): number {
  const anchor = lastVisible();
  return anchor === null ? -1 : posts.findIndex((post) => anchorOf(post) === anchor);
}

/** The anchor of the last post that is visible above the thread's bar or the end of the window. */
export function lastVisible(): string | null {
  const list = document.querySelector('.post-list')?.getBoundingClientRect();
  if (list === undefined) return null;
  const bar = document.querySelector('.thread-bar')?.getBoundingClientRect().top ?? 0;
  const bottom = bar > window.innerHeight / 2 ? bar : window.innerHeight;
  const post = document
    .elementFromPoint(list.left + list.width / 2, Math.min(bottom, list.bottom) - 4)
    ?.closest('article[data-post]');
  return post?.querySelector('header[id]')?.id ?? null;
}

function anchorOf(post: Post | undefined): string {
  return post === undefined ? '' : postAnchor(post.num, post.subnum);
}
