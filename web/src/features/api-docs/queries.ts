import { queryOptions } from '@tanstack/react-query';
import { fetchSearch } from '../../lib/api-client.ts';
import { answerOf, api } from '../../lib/api.ts';
import type { OpenApiDocument, Samples } from './openapi.ts';

export function apiDocumentQuery() {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/api/openapi.json' as never, { signal } as never))) as OpenApiDocument,
    staleTime: Infinity,
    retryOnMount: false,
  });
}

/** A thread of this archive for example requests; nothing in an empty archive. */
export function samplesQuery() {
  return queryOptions({
    queryKey: ['openapi', 'samples'],
    queryFn: async ({ signal }): Promise<Samples> => {
      const { hits } = await fetchSearch({ q: 'is:op', sort: undefined, cursor: undefined, limit: 1 }, signal);
      const [hit] = hits;
      if (hit === undefined) return {};
      const word = /\p{L}{4,}/u.exec(`${hit.subject ?? ''} ${hit.comment}`)?.[0];
      return { board: hit.board, num: String(hit.num), ...(word !== undefined && { q: word.toLowerCase() }) };
    },
    staleTime: Infinity,
    retry: false,
  });
}
