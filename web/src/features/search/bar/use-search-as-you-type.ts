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
  /** The last query shown on the page because it was typed. */
  readonly typed: string | null;
  /** Called with the bar's text and caret; a caret of -1 means that the text is complete. */
  readonly type: (text: string, caret: number) => void;
  readonly stop: () => void;
  /** The page shows another query that was not typed. */
  readonly forget: () => void;
  readonly entered: () => void;
}

/**
 * Search as you type on the results page. Old results stay until new ones are loaded. A typed query replaces the history
 * entry, which remembers the submitted search: Enter restores that one and adds an entry for the typed query.
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
        // The reader has left the page or changed the form.
        if (location.pathname !== '/search' || readDraft().text.trim() !== withoutStar(q)) return;
        setTyped(q);
        const typedOver = location.state.typedOver ?? location.href;
        void router.navigate({ to: '/search', search: paramsOf(q), replace: true, state: { typedOver } });
      },
      onLoading: setLoading,
      isRateLimited: (error) => isApiError(error) && error.status === 429,
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

/** A typed query as the bar shows it: without the star after its last word, which the reader did not type. */
export function withoutStar(q: string): string {
  return q.endsWith('*') ? q.slice(0, -1) : q;
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
