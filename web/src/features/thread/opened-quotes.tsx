/** Quotes that the reader opened in place. */
import { lazy, Suspense, useEffect, useState } from 'react';
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

/** The open quotes. A click on a quote opens or closes it; keys click too. On a touch, the quote is previewed instead. */
export function useOpenedQuotes(): OpenedByPost {
  const [opened, setOpened] = useState(NOTHING_OPENED);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const clicked = clickedQuote(event);
      if (clicked === null || !areQuotesInPlace()) return;
      event.preventDefault();
      setOpened((before) => {
        const paths = toggled(before.get(clicked.post)?.paths ?? new Set(), clicked.path);
        const next = new Map(before);
        if (paths.size === 0) next.delete(clicked.post);
        else next.set(clicked.post, { ...quotesAt(paths, ''), paths });
        return next;
      });
    };
    // Runs before the link is followed (lib/link-catcher.ts).
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
  return opened;
}

function clickedQuote(event: MouseEvent): { readonly post: string; readonly path: string } | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event instanceof PointerEvent && event.pointerType === 'touch') return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-quote]') : null;
  const post = link?.closest<HTMLElement>('.post-list article[data-post], article.post-list')?.dataset['post'];
  const quote = link?.dataset['quote'];
  if (link === null || post === undefined || quote === undefined) return null;
  const around = link.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? '';
  return { post, path: `${around}${link.closest('.post-backlinks') === null ? '>' : '<'}${quote}` };
}
