import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { parseSearch } from '../../../lib/addresses.ts';
import { savePreferenceList, readPreferenceList, usePreferenceList } from '../../../lib/preferences.ts';
import { namesOrder, readSearchParams, type View } from '../params.ts';

/** Returns a function that submits a query, on a page that shows the query `q`. */
export function useSubmitSearch(q: string, sort: SearchSort | undefined, view?: View): (written: string) => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (written) => {
    const query = written.trim();
    rememberSearch(query);
    const { location } = router.state;
    const { typedOver } = location.state;
    // Submitting the same query again reloads it, unless its results were just loaded while typing.
    if (typedOver === undefined || query !== q) {
      queryClient.removeQueries({ queryKey: ['search', query], type: 'inactive' });
      if (query === q) void queryClient.invalidateQueries({ queryKey: ['search', query] });
    }
    // The typed query replaced the submitted one in the history: this restores it, so that Back leads to it.
    if (typedOver !== undefined) {
      router.history.replace(typedOver);
      // Otherwise the router merges the two changes.
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

/** Recent queries, stored in this browser only, newest first. */
const STORAGE_KEY = 'recent-searches';
const KEPT = 8;

export function readRecentSearches(): readonly string[] {
  return readPreferenceList(STORAGE_KEY).slice(0, KEPT);
}

export function useRecentSearches(): readonly string[] {
  return usePreferenceList(STORAGE_KEY).slice(0, KEPT);
}

function rememberSearch(q: string): void {
  if (q !== '') savePreferenceList(STORAGE_KEY, withRecent(readRecentSearches(), q));
}

export function forgetRecentSearches(): void {
  savePreferenceList(STORAGE_KEY, []);
}

export function withRecent(recent: readonly string[], q: string): readonly string[] {
  return [q, ...recent.filter((other) => other !== q)].slice(0, KEPT);
}
