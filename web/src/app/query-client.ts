import { QueryClient } from '@tanstack/react-query';
import { isApiError } from '../lib/api-error.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Retries only when the server was not reached. A refused request is not repeated, and the reader has a button.
        retry: (failures, error) => failures < 1 && isApiError(error) && error.failure === 'offline',
        retryDelay: 800,
        refetchOnWindowFocus: false,
        // Requests fail at once while offline instead of waiting for the network.
        networkMode: 'always',
      },
    },
  });
}
