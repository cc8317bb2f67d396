import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { fetchSearch } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { namesOrder, readSearchParams, type SearchParams } from '../params.ts';
import { searchQuery, toSearch } from '../queries.ts';
import { readDraft, SETTLED_MS, setLoading, withoutStar } from './query-draft.ts';
import { queryWhileTyping, SearchAsYouType } from './search-as-you-type.ts';

export interface TypedSearches {
  /** Searches the text, if it can be searched while it is typed. A caret of -1 means that the text is complete. */
  readonly type: (text: string, caret: number) => void;
  readonly stop: () => void;
  readonly entered: () => void;
}

/** Searches on the results page while the reader types. A typed query replaces the history entry. */
export function typedSearches(
  router: AnyRouter,
  queryClient: QueryClient,
  setTyped: (q: string) => void,
): TypedSearches {
  const paramsOf = (q: string): SearchParams => {
    const { sort, view, form } = readSearchParams(router.state.location.search);
    return { q, sort: namesOrder(q) ? undefined : sort, view, form };
  };
  const search = new SearchAsYouType({
    ask: async (q, signal) => readAnswer(queryClient, paramsOf(q), signal),
    show: (q) => {
      const { location } = router.state;
      // The reader has left the page or changed the form.
      if (location.pathname !== '/search' || readDraft().text.trim() !== withoutStar(q)) return;
      setTyped(q);
      const typedOver = location.state.typedOver ?? location.href;
      void router.navigate({ to: '/search', search: paramsOf(q), replace: true, state: { typedOver } });
    },
    onLoading: setLoading,
    isRateLimited: (error) => isApiError(error) && error.status === 429,
  });
  return {
    type: (text, caret) =>
      search.type(queryWhileTyping(text, caret), readSearchParams(router.state.location.search).q ?? ''),
    stop: () => search.stop(),
    entered: () => search.entered(),
  };
}

/** Loads the answer into the cache that the page reads, so that the page never shows a loading state. */
async function readAnswer(queryClient: QueryClient, params: SearchParams, signal: AbortSignal): Promise<void> {
  const asked = toSearch(params);
  const { queryKey } = searchQuery(asked);
  const known = queryClient.getQueryData(queryKey);
  const answer = known ?? (await fetchSearch(asked, signal));
  // A request may succeed although it was aborted.
  if (known === undefined && !signal.aborted) queryClient.setQueryData(queryKey, answer);
  // An incomplete word finds nothing, so an empty result is shown only after a pause.
  if (answer.hits.length === 0) await waitUntilSettled(signal);
}

async function waitUntilSettled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SETTLED_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
