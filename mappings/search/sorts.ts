/** The orders of hits: the values of `sort:`. */
import type { SharedModule } from '../module.ts';
import { MODULES } from '../modules.ts';
import type { Sort } from './field.ts';
import type { SearchSort } from './sort-names.ts';

const CORE = {
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
} as const satisfies Readonly<Record<string, Sort>>;

const added = (MODULES as readonly SharedModule[]).map(({ search }) => search?.sorts ?? {});

export const SORTS: Readonly<Record<SearchSort, Sort>> = Object.assign({}, CORE, ...added);

export function sortOf(sort: SearchSort): Sort {
  return SORTS[sort];
}
