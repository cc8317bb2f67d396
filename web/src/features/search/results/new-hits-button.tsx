import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { useAnnouncement } from '../../../lib/announce.ts';
import { countNewHits } from './new-hits.ts';
import { newHitsQuery, searchQuery, type Search } from '../queries.ts';
import { t } from '../../../lib/messages.ts';

interface NewHitsButtonProps {
  readonly search: Search;
  readonly answer: SearchAnswer;
}

/** Offers what was written since the page was read; the page itself never moves by itself. */
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
