import type { SearchAnswer, SearchSort } from '../../../../../mappings/contract/search.ts';
import { say } from '../../../lib/messages.ts';

export const SORTS: readonly SearchSort[] = ['new', 'old', 'relevance'];

/** "1,284 posts", "At least 10,000 posts", "About 10,000 threads", "No posts". */
export function countInWords({ value, relation }: SearchAnswer['total'], noun: 'post' | 'thread' = 'post'): string {
  if (relation === 'eq' && value === 0) return say(`count.${noun}.none`);
  return say(`count.${noun}.${relation}`, { count: value });
}

/** What lies before and after a page of hits, in the words of its order. */
export function neighbourNames(sort: SearchSort): { readonly previous: string; readonly next: string } {
  switch (sort) {
    case 'new':
      return { previous: say('board.newer'), next: say('board.older') };
    case 'old':
      return { previous: say('board.older'), next: say('board.newer') };
    case 'relevance':
      return { previous: say('pages.previous'), next: say('pages.next') };
  }
}
