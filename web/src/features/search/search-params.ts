import type { SearchSort } from '../../../../server/contract/search.ts';

export interface SearchParams {
  readonly q?: string | undefined;
  readonly sort?: SearchSort | undefined;
  readonly cursor?: string | undefined;
}

/** The part of an address that a search is made of. What is not known is left out; the newest come first. */
export function readSearchParams(raw: Readonly<Record<string, unknown>>): SearchParams {
  const sort = raw['sort'];
  return {
    q: text(raw['q']),
    sort: sort === 'old' || sort === 'relevance' ? sort : undefined,
    cursor: text(raw['cursor']),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
