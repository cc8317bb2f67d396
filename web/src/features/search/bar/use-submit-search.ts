import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { parseSearch } from '../../../lib/addresses.ts';
import { savePreferenceList, readPreferenceList } from '../../../lib/preferences.ts';
import { namesOrder, readSearchParams, type View } from '../params.ts';

/** Goes to the results of a query, from the page of the query `q`. */
export function useSubmitSearch(q: string, sort: SearchSort | undefined, view?: View): (written: string) => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (written) => {
    const query = written.trim();
    rememberSearch(query);
    const { location } = router.state;
    const { typedOver } = location.state;
    // Asking again means to look again; what was typed a moment ago is only asked for now.
    if (typedOver === undefined || query !== q) {
      queryClient.removeQueries({ queryKey: ['search', query], type: 'inactive' });
      if (query === q) void queryClient.invalidateQueries({ queryKey: ['search', query] });
    }
    // What was typed stood in the place of what was asked before: Back leads there.
    if (typedOver !== undefined) {
      router.history.replace(typedOver);
      // Else the two changes would become one.
      router.history.flush();
    }
    void router.navigate({
      to: '/search',
      search: { q: query, sort: namesOrder(query) ? undefined : sort, cursor: undefined, view },
      replace: typedOver !== undefined && queryOf(typedOver) === query,
    });
  };
}

function queryOf(href: string): string {
  return readSearchParams(parseSearch(new URL(href, window.location.origin).search)).q ?? '';
}

/** Queries of this reader, on this machine only, newest first. */
const STORAGE_KEY = 'recent-searches';
const KEPT = 8;

export function readRecentSearches(): readonly string[] {
  return readPreferenceList(STORAGE_KEY).slice(0, KEPT);
}

function rememberSearch(q: string): void {
  if (q !== '') savePreferenceList(STORAGE_KEY, withRecent(readRecentSearches(), q));
}

export function withRecent(recent: readonly string[], q: string): readonly string[] {
  return [q, ...recent.filter((other) => other !== q)].slice(0, KEPT);
}
