/** The orders of hits: the values of `sort:`. */
import type { SearchSort } from './sort-names.ts';

export interface Sort {
  /** For completion and the API's description. */
  readonly description: string;
  /** Completes the sentence "begins with …", which describes `sort:`. */
  readonly begins: string;
  /** Completes the sentence "first comes …". Markdown of docs/SEARCH-SYNTAX.md. */
  readonly finds: string;
  /** Words that people use for the order; suggestions replace them. */
  readonly words: readonly string[];
  /**
   * The first key of the order: a number for every post, since cursors hold sort values as JSON numbers. null: only the time of
   * posting, by which the index is sorted, so that Elasticsearch can stop early. Any other order visits every match.
   */
  readonly key: '_score' | 'time_modified' | null;
  readonly isOldestFirst?: true;
  /** The first mapping version whose documents have the key. */
  readonly since?: number;
}

export const SORTS = {
  new: {
    description: 'newest first',
    begins: 'the newest',
    finds: 'the newest post; the default',
    words: ['newest', 'latest', 'desc'],
    key: null,
  },
  old: {
    description: 'oldest first',
    begins: 'the oldest',
    finds: 'the oldest post',
    words: ['oldest', 'asc'],
    key: null,
    isOldestFirst: true,
  },
  relevance: {
    description: 'best match first',
    begins: 'the best match',
    finds: 'the best match',
    words: ['best', 'score'],
    key: '_score',
  },
  modified: {
    description: 'last stored or changed first',
    begins: 'the last change',
    finds: 'the post that the archive stored or changed last: new, edited, deleted at the source, with its file',
    words: ['changed', 'updated'],
    key: 'time_modified',
  },
} as const satisfies Readonly<Record<SearchSort, Sort>>;

export function sortOf(sort: SearchSort): Sort {
  return SORTS[sort];
}
