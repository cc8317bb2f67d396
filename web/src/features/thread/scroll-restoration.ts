import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useCameWithPage } from '../../lib/hydration/render-record.ts';
import { currentPosition, type Position } from './visible-posts.ts';

const STORAGE_KEY = 'reading-positions';
const MAX_POSITIONS = 200;
const SETTLE_FRAMES = 12;
const SAVE_AFTER_MS = 100;
const positions = readPositions();

/**
 * Saves and restores the scroll position in a thread for each history entry, by post instead of pixels: posts out of view
 * have only estimated heights, so pixel positions change. An entry without a saved position opens at the post in its
 * address, or at the top.
 * @param page the thread's address
 * @returns the anchor of the post to restore at, '' for the top; that post must be rendered at once
 */
export function useScrollRestoration(page: string): string {
  // The router's key of the history entry; null while another page is loading.
  const entry = useLocation({
    select: ({ pathname, state, href }) => (pathname === page ? (state['__TSR_key'] ?? href) : null),
  });
  const target = useLocation({ select: ({ hash }) => hash });
  const isBeingTakenOver = useRef(useCameWithPage());
  useLayoutEffect(() => {
    if (entry === null) return undefined;
    const isElsewhere = isBeingTakenOver.current && hasScrolledFrom(target);
    isBeingTakenOver.current = false;
    const position = positions.get(entry);
    const stopRestoring = isElsewhere && position === undefined ? () => undefined : restore(position, target);
    const save = () => savePosition(entry, currentPosition());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER_MS);
    };
    document.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', writePositions);
    return () => {
      stopRestoring();
      clearTimeout(timer);
      // The next page has not scrolled the window yet.
      save();
      document.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', writePositions);
    };
  }, [entry, target]);
  return (entry === null ? undefined : positions.get(entry)?.post) ?? target;
}

/** Whether the reader scrolled a page from the server before its scripts ran: the browser had opened it at the target, or at the top. */
function hasScrolledFrom(target: string): boolean {
  if (window.scrollY === 0) return false;
  const post = target === '' ? null : document.getElementById(target);
  if (post === null) return true;
  const { top, bottom } = post.getBoundingClientRect();
  return bottom < 0 || top > window.innerHeight;
}

function restore(position: Position | undefined, target: string): () => void {
  if (position !== undefined) return scrollToPosition(position);
  const post = target === '' ? null : document.getElementById(target);
  if (post !== null)
    return scrollToPosition({ post: target, offset: Number.parseFloat(getComputedStyle(post).scrollMarginTop) });
  window.scrollTo(0, 0);
  return () => undefined;
}

/**
 * Posts get their real heights when they come near the window, which moves the target. So it scrolls to the target again in each of
 * some frames.
 */
function scrollToPosition({ post, offset }: Position): () => void {
  let frames = SETTLE_FRAMES;
  let frame = 0;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    const element = document.getElementById(post);
    if (element === null) return;
    const error = element.getBoundingClientRect().top - offset;
    if (Math.abs(error) > 1) window.scrollBy(0, error);
    frames -= 1;
    if (frames > 0) frame = requestAnimationFrame(step);
  };
  step();
  // Stop as soon as the reader scrolls.
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(event, stop, { once: true, passive: true });
  }
  return stop;
}

function savePosition(entry: string, position: Position | undefined): void {
  positions.delete(entry);
  if (position !== undefined) positions.set(entry, position);
}

function readPositions(): Map<string, Position> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, Position][]);
  } catch {
    // Without storage, positions are kept while the page is open.
    return new Map();
  }
}

function writePositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-MAX_POSITIONS)));
  } catch {
    // Without storage, positions are kept while the page is open.
  }
}
