import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { closeTappedQuote, openTappedQuote, tappedQuote } from '../../lib/tapped-quote.ts';
import type { Quote } from './quote-preview.tsx';

const QuotePreview = lazy(async () => ({ default: (await import('./quote-preview.tsx')).QuotePreview }));

interface PointedQuote extends Quote {
  readonly link: DOMRect;
  readonly from: HTMLElement;
}

const SHOW_AFTER_MS = 90;
/** Time to move the pointer from the link into the preview. */
const HIDE_AFTER_MS = 160;

/**
 * Previews the quoted post when a quote link is hovered, focused or tapped; Escape and Back close the preview. One layer serves all posts:
 * links in posts are plain, and posts clip overflowing content.
 */
export function QuotePreviewLayer() {
  const [pointed, setPointed] = useState<PointedQuote | null>(null);
  const tapped = useStore(tappedQuote);
  const isTapped = tapped !== null;
  /** The tapped link, to which the focus returns. */
  const from = useRef<HTMLElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (milliseconds: number, next: PointedQuote | null) => {
      clearTimeout(timer);
      timer = setTimeout(() => setPointed(next), milliseconds);
    };
    const onMouseOver = ({ target }: Event) => {
      const found = closedQuoteUnder(target);
      if (found !== null) later(SHOW_AFTER_MS, found);
      else if (isInPreview(target)) clearTimeout(timer);
    };
    const onLeave = ({ target }: Event) => {
      if (!isTapped && (quoteUnder(target) !== null || isInPreview(target))) later(HIDE_AFTER_MS, null);
    };
    const onFocus = ({ target }: Event) => {
      if (target instanceof Element && target.matches(':focus-visible') && !isInPreview(target))
        later(SHOW_AFTER_MS, closedQuoteUnder(target));
    };
    const onClick = (event: MouseEvent) => {
      const found = quoteUnder(event.target);
      if (found === null) {
        if (isTapped) closeByTap(event);
        return;
      }
      // A click follows the quote or opens it in place.
      if (!(event instanceof PointerEvent && event.pointerType === 'touch')) {
        later(0, null);
        return;
      }
      event.preventDefault();
      clearTimeout(timer);
      setPointed(null);
      if (!isInPreview(found.from)) from.current = found.from;
      openTappedQuote(found);
    };
    document.addEventListener('mouseover', onMouseOver);
    document.addEventListener('mouseout', onLeave);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onLeave);
    // Runs before the link is followed (lib/link-catcher.ts).
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('mouseover', onMouseOver);
      document.removeEventListener('mouseout', onLeave);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onLeave);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [isTapped]);
  const isAny = isTapped || pointed !== null;
  useEffect(() => {
    if (!isAny) return undefined;
    const hide = () => {
      setPointed(null);
      closeTappedQuote();
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    };
    const onScroll = ({ target }: Event) => {
      if (!isInPreview(target)) hide();
    };
    document.addEventListener('keydown', onKeyDown);
    // A page also scrolls when posts above the window get their heights. That closes no tapped preview: a reader who presses Back at that
    // moment would leave the page. A browser cancels the pointer of a finger that begins to scroll.
    const scrolling = isTapped ? ['pointercancel', 'wheel'] : ['scroll'];
    for (const type of scrolling) document.addEventListener(type, onScroll, { passive: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      for (const type of scrolling) document.removeEventListener(type, onScroll);
    };
  }, [isAny, isTapped]);
  const quote = tapped ?? pointed;
  if (quote === null) return null;
  return (
    <Suspense>
      <QuotePreview
        key={`${quote.board}/${quote.num}`}
        quote={quote}
        link={tapped === null ? pointed?.link : undefined}
        onClose={() => {
          closeTappedQuote();
          from.current?.focus({ preventScroll: true });
        }}
      />
    </Suspense>
  );
}

/** A tap outside only closes the preview: a link or the viewer would add an entry to the history while its own is being left. */
function closeByTap(event: MouseEvent): void {
  const isByKey = event.detail === 0;
  if (isByKey || isInPreview(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  closeTappedQuote();
}

function quoteUnder(target: EventTarget | null): PointedQuote | null {
  const link = target instanceof Element ? target.closest<HTMLElement>('a[data-quote]') : null;
  const [board, num] = link?.dataset['quote']?.split('/') ?? [];
  if (link === null || board === undefined || num === undefined) return null;
  const href = link.getAttribute('href') ?? '';
  return { board, num: Number(num), href, link: link.getBoundingClientRect(), from: link };
}

/** A quote that is open in place needs no preview. */
function closedQuoteUnder(target: EventTarget | null): PointedQuote | null {
  const quote = quoteUnder(target);
  return quote?.from.getAttribute('aria-expanded') === 'true' ? null : quote;
}

function isInPreview(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.quote-preview') !== null;
}
