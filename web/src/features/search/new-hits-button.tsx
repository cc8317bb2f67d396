import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Hit } from '../../../../server/contract/search.ts';
import { useAnnouncement } from '../../lib/announce.ts';
import { formatCount } from '../../lib/format.ts';
import { countNewHits } from './new-hits.ts';
import { newHitsQuery, searchQuery, type Search } from './search-queries.ts';

interface NewHitsButtonProps {
  readonly search: Search;
  readonly shown: readonly Hit[];
}

/** Offers what was written since the page was read; the page itself never moves by itself. */
export function NewHitsButton({ search, shown }: NewHitsButtonProps) {
  const queryClient = useQueryClient();
  const { data: newest } = useQuery(newHitsQuery(search.q));
  const { count, more } = countNewHits(newest?.hits ?? [], shown);
  const label = `${formatCount(count)}${more ? '+' : ''} new ${count === 1 ? 'post' : 'posts'}`;
  useAnnouncement(count > 0 ? label : '');
  if (newest === undefined || count === 0) return null;
  const show = () => {
    queryClient.setQueryData(searchQuery(search).queryKey, newest);
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className="new-hits" onClick={show}>
      {label}
    </button>
  );
}
