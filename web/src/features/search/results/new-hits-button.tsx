import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Hit, SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { useAnnouncement } from '../../../lib/announce.ts';
import { fetchSearch } from '../../../lib/api-client.ts';
import { t } from './new-hits-texts.ts';
import { type Search, searchQuery } from '../queries.ts';
import { hitKey } from './hit-key.ts';

const POLL_MS = 5_000;
const POLL_AFTER_FAILURE_MS = 30_000;

/** Polls for newer posts while the tab is visible, first when `answer` (loaded at `answeredAt`) is old enough. */
function newHitsQuery(q: string, answer: SearchAnswer, answeredAt: number) {
  return queryOptions<SearchAnswer>({
    queryKey: ['new-hits', q],
    queryFn: ({ signal }) => fetchSearch({ q, sort: 'new', cursor: undefined }, signal),
    initialData: answer,
    initialDataUpdatedAt: answeredAt,
    staleTime: POLL_MS,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? POLL_AFTER_FAILURE_MS : POLL_MS),
  });
}

interface NewHitsButtonProps {
  readonly search: Search;
  readonly answer: SearchAnswer;
}

/** Offers to load posts that are newer than the page; the page never changes by itself. */
export function NewHitsButton({ search, answer }: NewHitsButtonProps) {
  const queryClient = useQueryClient();
  const key = searchQuery(search).queryKey;
  const { data: newest } = useQuery(newHitsQuery(search.q, answer, queryClient.getQueryState(key)?.dataUpdatedAt ?? 0));
  const { count, more } = countNewHits(newest.hits, answer.hits);
  const label = t(more ? 'search.new-posts-more' : 'search.new-posts', { count });
  useAnnouncement(count > 0 ? label : '');
  if (count === 0) return null;
  const show = () => {
    queryClient.setQueryData(key, newest);
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className="new-hits" onClick={show}>
      {label}
    </button>
  );
}

interface NewHits {
  readonly count: number;
  /** True if none of the page's hits is among the newest ones, so there may be more new ones. */
  readonly more: boolean;
}

/** Counts how many of the newest hits are newer than those on the page. Both lists are newest first. */
export function countNewHits(newest: readonly Hit[], shown: readonly Hit[]): NewHits {
  const known = new Set(shown.map(hitKey));
  const first = shown[0];
  const isNewer = (hit: Hit) =>
    !known.has(hitKey(hit)) && (first === undefined || hit.time_posted >= first.time_posted);
  const count = newest.filter(isNewer).length;
  return { count, more: shown.length > 0 && count > 0 && count === newest.length };
}
