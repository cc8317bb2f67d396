import { request } from 'undici';
import { PAGE, toLanguage, type BenchQuery } from '../query-classes.ts';
import type { Contender, PageOfRows } from './contender.ts';

/** The API's largest page, for walking to a far page. */
const LARGEST_PAGE = 100;

interface SearchAnswer {
  readonly hits: readonly unknown[];
  readonly total: { readonly value: number };
  readonly next: string | null;
}

/** Our HTTP API, requested as a browser does. */
export function createSagasu(
  serverUrl: string,
): Contender & { cursorOf(q: string, page: number): Promise<string | null> } {
  const cursors = new Map<string, string | null>();
  const search = async (q: string, limit: number, cursor: string | null) =>
    getJson<SearchAnswer>(
      `${serverUrl}/api/v1/search?q=${encodeURIComponent(q)}&limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
    );

  /** Walks to the page by the API's own cursors; null if there are not so many pages. */
  async function cursorOf(q: string, page: number): Promise<string | null> {
    const known = cursors.get(keyOf(q, page));
    if (known !== undefined) return known;
    let cursor: string | null = null;
    for (let left = (page - 1) * PAGE; left > 0; left -= LARGEST_PAGE) {
      cursor = (await search(q, Math.min(left, LARGEST_PAGE), cursor)).next;
      if (cursor === null) break;
    }
    cursors.set(keyOf(q, page), cursor);
    return cursor;
  }

  return {
    name: 'Sagasu',
    cursorOf,
    async prepare(queries) {
      for (const query of queries) if (query.page > 1) await cursorOf(toLanguage(query), query.page);
    },
    async ask(query: BenchQuery): Promise<PageOfRows> {
      const q = toLanguage(query);
      const cursor = query.page === 1 ? null : (cursors.get(keyOf(q, query.page)) ?? null);
      const { hits, total } = await search(q, PAGE, cursor);
      return { rows: hits.length, total: total.value };
    },
    close: async () => undefined,
  };
}

function keyOf(q: string, page: number): string {
  return `${page} ${q}`;
}

/** A client as lean as the ones for the engines: one keep-alive connection, the answer parsed as JSON. */
export async function getJson<T>(url: string): Promise<T> {
  const answer = await request(url);
  const body = await answer.body.json();
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${JSON.stringify(body)}`);
  return body as T;
}
