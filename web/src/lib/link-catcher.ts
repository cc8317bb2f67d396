import { anchorOfOldLink, isThreadAddress, lookUpAddress, stringifySearch } from './addresses.ts';

/**
 * Handles clicks on links within the site with `navigate`. Links are plain `<a>` elements without handlers of their own,
 * which keeps threads with thousands of links cheap.
 */
export function catchLinks(navigate: (href: string) => void): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    const href = link === null ? null : pageAddress(link);
    if (href === null) return;
    event.preventDefault();
    // The router does nothing for the current address.
    if (href === currentAddress()) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
    else navigate(href);
  });
}

function currentAddress(): string {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
}

/** Forms that the server writes (`server/http/short-pages/`). */
const FORMS = '/_/';

/** The address of a link to one of these pages; null for other sites, forms without scripts, and files. */
function pageAddress(link: HTMLAnchorElement): string | null {
  if (link.origin !== window.location.origin || link.relList.contains('noopener') || link.hasAttribute('download')) {
    return null;
  }
  if (link.pathname.startsWith(FORMS)) return null;
  const [board, num] = link.dataset['quote']?.split('/') ?? [];
  if (board !== undefined && num !== undefined && link.getAttribute('href')?.startsWith('#') === true) {
    // The quoted post is not on its thread's page but may be elsewhere in the archive.
    if (document.getElementById(link.hash.slice(1)) === null) return lookUpAddress(board, Number(num));
  }
  return threadLink(link) ?? `${link.pathname}${link.search}${link.hash}`;
}

/** The address of a post for a link in the form of other archives (`/g/thread/1/#q2`); null for any other link. */
function threadLink({ pathname, search, hash, dataset }: HTMLAnchorElement): string | null {
  const anchor = isThreadAddress(pathname) ? anchorOfOldLink(hash.slice(1)) : null;
  if (anchor === null) return null;
  const thread = pathname.replace(/\/$/, '');
  const { pathname: here, search: part } = window.location;
  // Within its own thread, the link keeps the shown part.
  if (here.replace(/\/$/, '') === thread) return `${here}${part}#${anchor}`;
  const { carried } = dataset;
  return `${thread}${carried === undefined ? search : stringifySearch({ q: carried })}#${anchor}`;
}
