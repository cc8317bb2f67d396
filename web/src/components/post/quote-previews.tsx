import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import { t } from '../../lib/messages.ts';
import { postQuery } from '../../lib/queries.ts';
import { ErrorMessageLine } from '../error-message.tsx';
import { PreviewPost } from './post.tsx';

const SHOW_AFTER_MS = 90;
/** Time to move the pointer from the link into the preview. */
const HIDE_AFTER_MS = 160;

interface Quote {
  readonly board: string;
  readonly num: number;
  readonly href: string;
  readonly link: DOMRect;
  /** Without a mouse it stays until another tap, and leads to the post. */
  readonly isTapped: boolean;
}

interface QuotePreviewsProps {
  /** Loaded posts; others are fetched. */
  readonly posts: readonly Post[];
  readonly children: ReactNode;
}

/** Previews the quoted post when a quote link is hovered, focused or tapped; Escape closes the preview. */
export function QuotePreviews({ posts, children }: QuotePreviewsProps) {
  const [quote, setQuote] = useState<Quote | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const later = (milliseconds: number, next: Quote | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQuote(next), milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
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

  const onMouseOver = (event: MouseEvent) => {
    const found = quoteUnder(event.target);
    if (found !== null) later(SHOW_AFTER_MS, found);
    else if (isInPreview(event.target)) clearTimeout(timer.current);
  };
  const onMouseOut = () => {
    if (quote?.isTapped !== true) later(HIDE_AFTER_MS, null);
  };
  const onClick = (event: MouseEvent) => {
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
    const found = isTouch ? quoteUnder(event.target) : null;
    if (found === null) return;
    event.preventDefault();
    clearTimeout(timer.current);
    setQuote({ ...found, isTapped: true });
  };
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) later(SHOW_AFTER_MS, quoteUnder(event.target));
  };
  return (
    // The links inside are interactive; this element only handles their events.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div onMouseOver={onMouseOver} onMouseOut={onMouseOut} onFocus={onFocus} onBlur={onMouseOut} onClick={onClick}>
      {children}
      {quote !== null && <QuotePreview key={`${quote.board}/${quote.num}`} quote={quote} posts={posts} />}
    </div>
  );
}

function QuotePreview({ quote, posts }: { readonly quote: Quote; readonly posts: readonly Post[] }) {
  const atHand = posts.find((post) => post.num === quote.num && post.board === quote.board && post.subnum === 0);
  const { data, error } = useQuery({ ...postQuery(quote.board, quote.num), enabled: atHand === undefined });
  const post = atHand ?? data;
  return (
    <div
      className={quote.isTapped ? 'quote-preview quote-preview-tapped' : 'quote-preview'}
      role={quote.isTapped ? 'dialog' : 'tooltip'}
      aria-label={quote.isTapped ? t('thread.number-of-post', { num: String(quote.num) }) : undefined}
      style={quote.isTapped ? undefined : previewPlace(quote.link, window.innerWidth, window.innerHeight)}
    >
      {quote.isTapped && (
        <p>
          <a className="button" href={quote.href}>
            {t('menu.in-thread')}
          </a>
        </p>
      )}
      {post !== undefined && <PreviewPost post={post} />}
      {post === undefined && error !== null && <ErrorMessageLine error={error} />}
      {post === undefined && error === null && (
        <p className="quiet">{t('thread.loading-post', { num: String(quote.num) })}</p>
      )}
    </div>
  );
}

function quoteUnder(target: EventTarget): Quote | null {
  const link = target instanceof Element ? target.closest<HTMLElement>('a[data-quote]') : null;
  const [board, num] = link?.dataset['quote']?.split('/') ?? [];
  if (link === null || board === undefined || num === undefined) return null;
  const href = link.getAttribute('href') ?? '';
  return { board, num: Number(num), href, link: link.getBoundingClientRect(), isTapped: false };
}

function isInPreview(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.quote-preview') !== null;
}

const MARGIN = 8;
const MAX_WIDTH = 620;

interface Place {
  readonly left: number;
  readonly width: number;
  readonly maxHeight: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** The position of a preview in the window, in pixels: below or above its link, whichever has more room. */
export function previewPlace(
  link: { readonly left: number; readonly top: number; readonly bottom: number },
  windowWidth: number,
  windowHeight: number,
): Place {
  const width = Math.min(MAX_WIDTH, windowWidth - 2 * MARGIN);
  const left = Math.max(MARGIN, Math.min(link.left, windowWidth - width - MARGIN));
  const below = windowHeight - link.bottom - 2 * MARGIN;
  const above = link.top - 2 * MARGIN;
  return below >= above
    ? { left, width, top: link.bottom + 4, maxHeight: below }
    : { left, width, bottom: windowHeight - link.top + 4, maxHeight: above };
}
