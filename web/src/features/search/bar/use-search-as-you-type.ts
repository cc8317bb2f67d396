import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchSearch } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { isSearchAsYouTypeOn } from '../../../lib/display-preferences.ts';
import { namesOrder, readSearchParams, type SearchParams } from '../params.ts';
import { searchQuery, toSearch } from '../queries.ts';
import { readDraft, SETTLED_MS, setLoading } from './query-draft.ts';
import { queryWhileTyping, SearchAsYouType } from './search-as-you-type.ts';

interface Typing {
  /** The last query that came onto the page by being typed. */
  readonly typed: string | null;
  /** What stands in the bar now, and where the caret is; -1 where nothing is half-written. */
  readonly type: (text: string, caret: number) => void;
  readonly stop: () => void;
  /** Another query is on the page, by other ways. */
  readonly forget: () => void;
  readonly entered: () => void;
}

/**
 * The results of what is being typed, on the page of results. Old ones stay until new ones are here. The entry of the
 * history is replaced, and remembers the search that it held: Enter gives it back, and makes one of its own.
 */
export function useSearchAsYouType(isHere: boolean): Typing {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [search] = useState(() => {
    const paramsOf = (q: string): SearchParams => {
      const { sort, view, form } = readSearchParams(router.state.location.search);
      return { q, sort: namesOrder(q) ? undefined : sort, view, form };
    };
    return new SearchAsYouType({
      ask: async (q, signal) => readAnswer(queryClient, paramsOf(q), signal),
      show: (q) => {
        const { location } = router.state;
        // Elsewhere by now, or the form has another word.
        if (location.pathname !== '/search' || readDraft().text.trim() !== q) return;
        setTyped(q);
        const typedOver = location.state.typedOver ?? location.href;
        void router.navigate({ to: '/search', search: paramsOf(q), replace: true, state: { typedOver } });
      },
      onBusy: setLoading,
      asksForPause: (error) => isApiError(error) && error.status === 429,
    });
  });
  useEffect(() => {
    if (!isHere) search.stop();
    return () => search.stop();
  }, [search, isHere]);
  return {
    typed,
    type: (text, caret) => {
      if (!isHere || !isSearchAsYouTypeOn()) return;
      search.type(queryWhileTyping(text, caret), readSearchParams(router.state.location.search).q ?? '');
    },
    stop: () => search.stop(),
    forget: () => setTyped(null),
    entered: () => {
      setTyped(null);
      search.entered();
    },
  };
}

/** Into what the page reads its answers from, so that it has no moment without one. */
async function readAnswer(queryClient: QueryClient, params: SearchParams, signal: AbortSignal): Promise<void> {
  const asked = toSearch(params);
  const { queryKey } = searchQuery(asked);
  const known = queryClient.getQueryData(queryKey);
  const answer = known ?? (await fetchSearch(asked, signal));
  // A caller who has gone may still be answered.
  if (known === undefined && !signal.aborted) queryClient.setQueryData(queryKey, answer);
  // Half of a word finds nothing: that is no news yet.
  if (answer.hits.length === 0) await untilSettled(signal);
}

async function untilSettled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SETTLED_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
