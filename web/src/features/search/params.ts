import type { SearchSort } from '../../../../mappings/contract/search.ts';
import { readView, type View } from './views.ts';

export interface SearchParams {
  readonly q?: string | undefined;
  readonly sort?: SearchSort | undefined;
  readonly cursor?: string | undefined;
  readonly view?: View | undefined;
  /** The form is open. */
  readonly form?: 'open' | undefined;
}

/** The part of an address that a search is made of. What is not known is left out. */
export function readSearchParams(raw: Readonly<Record<string, unknown>>): SearchParams {
  const sort = raw['sort'];
  return {
    q: text(raw['q']),
    sort: sort === 'new' || sort === 'old' || sort === 'relevance' ? sort : undefined,
    cursor: text(raw['cursor']),
    view: readView(raw['view']),
    form: raw['form'] === 'open' ? 'open' : undefined,
  };
}

/** An order as the address needs it: the usual one is left out, unless the query itself names another. */
export function sortParam(q: string, sort: SearchSort | undefined): SearchSort | undefined {
  return sort === 'new' && !namesOrder(q) ? undefined : sort;
}

/** The query says its order itself. */
export function namesOrder(q: string): boolean {
  return /(^|\s)sort:/i.test(q);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
