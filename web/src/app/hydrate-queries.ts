/** Hydrates the queries of a page that a server rendered with the page's data. */
import type { QueryClient } from '@tanstack/react-query';
import { ENTRY, PAGE_DATA, type PageData, withTexts } from '../lib/hydration/page-data.ts';
import { readShownTexts } from '../lib/hydration/shown-texts.ts';

/** The page's data; null for the empty page, and for a page whose HTML differs from the HTML that the data was made with. */
export function readPageData(root: ParentNode): PageData | null {
  const element = document.getElementById(PAGE_DATA);
  if (element === null) return null;
  try {
    const { queries, ...page } = JSON.parse(element.textContent) as PageData;
    const shownText = readShownTexts(root);
    return { ...page, queries: queries.map(([key, data]) => [key, withTexts(data, shownText)] as const) };
  } catch {
    // An extension of the browser changed the page, so it is rendered from scratch.
    return null;
  }
}

/** `entry`: the router's name for the history entry. */
export function fillQueries(queryClient: QueryClient, { queries }: PageData, entry: string): void {
  for (const [key, data] of queries) {
    queryClient.setQueryData(
      key.map((part) => (part === ENTRY ? entry : part)),
      data,
    );
  }
}
