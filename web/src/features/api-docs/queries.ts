import { queryOptions } from '@tanstack/react-query';
import { fetchApiDocument } from '../../lib/api-client.ts';
import type { OpenApiDocument } from './openapi.ts';

export function apiDocumentQuery() {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => (await fetchApiDocument(signal)) as OpenApiDocument,
    staleTime: Infinity,
    retryOnMount: false,
  });
}
