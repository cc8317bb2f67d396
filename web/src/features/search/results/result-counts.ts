import type { SearchAnswer, SearchSort } from '../../../../../mappings/contract/search.ts';
import { t } from '../../../lib/messages.ts';

export const SORTS: readonly SearchSort[] = ['new', 'old', 'relevance'];

/** "1,284 posts", "At least 10,000 posts", "About 10,000 threads", "No posts". */
export function countText({ value, relation }: SearchAnswer['total'], noun: 'post' | 'thread' = 'post'): string {
  if (relation === 'eq' && value === 0) return t(`count.${noun}.none`);
  return t(`count.${noun}.${relation}`, { count: value });
}

/** What lies before and after a page of hits, in the words of its order. */
export function neighbourNames(sort: SearchSort): { readonly previous: string; readonly next: string } {
  switch (sort) {
    case 'new':
      return { previous: t('board.newer'), next: t('board.older') };
    case 'old':
      return { previous: t('board.older'), next: t('board.newer') };
    case 'relevance':
      return { previous: t('pages.previous'), next: t('pages.next') };
  }
}
