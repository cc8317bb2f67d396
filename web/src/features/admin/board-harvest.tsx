import type { BoardHarvest as Harvest } from '../../../../server/contract/admin.ts';
import { Time } from '../../components/time.tsx';
import { formatCount, formatNumberOf } from '../../lib/format.ts';

/** How the harvest of a board goes, in a line or two. */
export function BoardHarvest({ harvest }: { readonly harvest: Harvest | null }) {
  if (harvest === null) return <p className="quiet">No scraper tells of this board.</p>;
  const { last_success: success, requests, unchanged, errors } = harvest;
  const share = requests === 0 ? 0 : Math.round((unchanged / requests) * 100);
  const kinds = Object.entries(errors).map(([kind, times]) => `${kind} ${formatCount(times)}`);
  return (
    <p>
      Last success {success === null ? 'never' : <Time iso={success} />}; since <Time iso={harvest.since} />{' '}
      {formatNumberOf(requests, 'request')}, {share} % unchanged, {formatCount(harvest.saved)} saved;{' '}
      {harvest.posts_per_minute.toFixed(1)} posts a minute; deleted: {formatNumberOf(harvest.deleted_posts, 'post')},{' '}
      {formatNumberOf(harvest.deleted_threads, 'thread')}
      {harvest.held > 0 && <strong className="alarm">; {formatCount(harvest.held)} held</strong>}
      {kinds.length > 0 && `; errors: ${kinds.join(', ')}`}.
    </p>
  );
}
