/** Quotes that the reader opened in place. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { OpenedQuotes } from '../../components/comment/comment-rendering.ts';
import { areQuotesInPlace } from '../../lib/quote-preference.ts';

const OpenedQuote = lazy(async () => ({ default: (await import('./opened-quote.tsx')).OpenedQuote }));

/** The opened quotes by the key of the post on the page that contains them. */
export type OpenedByPost = ReadonlyMap<string, OpenedQuotes & { readonly paths: ReadonlySet<string> }>;

export const NOTHING_OPENED: OpenedByPost = new Map();

/**
 * Opens a quote, or closes it together with the quotes in it. A path leads from a post to a quote in it, and on to quotes in quotes:
 * `>g/101>g/102`; `<` precedes a post that quotes it.
 */
export function toggled(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  if (!paths.has(path)) return new Set([...paths, path]);
  return new Set([...paths].filter((other) => other !== path && !isBelow(other, path)));
}

function isBelow(other: string, path: string): boolean {
  return other.startsWith(path) && /^[<>]/.test(other.slice(path.length));
}

/** The opened quotes at the end of a path. */
export function quotesAt(paths: ReadonlySet<string>, path: string): OpenedQuotes {
  const opened = (inner: string, quote: string) => (
    <Suspense key={inner}>
      <OpenedQuote path={inner} quote={quote} paths={paths} />
    </Suspense>
  );
  const quoting = `${path}<`;
  return {
    after: (quote) => (paths.has(`${path}>${quote}`) ? opened(`${path}>${quote}`, quote) : null),
    isUnderHead: (quote) => paths.has(`${path}<${quote}`),
    underHead: [...paths]
      .filter((inner) => inner.startsWith(quoting) && !/[<>]/.test(inner.slice(quoting.length)))
      .map((inner) => opened(inner, inner.slice(quoting.length))),
  };
}

/**
 * The open quotes. A click on a quote opens or closes it; keys click too. On a touch, the quote is previewed instead. The button of an
 * open quote closes it, and so does Escape while the focus is in it; the focus then returns to the quote.
 */
export function useOpenedQuotes(): OpenedByPost {
  const [opened, setOpened] = useState(NOTHING_OPENED);
  /** The links that opened them, by post and path. */
  const links = useRef(new Map<string, HTMLElement>());
  useEffect(() => {
    const toggle = ({ post, path }: QuotePlace) =>
      setOpened((before) => {
        const paths = toggled(before.get(post)?.paths ?? new Set(), path);
        const next = new Map(before);
        if (paths.size === 0) next.delete(post);
        else next.set(post, { ...quotesAt(paths, ''), paths });
        return next;
      });
    const close = (place: QuotePlace) => {
      toggle(place);
      links.current.get(keyOf(place))?.focus();
    };
    const onClick = (event: MouseEvent) => {
      const closed = placeAround(event.target instanceof Element ? event.target.closest('[data-close-quote]') : null);
      if (closed !== null) return close(closed);
      const clicked = clickedQuote(event);
      if (clicked === null || !areQuotesInPlace()) return undefined;
      event.preventDefault();
      links.current.set(keyOf(clicked), clicked.link);
      return toggle(clicked);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Escape closes what is above the page first.
      if (document.querySelector('.quote-preview, dialog[open], :popover-open') !== null) return;
      const inner = placeAround(document.activeElement);
      if (inner !== null) close(inner);
    };
    // Runs before the link is followed (lib/link-catcher.ts).
    document.addEventListener('click', onClick, { capture: true });
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      document.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, []);
  return opened;
}

interface QuotePlace {
  /** The key of the post on the page that contains the quote. */
  readonly post: string;
  readonly path: string;
}

function keyOf({ post, path }: QuotePlace): string {
  return `${post} ${path}`;
}

/** The innermost open quote around an element. */
function placeAround(element: Element | null): QuotePlace | null {
  const path = element?.closest<HTMLElement>('.opened-quote')?.dataset['path'];
  const post = path === undefined || element === null ? undefined : postAround(element);
  return path === undefined || post === undefined ? null : { post, path };
}

function postAround(element: Element): string | undefined {
  return element.closest<HTMLElement>('.post-list article[data-post], article.post-list')?.dataset['post'];
}

function clickedQuote(event: MouseEvent): (QuotePlace & { readonly link: HTMLElement }) | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event instanceof PointerEvent && event.pointerType === 'touch') return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-quote]') : null;
  const post = link === null ? undefined : postAround(link);
  const quote = link?.dataset['quote'];
  if (link === null || post === undefined || quote === undefined) return null;
  const around = link.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? '';
  return { post, path: `${around}${link.closest('.post-backlinks') === null ? '>' : '<'}${quote}`, link };
}
