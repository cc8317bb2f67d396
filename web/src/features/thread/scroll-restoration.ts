import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';

/** A post and how far below the window's top it stands, in pixels. */
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
 * Keeps a reader's place in a thread, for each entry of the history, by post and not by pixels: posts out of sight have
 * only guessed heights, so what is 20,000 pixels down now is elsewhere after coming back. An entry without a place opens
 * at the post that its address names, or at the top. `page` is the thread's address. Tells the anchor of the post that it opens
 * at, '' for the top: it must be drawn by then.
 */
export function useReadingPlace(page: string): string {
  // The router's name for the entry. Null while it is leaving for another page.
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
      // The page that comes next has not moved the window yet.
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

/** Posts near the window get their true heights as they come near, which moves the one that is meant: follow it. */
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
  // Never against the reader's own hand.
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    window.addEventListener(event, stop, { once: true, passive: true });
  }
  return stop;
}

/** The first post whose end is still in sight below the thread's bar. */
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
    // No storage, or not ours: places are kept while the page is open.
    return new Map();
  }
}

function writePlaces(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places].slice(-MAX_PLACES)));
  } catch {
    // As above.
  }
}
