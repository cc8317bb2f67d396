import { QueryClient } from '@tanstack/react-query';
import { isApiError } from '../lib/api-error.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Retries only if the server was not reached. A refused request is not repeated, and the reader gets a button.
        retry: (failures, error) => failures < 1 && isApiError(error) && error.failure === 'offline',
        retryDelay: 800,
        refetchOnWindowFocus: false,
        // Requests fail immediately while offline instead of waiting for the network.
        networkMode: 'always',
      },
    },
  });
}
