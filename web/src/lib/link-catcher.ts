import { lookUpAddress } from './addresses.ts';

/**
 * Every link is a plain `<a>`: it works in a new tab, copies, and costs a long thread nothing. Clicks on links within the
 * site are caught here and handed to `navigate`.
 */
export function catchLinks(navigate: (href: string) => void): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    const href = link === null ? null : pageAddress(link);
    if (href === null) return;
    event.preventDefault();
    // Where the address is there already, nothing would move.
    if (href === currentAddress()) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
    else navigate(href);
  });
}

function currentAddress(): string {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
}

/** Where a link leads among these pages; null for other sites and for files. */
function pageAddress(link: HTMLAnchorElement): string | null {
  if (link.origin !== window.location.origin || link.relList.contains('noopener') || link.hasAttribute('download')) {
    return null;
  }
  const [board, num] = link.dataset['quote']?.split('/') ?? [];
  if (board !== undefined && num !== undefined && link.getAttribute('href')?.startsWith('#') === true) {
    // A quote of a post that is not on its thread's page: perhaps it is elsewhere in the archive.
    if (document.getElementById(link.hash.slice(1)) === null) return lookUpAddress(board, Number(num));
  }
  return `${link.pathname}${link.search}${link.hash}`;
}
