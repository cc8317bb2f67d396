import type { SearchAnswer, SearchSort } from '../../../../server/contract/search.ts';
import { formatNumberOf } from '../../lib/format.ts';

export const SORTS: readonly { readonly sort: SearchSort; readonly name: string }[] = [
  { sort: 'new', name: 'Newest' },
  { sort: 'old', name: 'Oldest' },
  { sort: 'relevance', name: 'Relevance' },
];

/** "1,284 posts", "At least 10,000 posts", "About 10,000 threads", "No posts". */
export function countInWords({ value, relation }: SearchAnswer['total'], noun = 'post'): string {
  if (relation === 'gte') return `At least ${formatNumberOf(value, noun)}`;
  if (relation === 'about') return `About ${formatNumberOf(value, noun)}`;
  return value === 0 ? `No ${noun}s` : formatNumberOf(value, noun);
}

/** What lies before and after a page of hits, in the words of its order. */
export function neighbourNames(sort: SearchSort): { readonly previous: string; readonly next: string } {
  switch (sort) {
    case 'new':
      return { previous: 'Newer', next: 'Older' };
    case 'old':
      return { previous: 'Older', next: 'Newer' };
    case 'relevance':
      return { previous: 'Previous', next: 'Next' };
  }
}
