import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SearchSort } from '../../../../server/contract/search.ts';
import { rememberSearch } from './recent-searches.ts';
import { namesOrder } from './search-params.ts';

/** Goes to the results of a query, from the page of the query `q`. */
export function useAsk(q: string, sort: SearchSort | undefined): (written: string) => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (written) => {
    const query = written.trim();
    rememberSearch(query);
    // Asking again means to look again.
    queryClient.removeQueries({ queryKey: ['search', query], type: 'inactive' });
    if (query === q) void queryClient.invalidateQueries({ queryKey: ['search', query] });
    void navigate({
      to: '/search',
      search: { q: query, sort: namesOrder(query) ? undefined : sort, cursor: undefined },
    });
  };
}
