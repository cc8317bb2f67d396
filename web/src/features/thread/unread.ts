/** The posts of a thread that the reader has not seen. Only what was on the screen counts as seen, not what a jump went over. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { anchorOf, markOfSeen, readMark, saveMark, seenIn } from '../../lib/read-posts.ts';
import { afterPaint } from '../../lib/rendering.ts';
import { t } from './texts.ts';
import { visiblePosts } from './visible-posts.ts';

const SAVE_AFTER_MS = 250;

interface Unread {
  /** The anchor of the first one. */
  readonly first: string;
  readonly count: number;
}

/** `known`: the anchors of the posts that do not count. */
export function unreadOf(posts: readonly Post[], known: ReadonlySet<string>): Unread | null {
  const unread = posts.filter((post) => !known.has(anchorOf(post)));
  const [first] = unread;
  return first === undefined ? null : { first: anchorOf(first), count: unread.length };
}

interface UnreadPosts {
  readonly unread: Unread | null;
  readonly newFrom: { readonly anchor: string; readonly text: string } | null;
}

/**
 * Posts that the reader has not seen on this or an earlier visit or, on the first visit, posts that arrived while the page was open. The
 * line before them stays where it is while the reader goes on. `shown`: the posts in the order in which the page shows them.
 */
export function useUnread({ board, num, posts }: Thread, shown: readonly Post[]): UnreadPosts {
  const thread = `${board}/${num}`;
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(posts.map(anchorOf)));
  const [line, setLine] = useState<string | null>(null);
  const page = useRef({ posts, shown });
  useEffect(() => {
    page.current = { posts, shown };
  }, [posts, shown]);
  useEffect(() => {
    const kept = readMark(thread);
    const atFirst = page.current.posts;
    const seen = new Set(kept === null ? [] : seenIn(atFirst, kept));
    /** On the first visit nothing is new that was there before. */
    const before = kept === null ? atFirst.map(anchorOf) : [];
    let saved = kept === null ? -1 : seen.size;
    const stop = afterPaint(() => {
      if (kept === null) return;
      setKnown(new Set(seen));
      setLine(unreadOf(atFirst, seen)?.first ?? null);
    });
    const look = () => {
      for (const anchor of visiblePosts(page.current.shown)) seen.add(anchor);
    };
    const save = () => {
      if (seen.size === saved) return;
      saved = seen.size;
      saveMark(thread, markOfSeen(page.current.posts, seen));
      setKnown(new Set([...before, ...seen]));
    };
    const note = () => {
      look();
      save();
    };
    let frame = 0;
    let timer = setTimeout(note, SAVE_AFTER_MS);
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(note, SAVE_AFTER_MS);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    document.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', save);
    return () => {
      stop();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [thread]);
  const unread = useMemo(() => unreadOf(posts, known), [posts, known]);
  const from = line ?? unread?.first ?? null;
  return {
    unread,
    newFrom: useMemo(() => (from === null ? null : { anchor: from, text: t('thread.new-from-here') }), [from]),
  };
}
