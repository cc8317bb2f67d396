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
    navigate(href);
  });
}

/** Where a link leads among these pages; null for other sites, files, and places in the page that is open. */
function pageAddress(link: HTMLAnchorElement): string | null {
  if (link.origin !== window.location.origin || link.relList.contains('noopener') || link.hasAttribute('download')) {
    return null;
  }
  const fragment = link.getAttribute('href')?.startsWith('#') === true ? link.hash.slice(1) : null;
  if (fragment === null) return `${link.pathname}${link.search}${link.hash}`;
  if (document.getElementById(fragment) !== null) return null;
  // A quote of a post that is not on its thread's page: perhaps it is elsewhere in the archive.
  const [board, num] = link.dataset['quote']?.split('/') ?? [];
  return board === undefined || num === undefined ? null : `/${board}/post/${num}`;
}
