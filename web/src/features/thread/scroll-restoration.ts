import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';

/** A post and its distance from the top of the window, in pixels. */
interface Place {
  readonly post: string;
  readonly offset: number;
}

const STORAGE_KEY = 'reading-places';
const MAX_PLACES = 200;
const SETTLE_FRAMES = 12;
const REMEMBER_AFTER_MS = 100;
const places = readPlaces();

/**
 * Saves and restores the scroll position in a thread for each history entry, by post instead of pixels: posts out of view
 * have only estimated heights, so pixel positions change. An entry without a saved position opens at the post in its
 * address, or at the top.
 * @param page the thread's address
 * @returns the anchor of the post to open at, '' for the top; that post must be rendered at once
 */
export function useScrollRestoration(page: string): string {
  // The router's key of the history entry; null while another page is loading.
  const entry = useLocation({
    select: ({ pathname, state, href }) => (pathname === page ? (state['__TSR_key'] ?? href) : null),
  });
  const named = useLocation({ select: ({ hash }) => hash });
  useLayoutEffect(() => {
    if (entry === null) return undefined;
    const stopSettling = open(places.get(entry), named);
    const remember = () => keep(entry, placeInSight());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(remember, REMEMBER_AFTER_MS);
    };
    document.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', writePlaces);
    return () => {
      stopSettling();
      clearTimeout(timer);
      // The next page has not scrolled the window yet.
      remember();
      document.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', writePlaces);
    };
  }, [entry, named]);
  return (entry === null ? undefined : places.get(entry)?.post) ?? named;
}

function open(place: Place | undefined, named: string): () => void {
  if (place !== undefined) return bringTo(place);
  const post = named === '' ? null : document.getElementById(named);
  if (post !== null) return bringTo({ post: named, offset: Number.parseFloat(getComputedStyle(post).scrollMarginTop) });
  window.scrollTo(0, 0);
  return () => undefined;
}

/** Posts get their real heights when they come near the window, which moves the target: keep scrolling to it. */
function bringTo({ post, offset }: Place): () => void {
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

/** The first post whose end is visible below the thread's bar. */
function placeInSight(): Place | undefined {
  const bar = document.querySelector('.thread-bar')?.getBoundingClientRect().bottom ?? 0;
  const column = document.querySelector('.posts')?.getBoundingClientRect();
  if (column === undefined || window.scrollY === 0) return undefined;
  const article = document.elementFromPoint(column.left + column.width / 2, bar + 2)?.closest('article[id]');
  return article == null ? undefined : { post: article.id, offset: article.getBoundingClientRect().top };
}

function keep(entry: string, place: Place | undefined): void {
  places.delete(entry);
  if (place !== undefined) places.set(entry, place);
}

function readPlaces(): Map<string, Place> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, Place][]);
  } catch {
    // Without storage, positions are kept while the page is open.
    return new Map();
  }
}

function writePlaces(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places].slice(-MAX_PLACES)));
  } catch {
    // Without storage, positions are kept while the page is open.
  }
}
