import type { BoardHarvest as Harvest } from '../../../../../mappings/contract/admin.ts';
import { Time } from '../../../components/time.tsx';
import { boardSettingsAddress } from '../../../lib/addresses.ts';
import { formatCount, perLanguage } from '../../../lib/format.ts';
import { say, sayWith } from '../../../lib/messages.ts';

const tenths = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** How the harvest of a board goes, in a line or two. */
export function BoardHarvest({ board, harvest }: { readonly board: string; readonly harvest: Harvest | null }) {
  if (harvest === null) return <p className="quiet">{say('harvest.none')}</p>;
  const { last_success: success, requests, unchanged, errors } = harvest;
  const share = requests === 0 ? 0 : Math.round((unchanged / requests) * 100);
  const kinds = Object.entries(errors).map(([kind, times]) => `${kind} ${formatCount(times)}`);
  return (
    <p>
      {sayWith('harvest.line', {
        success: success === null ? say('admin-boards.never') : <Time key="success" iso={success} />,
        since: <Time key="since" iso={harvest.since} />,
        requests: say('harvest.requests', { count: requests }),
        share,
        saved: harvest.saved,
        rate: tenths().format(harvest.posts_per_minute),
        posts: say('unit.posts', { count: harvest.deleted_posts }),
        threads: say('thread.threads', { count: harvest.deleted_threads }),
      })}
      {harvest.held > 0 && (
        <a className="alarm" href={boardSettingsAddress(board)}>
          {say('harvest.held', { number: harvest.held })}
        </a>
      )}
      {kinds.length > 0 && say('harvest.errors', { kinds: kinds.join(', ') })}.
    </p>
  );
}
