import type { BoardHarvest as Harvest } from '../../../../../mappings/contract/admin.ts';
import { Time } from '../../../components/time.tsx';
import { boardSettingsAddress } from '../../../lib/addresses.ts';
import { formatCount, perLanguage } from '../../../lib/format.ts';
import { listed } from '../../../lib/messages.ts';
import { t, tRich } from '../texts.ts';

const tenths = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** The harvest status of a board in one line. */
export function BoardHarvest({ board, harvest }: { readonly board: string; readonly harvest: Harvest | null }) {
  if (harvest === null) return <p className="quiet">{t('harvest.none')}</p>;
  const { last_success: success, requests, unchanged, errors } = harvest;
  const share = requests === 0 ? 0 : Math.round((unchanged / requests) * 100);
  const kinds = Object.entries(errors).map(([kind, times]) => `${kind} ${formatCount(times)}`);
  return (
    <p>
      {tRich('harvest.line', {
        success: success === null ? t('admin-boards.never') : <Time key="success" iso={success} />,
        since: <Time key="since" iso={harvest.since} />,
        requests: t('harvest.requests', { count: requests }),
        share,
        saved: harvest.saved,
        rate: tenths().format(harvest.posts_per_minute),
        posts: t('unit.posts', { count: harvest.deleted_posts }),
        threads: t('thread.threads', { count: harvest.deleted_threads }),
      })}
      {harvest.held > 0 && (
        <a className="alarm" href={boardSettingsAddress(board)}>
          {t('harvest.held', { number: harvest.held })}
        </a>
      )}
      {kinds.length > 0 && t('harvest.errors', { kinds: listed(kinds) })}.
    </p>
  );
}
