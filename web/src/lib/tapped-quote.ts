/**
 * A tapped quote opens in a preview over the page. While it is open it has its own history entry, so that Back closes it and the reader
 * stays on the page, as with the viewer (lib/viewer.ts).
 */
import { createStore } from './store.ts';

export interface TappedQuote {
  readonly board: string;
  readonly num: number;
  readonly href: string;
}

export const tappedQuote = createStore<TappedQuote | null>(null);
/** The browser is at the entry of a preview, which may be closed already. */
let isAtQuote = false;

/** Opens the preview. A quote that is tapped in the preview replaces it. */
export function openTappedQuote({ board, num, href }: TappedQuote): void {
  const state: unknown = window.history.state;
  const quote = { board, num, href };
  const method = tappedQuote.read() === null ? 'pushState' : 'replaceState';
  tappedQuote.write(quote);
  isAtQuote = true;
  // The router has replaced the methods of `history` by its own, which load a page.
  History.prototype[method].call(window.history, { ...(isObject(state) ? state : {}), quote }, '');
}

/** Closes the preview and leaves its entry in the history. */
export function closeTappedQuote(): void {
  if (tappedQuote.read() === null) return;
  tappedQuote.write(null);
  if (quoteOf(window.history.state) !== null) window.history.back();
}

/** Closes the preview for another page, which replaces its entry. Returns false if none is open. */
export function leaveTappedQuote(): boolean {
  const isOpen = tappedQuote.read() !== null;
  tappedQuote.write(null);
  isAtQuote = false;
  return isOpen;
}

/**
 * Back closes the preview; Forward and a reload open it again. Must listen before the router, for which both entries are the same page.
 * `pageEntry`: the router's name for the history entry of the page.
 */
export function watchTappedQuoteHistory(pageEntry: () => unknown): void {
  tappedQuote.write(quoteOf(window.history.state));
  isAtQuote = tappedQuote.read() !== null;
  window.addEventListener(
    'popstate',
    (event) => {
      const wasAtQuote = isAtQuote;
      const quote = quoteOf(event.state);
      isAtQuote = quote !== null;
      const isSamePage = isObject(event.state) && event.state['__TSR_key'] === pageEntry();
      tappedQuote.write(isSamePage ? quote : null);
      // The same entry with the viewer over it is left to the viewer.
      if (isSamePage && wasAtQuote !== isAtQuote) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

function quoteOf(state: unknown): TappedQuote | null {
  const quote = isObject(state) ? state['quote'] : undefined;
  if (!isObject(quote)) return null;
  const { board, num, href } = quote;
  return typeof board === 'string' && typeof num === 'number' && typeof href === 'string' ? { board, num, href } : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
