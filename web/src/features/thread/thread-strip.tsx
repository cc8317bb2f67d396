import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import { postAnchor } from '../../lib/addresses.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import type { Matches } from './matches.ts';
import { backlinksOf } from './quoted-nums.ts';
import { currentPosition, lastVisible } from './visible-posts.ts';

interface ThreadStripProps {
  /** In the order in which they are shown. */
  readonly posts: readonly Post[];
  readonly matches: Matches;
}

/** Rows of the drawing: more than a screen has lines of marks. */
const ROWS = 400;
/** A post that this many posts quote is a landmark. */
const MANY_QUOTES = 3;

/**
 * The thread from its first post to its last at the edge of the window: pictures, posts that many quote, matches of the search, and the
 * reader's place. Each post has the same height in it, so no layout is read. A click or a drag leads to the post; keyboards and screen
 * readers have the search and the links instead.
 */
export function ThreadStrip({ posts, matches }: ThreadStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const here = useRef<HTMLDivElement>(null);
  const pictures = useMemo(() => marksOf(posts, (post) => post.file !== null), [posts]);
  const quoted = useMemo(() => {
    const quotedBy = backlinksOf(posts);
    return marksOf(posts, ({ num, subnum }) => subnum === 0 && (quotedBy.get(num)?.length ?? 0) >= MANY_QUOTES);
  }, [posts]);
  const found = useMemo(() => marksOf(posts, (post) => matches.has(postKey(post))), [posts, matches]);
  const anchors = useMemo(() => posts.map(({ num, subnum }) => postAnchor(num, subnum)), [posts]);
  useEffect(() => {
    const places = new Map(anchors.map((anchor, place) => [anchor, place]));
    let frame = 0;
    const draw = () => {
      const first = places.get(currentPosition()?.post ?? '') ?? 0;
      const last = places.get(lastVisible() ?? '') ?? first;
      const share = 100 / anchors.length;
      here.current?.style.setProperty('inset-block-start', `${first * share}%`);
      here.current?.style.setProperty('height', `${(last - first + 1) * share}%`);
    };
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(draw);
    };
    onScroll();
    document.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', onScroll);
    };
  }, [anchors]);
  const goTo = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined || (event.buttons & 1) === 0) return;
    const share = Math.min(Math.max((event.clientY - box.top) / box.height, 0), 1);
    const anchor = anchors[Math.min(Math.floor(share * anchors.length), anchors.length - 1)];
    document.getElementById(anchor ?? '')?.scrollIntoView({ behavior: 'instant' });
  };
  return (
    <div
      ref={strip}
      className="thread-strip"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={goTo}
    >
      <svg viewBox={`0 0 4 ${ROWS}`} preserveAspectRatio="none">
        <path className="strip-pictures" d={pathOf(pictures, 0, 2)} />
        <path className="strip-quoted" d={pathOf(quoted, 2, 2)} />
        <path className="strip-matches" d={pathOf(found, 0, 4)} />
      </svg>
      <div ref={here} className="strip-here" />
    </div>
  );
}

/** The rows with such a post. */
function marksOf(posts: readonly Post[], isMarked: (post: Post) => boolean): ReadonlySet<number> {
  const rows = new Set<number>();
  for (const [place, post] of posts.entries())
    if (isMarked(post)) rows.add(Math.floor(((place + 0.5) / posts.length) * ROWS));
  return rows;
}

function pathOf(rows: ReadonlySet<number>, from: number, width: number): string {
  return [...rows].map((row) => `M${from} ${row + 0.5}h${width}`).join('');
}
