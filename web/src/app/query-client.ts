import { QueryClient } from '@tanstack/react-query';
import { isApiError } from '../lib/api-error.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Once more where that may help; a refusal stays a refusal, and the reader has a button.
        retry: (failures, error) => failures < 1 && isApiError(error) && error.failure === 'offline',
        retryDelay: 800,
        refetchOnWindowFocus: false,
        // A failed request says so at once instead of waiting for the network without a word.
        networkMode: 'always',
      },
    },
  });
}
