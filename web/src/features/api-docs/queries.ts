import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../lib/api.ts';
import type { OpenApiDocument } from './openapi.ts';

export function apiDocumentQuery() {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/api/openapi.json' as never, { signal } as never))) as OpenApiDocument,
    staleTime: Infinity,
    retryOnMount: false,
  });
}
