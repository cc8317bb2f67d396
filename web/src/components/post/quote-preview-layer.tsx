import { lazy, Suspense, useEffect, useState } from 'react';
import type { Quote } from './quote-preview.tsx';

const QuotePreview = lazy(async () => ({ default: (await import('./quote-preview.tsx')).QuotePreview }));

const SHOW_AFTER_MS = 90;
/** Time to move the pointer from the link into the preview. */
const HIDE_AFTER_MS = 160;

/**
 * Previews the quoted post when a quote link is hovered, focused or tapped; Escape closes the preview. One layer serves all posts:
 * links in posts are plain, and posts clip overflowing content.
 */
export function QuotePreviewLayer() {
  const [quote, setQuote] = useState<Quote | null>(null);
  const isTapped = quote?.isTapped === true;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (milliseconds: number, next: Quote | null) => {
      clearTimeout(timer);
      timer = setTimeout(() => setQuote(next), milliseconds);
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
      if (found === null) return;
      // A click follows the quote or opens it in place.
      if (!(event instanceof PointerEvent && event.pointerType === 'touch')) return later(0, null);
      event.preventDefault();
      clearTimeout(timer);
      setQuote({ ...found, isTapped: true });
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
  useEffect(() => {
    if (quote === null) return undefined;
    const hide = (event: Event) => {
      if (event.type === 'scroll' || (event as KeyboardEvent).key === 'Escape') setQuote(null);
    };
    const tapOutside = (event: Event) => {
      if (quote.isTapped && !isInPreview(event.target)) setQuote(null);
    };
    document.addEventListener('keydown', hide);
    document.addEventListener('scroll', hide, { passive: true });
    document.addEventListener('pointerdown', tapOutside);
    return () => {
      document.removeEventListener('keydown', hide);
      document.removeEventListener('scroll', hide);
      document.removeEventListener('pointerdown', tapOutside);
    };
  }, [quote]);
  if (quote === null) return null;
  return (
    <Suspense>
      <QuotePreview
        key={`${quote.board}/${quote.num}`}
        quote={quote}
        onClose={() => {
          setQuote(null);
          quote.from.focus({ preventScroll: true });
        }}
      />
    </Suspense>
  );
}

function quoteUnder(target: EventTarget | null): Quote | null {
  const link = target instanceof Element ? target.closest<HTMLElement>('a[data-quote]') : null;
  const [board, num] = link?.dataset['quote']?.split('/') ?? [];
  if (link === null || board === undefined || num === undefined) return null;
  const href = link.getAttribute('href') ?? '';
  return { board, num: Number(num), href, link: link.getBoundingClientRect(), from: link, isTapped: false };
}

/** A quote that is open in place needs no preview. */
function closedQuoteUnder(target: EventTarget | null): Quote | null {
  const quote = quoteUnder(target);
  return quote?.from.getAttribute('aria-expanded') === 'true' ? null : quote;
}

function isInPreview(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.quote-preview') !== null;
}
