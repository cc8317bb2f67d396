/** What an address says of a list of threads. What is usual is left out of addresses. */
import type { ThreadSort } from './queries.ts';

export interface ListParams {
  readonly sort?: ThreadSort | undefined;
  readonly page?: string | undefined;
}

const MAX_PAGE = 100_000;

export function readListParams(raw: Readonly<Record<string, unknown>>): ListParams {
  const page = pageOf(raw['page']);
  return {
    sort: raw['sort'] === 'created' ? 'created' : undefined,
    page: page === 1 ? undefined : String(page),
  };
}

/** Counted from 1, which also stands for what cannot be read. */
export function pageOf(text: unknown): number {
  const page = typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
  return page <= MAX_PAGE ? page : 1;
}
